package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LocalMemoryTest {
  private static long[] placed(int sm, int warp, int width, long offset) {
    long[] lanes = new long[32];
    Arrays.fill(lanes, offset);
    new LocalMemory(sm).place(lanes, -1, width, warp);
    return lanes;
  }

  @Test
  void putsTheSameVariableOfAllLanesSideBySide() {
    long[] lanes = placed(0, 0, 4, 16);

    assertEquals(0, lanes[0] % 128);
    for (int lane = 1; lane < 32; lane++) {
      assertEquals(lanes[0] + 4L * lane, lanes[lane]);
    }
  }

  @Test
  void putsTheSameVariableOfTheNextWarpBehindIt() {
    assertEquals(placed(0, 0, 8, 0)[0] + 32 * 8, placed(0, 1, 8, 0)[0]);
  }

  @Test
  void putsTheNextVariableBehindThatOfAllWarpsOfAllSms() {
    assertEquals(placed(0, 0, 8, 0)[0] + 256L * 64 * 32 * 8, placed(0, 0, 8, 8)[0]);
  }

  @Test
  void keepsTheWarpsAndSmsApart() {
    assertNotEquals(placed(0, 0, 4, 0)[0], placed(0, 1, 4, 0)[0]);
    assertNotEquals(placed(0, 0, 4, 0)[0], placed(1, 0, 4, 0)[0]);
  }
}
