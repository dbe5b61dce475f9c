package org.polyphony.gpu.sm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LocalMemoryTest {
  private static long[] placed(int sm, long offset, int warp) {
    long[] lanes = new long[32];
    Arrays.fill(lanes, offset);
    new LocalMemory(sm).place(lanes, -1, 4, warp);
    return lanes;
  }

  @Test
  void putsTheSameVariableOfAWarpIntoOneLine() {
    long[] lanes = placed(0, 8, 0);

    assertEquals(0, lanes[0] % 128);
    assertEquals(lanes[0] + 4 * 31, lanes[31]);
  }

  @Test
  void putsTheNextWarpIntoTheNextLine() {
    assertEquals(placed(0, 8, 5)[0] + 128, placed(0, 8, 6)[0]);
  }

  @Test
  void putsTheNextSmBehindTheWarpsOfThis() {
    assertEquals(placed(2, 0, 0)[0] + 64 * 128, placed(3, 0, 0)[0]);
  }

  @Test
  void keepsBytesOfAnElementTogether() {
    assertEquals(placed(0, 8, 0)[7] + 3, placed(0, 11, 0)[7]);
  }
}
