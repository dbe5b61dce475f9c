package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class MeanIntervalTest {
  @Test
  void isAsWideAsStudentsTSays() {
    MeanInterval mean = MeanInterval.of(1, 2, 3);

    double half = 4.302653 / Math.sqrt(3); // t of 2 degrees of freedom, standard deviation 1
    assertEquals(2, mean.mean(), 1e-12);
    assertEquals(2 - half, mean.low(), 1e-6);
    assertEquals(2 + half, mean.high(), 1e-6);
  }

  @Test
  void hasNoIntervalForOneValue() {
    assertFalse(MeanInterval.of(7).hasInterval());
    assertEquals("7.00", MeanInterval.of(7).text("%.2f"));
  }

  @Test
  void equalValuesHaveAnIntervalWithoutWidth() {
    assertEquals("1.5 (1.5 to 1.5)", MeanInterval.of(1.5, 1.5).text("%.1f"));
  }

  @Test
  void isADashOfNothing() {
    assertEquals("-", MeanInterval.of().text("%.2f"));
  }
}
