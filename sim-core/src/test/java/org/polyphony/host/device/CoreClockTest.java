package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CoreClockTest {
  /** 3 cycles in 2 ns: cycle 1 is at 0.67 ns, which is over at 1 ns. */
  @Test
  void putsACycleAtTheFirstNanosecondNotBeforeIt() {
    CoreClock clock = new CoreClock(1_500_000);

    assertEquals(1, clock.timeOf(1));
    assertEquals(2, clock.timeOf(2));
    assertEquals(2, clock.timeOf(3));
    assertEquals(1, clock.cycleAt(1));
    assertEquals(3, clock.cycleAt(2));
  }

  @Test
  void isExactAfterDays() {
    CoreClock clock = new CoreClock(1_126_000);
    long day = 86_400_000_000_000L;

    assertEquals(86_400L * 1_126_000_000, clock.cycleAt(day));
    assertEquals(day, clock.timeOf(86_400L * 1_126_000_000));
  }
}
