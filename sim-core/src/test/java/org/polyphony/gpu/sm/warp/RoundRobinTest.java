package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundRobinTest {
  @ParameterizedTest
  @CsvSource({"11, 1, 3", "11, 3, 0", "2, 1, 1", "-9223372036854775807, 0, 63"})
  void goesToTheNextMemberAboveAndWrapsAround(long set, int after, int next) {
    assertEquals(next, RoundRobin.nextAfter(set, after));
    assertEquals(0, RoundRobin.nextAfter(1L << 63 | 1, 63));
  }
}
