package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DramClockTest {
  private final DramClock clock = new DramClock(1_126_000, 1_752_500);

  @Test
  void countsClocksByTheExactRatio() {
    assertEquals(0, clock.lastClock(0));
    assertEquals(1, clock.lastClock(1)); // 1.556
    assertEquals(3, clock.lastClock(2)); // 3.113
    assertEquals(1_752_500L, clock.lastClock(1_126_000L));
  }

  @Test
  void namesTheCycleInWhichAClockBegins() {
    assertEquals(1, clock.cycleOf(1));
    assertEquals(2, clock.cycleOf(2));
    assertEquals(2, clock.cycleOf(3));
    assertEquals(3, clock.cycleOf(4));
  }

  /** From the first cycle on, and around the one from which the product no longer fits. */
  @ParameterizedTest
  @ValueSource(longs = {1, Long.MAX_VALUE / 1_752_500 - 2500})
  void givesEveryClockToExactlyOneCycle(long first) {
    for (long cycle = first; cycle < first + 5000; cycle++) {
      assertEquals(clock.lastClock(cycle - 1) + 1, clock.firstClock(cycle));
      assertEquals(cycle, clock.cycleOf(clock.firstClock(cycle)));
      assertEquals(cycle, clock.cycleOf(clock.lastClock(cycle)));
    }
  }

  /** At 1,126 MHz a year is 3.6e16 cycles; 64 bits hold 5.3e12 times the command clock. */
  @Test
  void keepsTheExactRatioForYears() {
    long milliseconds = 36_000_000_000L;
    long cycle = milliseconds * 1_126_000;
    long clocks = milliseconds * 1_752_500;

    assertEquals(clocks, clock.lastClock(cycle));
    assertEquals(clocks + 1, clock.lastClock(cycle + 1)); // 1.556
    assertEquals(cycle, clock.cycleOf(clocks));
    assertEquals(cycle + 2, clock.cycleOf(clocks + 3));
  }

  @Test
  void keepsTheEndOfTime() {
    assertEquals(Long.MAX_VALUE, clock.cycleOf(Long.MAX_VALUE));
  }
}
