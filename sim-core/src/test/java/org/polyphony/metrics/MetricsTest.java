package org.polyphony.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final double EXACT = 1e-15;

  @Test
  void stpAddsProgress() {
    assertEquals(0.75 + 0.5, Stp.of(0.75, 0.5), EXACT);
  }

  @Test
  void anttIsTheMeanSlowdown() {
    assertEquals((4.0 / 3 + 2) / 2, Antt.of(0.75, 0.5), EXACT);
  }

  @Test
  void bothAreNeutralForOneBenchmarkAlone() {
    assertEquals(1, Stp.of(1), EXACT);
    assertEquals(1, Antt.of(1), EXACT);
  }

  @Test
  void canDisagreeOnWhichOfTwoRunsIsBetter() {
    double[] even = {0.55, 0.55};
    double[] uneven = {1.0, 0.25};

    assertEquals(0.15, Stp.of(uneven) - Stp.of(even), 1e-12);
    assertEquals(2.5 - 1 / 0.55, Antt.of(uneven) - Antt.of(even), 1e-12);
  }

  @Test
  void refusesABenchmarkWithoutProgress() {
    assertThrows(IllegalArgumentException.class, () -> Antt.of(1, 0));
    assertThrows(IllegalArgumentException.class, () -> Stp.of(1, Double.NaN));
    assertThrows(IllegalArgumentException.class, Stp::of);
  }
}
