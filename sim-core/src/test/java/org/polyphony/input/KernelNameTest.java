package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mangled names are those that GCC 12 gave; what they stand for is what c++filt says. */
class KernelNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          _Z6kernelPfi                    | kernel      # parameters are left out
          _Z5sgemmiPKfS0_Pf               | sgemm
          _ZL4statPf                      | stat        # a static function
          BlackScholesGPU                 | BlackScholesGPU # not mangled
          ''                              | ''
          _ZN3net5plainEPf                | net::plain
          _ZN12_GLOBAL__N_14anonEi        | (anonymous namespace)::anon
          _ZN35_INTERNAL_46_tmpxft_0000_a_cpp1_ii_6kernelEPf | kernel
          _ZN3net5layerIfLi4EEEvPT_PKS1_  | net::layer<float, 4>
          _Z3litILb1ELj4ELln3ELin7EEvv    | lit<true, 4, -3, -7>
          _ZN3net4deep1KIiE2goIdEEvT_     | net::deep::K<int>::go<double>
          _Z5scaleIDhEvPT_                | scale<half>
          _Z2enILN3net4KindE1EEvv         | en<...>     # neither built-in types nor numbers
          _Z3oneIPKfEvT_                  | one<...>
          _ZN3net4deep4packIJifcEEEvDpT_  | net::deep::pack<...>
          _Z3twoIN3net3ActIfEENS2_2InEEvT_T0_ | two<...>
          _Z3oneIRSt6vectorIfSaIfEEEvT_   | one<...>
          _ZN3net4deep1KINS_3ActINS2_INS2_IiEEEEEEE3runEv | net::deep::K<...>::run
          _ZN3net4manyIyyyyyEEvv          | net::many<...> # would be long
          _Z                              |             # an unknown form is shown as it is
          _Zebra                          |
          _Z9short                        |
          _ZN3net                         |
          _Z3oneIA3_iEvT_                 |
          _ZN1aplEi                       |
          _Z3oneIS9                       |
          _Z99999999999999a               |
          _Z1aILin                        |
          """)
  void isShown(String name, String shown) {
    String expected = shown == null ? "" : shown.replaceAll(" *#.*", "");

    assertEquals(expected.isEmpty() ? name : expected, KernelName.shown(name));
  }

  @RepeatedTest(20)
  void takesAnyText(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    for (int i = 0; i < 500; i++) {
      StringBuilder name = new StringBuilder("_Z");
      for (int j = random.nextInt(40); j > 0; j--) {
        name.append("NIESTtLKPRJ_0123456789abfi".charAt(random.nextInt(26)));
      }
      KernelName.shown(name.toString());
    }
  }
}
