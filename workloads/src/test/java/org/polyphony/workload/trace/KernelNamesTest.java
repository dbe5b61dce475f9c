package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelNamesTest {
  @ParameterizedTest
  @CsvSource({
    "_Z7cenergyifPf, cenergy",
    "_Z12ComputeQ_GPUiiPfS_S_S_S_, ComputeQ_GPU",
    "_ZN4bank6kernelEPf, kernel",
    "_Z6reduceIfLi256EEvPT_, reduce",
    "lud_diagonal, lud_diagonal",
    "_Z99short, _Z99short",
    "_Z, _Z"
  })
  void findsTheNameThatTheSourceHas(String mangled, String plain) {
    assertEquals(plain, KernelNames.plain(mangled));
  }
}
