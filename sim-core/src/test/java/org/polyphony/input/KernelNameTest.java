package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Mangled names are those that GCC 12 gave; what they stand for is what c++filt says. */
class KernelNameTest {
  private static void assertShown(String expected, String name) {
    assertEquals(expected, KernelName.shown(name));
  }

  @Test
  void leavesOutParameters() {
    assertShown("kernel", "_Z6kernelPfi");
    assertShown("sgemm", "_Z5sgemmiPKfS0_Pf");
    assertShown("stat", "_ZL4statPf"); // a static function
  }

  @Test
  void keepsWhatIsNotMangled() {
    assertShown("BlackScholesGPU", "BlackScholesGPU");
    assertShown("", "");
  }

  @Test
  void showsTheScope() {
    assertShown("net::plain", "_ZN3net5plainEPf");
    assertShown("(anonymous namespace)::anon", "_ZN12_GLOBAL__N_14anonEi");
    assertShown("kernel", "_ZN35_INTERNAL_46_tmpxft_0000_a_cpp1_ii_6kernelEPf");
  }

  @Test
  void showsTemplateArgumentsThatAreBuiltInTypesAndNumbers() {
    assertShown("net::layer<float, 4>", "_ZN3net5layerIfLi4EEEvPT_PKS1_");
    assertShown("lit<true, 4, -3, -7>", "_Z3litILb1ELj4ELln3ELin7EEvv");
    assertShown("net::deep::K<int>::go<double>", "_ZN3net4deep1KIiE2goIdEEvT_");
    assertShown("scale<half>", "_Z5scaleIDhEvPT_");
  }

  @Test
  void hasDotsForOtherArguments() {
    assertShown("en<...>", "_Z2enILN3net4KindE1EEvv");
    assertShown("one<...>", "_Z3oneIPKfEvT_");
    assertShown("net::deep::pack<...>", "_ZN3net4deep4packIJifcEEEvDpT_");
    assertShown("two<...>", "_Z3twoIN3net3ActIfEENS2_2InEEvT_T0_");
    assertShown("one<...>", "_Z3oneIRSt6vectorIfSaIfEEEvT_");
    assertShown("net::deep::K<...>::run", "_ZN3net4deep1KINS_3ActINS2_INS2_IiEEEEEEE3runEv");
  }

  @Test
  void hasDotsForArgumentsThatWouldMakeItLong() {
    assertShown("net::many<...>", "_ZN3net4manyI" + "y".repeat(5) + "EEvv");
  }

  @Test
  void showsAsItIsWhatHasAnUnknownForm() {
    for (String name :
        new String[] {
          "_Z",
          "_Zebra",
          "_Z9short",
          "_ZN3net",
          "_Z3oneIA3_iEvT_",
          "_ZN1aplEi",
          "_Z3oneIS9",
          "_Z99999999999999a",
          "_Z1aILin"
        }) {
      assertShown(name, name);
    }
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
