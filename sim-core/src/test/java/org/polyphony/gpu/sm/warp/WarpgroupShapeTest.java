package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarpgroupShapeTest {
  @ParameterizedTest
  @CsvSource({
    "HGMMA.64x128x16.F32.BF16, 64, 12, 8", // 12 wavefronts a warp, counters of an H200
    "HGMMA.64x192x16.F32.BF16, 96, 16, 12",
    "HGMMA.64x256x8.F32.TF32, 128, 20, 16",
    "QGMMA.64x8x32.F32.E4M3.E4M3, 4, 5, 1",
    "HGMMA.SP.64x128x32.F32.BF16, 64, 20, 16"
  })
  void takesCyclesAndPassesFromItsColumns(String opcode, int cycles, int withA, int withoutA) {
    WarpgroupShape shape = WarpgroupShape.of(opcode);

    assertEquals(cycles, shape.cycles(512));
    assertEquals(withA, shape.passes(true));
    assertEquals(withoutA, shape.passes(false));
  }
}
