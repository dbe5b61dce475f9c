package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThreadFunctionTest {
  @Test
  void rowsAndColumnsAreBitsOfTheThread() {
    long[] address = LongStream.range(0, 128).map(t -> t % 8 * 16 + t / 8 * 4096).toArray();

    assertEquals("(thread & 7) * 16 + (thread >> 3) * 4096", ThreadFunction.expression(address));
  }

  @Test
  void aConstantIsAdded() {
    assertEquals("thread * 4 + 64", ThreadFunction.expression(new long[] {64, 68, 72, 76}));
  }

  @Test
  void whatItsBitsDoNotAddUpToHasNoExpression() {
    assertNull(ThreadFunction.expression(new long[] {0, 4, 8, 13}));
  }

  @Test
  void aRangeOfThreadsIsACondition() {
    boolean[] holds = new boolean[64];
    for (int t = 32; t < 64; t++) {
      holds[t] = true;
    }

    assertEquals("thread >= 32", ThreadFunction.condition(holds));
  }

  @Test
  void oneLaneOfEachWarpIsACondition() {
    boolean[] holds = new boolean[64];
    holds[0] = true;
    holds[32] = true;

    assertEquals("lane == 0", ThreadFunction.condition(holds));
  }
}
