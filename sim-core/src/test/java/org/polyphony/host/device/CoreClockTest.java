package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreClockTest {
  /** 3 cycles in 2 ns: cycle 1 is at 0.67 ns, which is over at 1 ns; and a day. */
  @ParameterizedTest
  @CsvSource({
    "1500000, 1, 1, 1",
    "1500000, 3, 2, 3",
    "1500000, 2, 2, 3",
    "1126000, 97286400000000, 86400000000000, 97286400000000"
  })
  void putsACycleAtTheFirstNanosecondNotBeforeIt(long khz, long cycle, long nanos, long last) {
    CoreClock clock = new CoreClock(khz);

    assertEquals(nanos, clock.timeOf(cycle));
    assertEquals(last, clock.cycleAt(nanos));
  }
}
