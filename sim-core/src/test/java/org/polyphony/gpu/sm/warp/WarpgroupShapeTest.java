package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarpgroupShapeTest {
  @ParameterizedTest
  @CsvSource({
    "HGMMA.64x128x16.F32.BF16, 64, 1536, 1024", // 12 passes, as counters of an H200 say
    "HGMMA.64x192x16.F32.BF16, 96, 2048, 1536",
    "HGMMA.64x256x8.F32.TF32, 128, 2560, 2048",
    "QGMMA.64x8x32.F32.E4M3.E4M3, 4, 576, 64",
    "HGMMA.SP.64x128x32.F32.BF16, 64, 2560, 2048"
  })
  void takesCyclesAndBytesFromItsColumns(String opcode, int cycles, int withA, int withoutA) {
    WarpgroupShape shape = WarpgroupShape.of(opcode);

    assertEquals(cycles, shape.cycles(512));
    assertEquals(withA, shape.bytes(true));
    assertEquals(withoutA, shape.bytes(false));
  }
}
