package org.polyphony.gpu.sm.warp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RoundRobinTest {
  @Test
  void goesToTheNextMemberAboveAndWrapsAround() {
    assertEquals(3, RoundRobin.nextAfter(0b1011, 1));
    assertEquals(0, RoundRobin.nextAfter(0b1011, 3));
    assertEquals(1, RoundRobin.nextAfter(0b0010, 1));
  }

  @Test
  void wrapsAroundBehindTheLastOf64() {
    assertEquals(63, RoundRobin.nextAfter(1L << 63 | 1, 0));
    assertEquals(0, RoundRobin.nextAfter(1L << 63 | 1, 63));
  }
}
