package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThreadFunctionTest {
  @Test
  void anExpressionAddsUpBitsOfTheThreadIfItCan() {
    long[] rows = LongStream.range(0, 128).map(t -> t % 8 * 16 + t / 8 * 4096).toArray();

    assertEquals("(thread & 7) * 16 + (thread >> 3) * 4096", ThreadFunction.expression(rows));
    assertEquals("thread * 4 + 64", ThreadFunction.expression(new long[] {64, 68, 72, 76}));
    assertNull(ThreadFunction.expression(new long[] {0, 4, 8, 13}));
  }

  @Test
  void aConditionIsARangeOfThreadsOrALaneOfEachWarp() {
    boolean[] upperHalf = new boolean[64];
    Arrays.fill(upperHalf, 32, 64, true);
    boolean[] firstLanes = new boolean[64];
    firstLanes[0] = true;
    firstLanes[32] = true;

    assertEquals("thread >= 32", ThreadFunction.condition(upperHalf));
    assertEquals("lane == 0", ThreadFunction.condition(firstLanes));
  }
}
