package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeometricMeanTest {
  private static GeometricMean of(double... values) {
    return GeometricMean.of(Arrays.stream(values).mapToObj(v -> new double[] {v}).toList());
  }

  @Test
  void isTheRootOfTheProduct() {
    assertEquals(2, of(1, 4).mean(), 1e-12);
  }

  @Test
  void hasAnIntervalThatHoldsItAndIsAlwaysTheSame() {
    double[] values = {1, 1.1, 1.2, 1.3, 1.4, 1.5};
    GeometricMean mean = of(values);

    assertTrue(1 < mean.low() && mean.low() < mean.mean(), mean.toString());
    assertTrue(mean.mean() < mean.high() && mean.high() < 1.5, mean.toString());
    assertEquals(mean, of(values));
  }

  @Test
  void hasNoWidthForOneValue() {
    GeometricMean mean = of(3);

    assertEquals(mean.low(), mean.high());
    assertEquals(3, mean.mean(), 1e-12);
  }

  @Test
  void aMemberCountsByTheMeanOfItsRepeats() {
    List<double[]> members = List.of(new double[] {1, 3}, new double[] {8});

    assertEquals(4, GeometricMean.of(members).mean(), 1e-12); // the root of 2 * 8
  }

  @Test
  void drawsRepeatsWithinAMember() {
    GeometricMean mean = GeometricMean.of(List.of(new double[] {1, 3}));

    assertEquals(1, mean.low(), 1e-12); // of two draws of 1 and 3 the mean is 1, 2 or 3
    assertEquals(3, mean.high(), 1e-12);
  }

  @Test
  void coversTheTrueMeanOfAKnownSpread() {
    double[] values = new double[400];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 2 == 0 ? 0.5 : 2; // logarithms of plus or minus 0.69
    }
    GeometricMean mean = of(values);

    double halfWidth = 1.96 * Math.log(2) / Math.sqrt(values.length); // of the logarithm's mean
    assertEquals(-halfWidth, Math.log(mean.low()), 0.15 * halfWidth);
    assertEquals(halfWidth, Math.log(mean.high()), 0.15 * halfWidth);
  }
}
