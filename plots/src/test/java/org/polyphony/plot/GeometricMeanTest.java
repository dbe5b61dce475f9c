package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GeometricMeanTest {
  @Test
  void isTheRootOfTheProduct() {
    assertEquals(2, GeometricMean.of(new double[] {1, 4}).mean(), 1e-12);
  }

  @Test
  void hasAnIntervalThatHoldsItAndIsAlwaysTheSame() {
    double[] values = {1, 1.1, 1.2, 1.3, 1.4, 1.5};
    GeometricMean mean = GeometricMean.of(values);

    assertTrue(1 < mean.low() && mean.low() < mean.mean(), mean.toString());
    assertTrue(mean.mean() < mean.high() && mean.high() < 1.5, mean.toString());
    assertEquals(mean, GeometricMean.of(values));
  }

  @Test
  void hasNoWidthForOneValue() {
    GeometricMean mean = GeometricMean.of(new double[] {3});

    assertEquals(mean.low(), mean.high());
    assertEquals(3, mean.mean(), 1e-12);
  }

  @Test
  void coversTheTrueMeanOfAKnownSpread() {
    double[] values = new double[400];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 2 == 0 ? 0.5 : 2; // logarithms of plus or minus 0.69
    }
    GeometricMean mean = GeometricMean.of(values);

    double halfWidth = 1.96 * Math.log(2) / Math.sqrt(values.length); // of the logarithm's mean
    assertEquals(-halfWidth, Math.log(mean.low()), 0.15 * halfWidth);
    assertEquals(halfWidth, Math.log(mean.high()), 0.15 * halfWidth);
  }
}
