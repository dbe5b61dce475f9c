package org.polyphony.results.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LatencyWarningTest {
  @Test
  void aPercentileNeedsARequestBeyondIt() {
    assertEquals("", Latencies.warning(100, 50, 95, 99));
    assertEquals("too few requests (99): p99 needs 100 or more", Latencies.warning(99, 50, 95, 99));
    assertEquals("", Latencies.warning(20, 95));
    assertEquals(
        "too few requests (19): p95 needs 20, p99 needs 100 or more",
        Latencies.warning(19, 95, 99));
  }
}
