package org.polyphony.results.statistics;

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

  private static GeometricMean.Stratum stratum(int population, double... values) {
    return new GeometricMean.Stratum(
        Arrays.stream(values).mapToObj(value -> new double[] {value}).toList(), population);
  }

  @Test
  void weightsStrataByTheirSizeNotByWhatWasDrawn() {
    // mean of the first: 2; of the second: 16; weights 3 and 1: 2^(3/4) * 16^(1/4) = 2^(7/4)
    GeometricMean mean = GeometricMean.ofStrata(List.of(stratum(3, 1.0, 4.0), stratum(1, 16.0)));

    assertEquals(Math.pow(2, 1.75), mean.mean(), 1e-12);
  }

  @Test
  void drawsWithinStrata() {
    // of two values, 1 and 4, a sample of two has mean 1, 2 or 4; the other stratum never varies
    GeometricMean mean = GeometricMean.ofStrata(List.of(stratum(1, 1.0, 4.0), stratum(1, 16.0)));

    assertEquals(Math.sqrt(1 * 16), mean.low(), 1e-12);
    assertEquals(Math.sqrt(4 * 16), mean.high(), 1e-12);
  }

  @Test
  void leavesStrataWithoutValuesOut() {
    GeometricMean mean = GeometricMean.ofStrata(List.of(stratum(100), stratum(1, 8.0, 2.0)));

    assertEquals(4, mean.mean(), 1e-12);
    assertTrue(Double.isNaN(GeometricMean.ofStrata(List.of(stratum(3))).mean()));
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
