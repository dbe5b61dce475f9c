package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.random.Well19937c;
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
  void hasNoIntervalBelowFiveMembers() {
    assertFalse(of(1, 2, 1.5, 1.2).hasInterval());
    assertTrue(of(1, 2, 1.5, 1.2, 1.1).hasInterval());
    assertEquals("1.414", of(1, 2).text("%.3f"));
  }

  @Test
  void oneMemberHasTheIntervalOfItsRepeats() {
    GeometricMean mean = GeometricMean.of(List.of(new double[] {1, 2, 3}));
    MeanInterval repeats = MeanInterval.of(1, 2, 3);

    assertEquals(new GeometricMean(repeats.mean(), repeats.low(), repeats.high()), mean);
    assertFalse(of(3).hasInterval());
  }

  @Test
  void aMemberCountsByTheMeanOfItsRepeats() {
    List<double[]> members = List.of(new double[] {1, 3}, new double[] {8});

    assertEquals(4, GeometricMean.of(members).mean(), 1e-12); // the root of 2 * 8
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
    // of 1 and 4 a sample draws one; the other stratum never varies
    GeometricMean mean =
        GeometricMean.ofStrata(List.of(stratum(1, 1.0, 4.0), stratum(1, 16.0, 16.0, 16.0)));

    assertEquals(Math.sqrt(1 * 16), mean.low(), 1e-12);
    assertEquals(Math.sqrt(4 * 16), mean.high(), 1e-12);
  }

  @Test
  void aMemberThatStandsForOthersHasNoSpread() {
    double[] three = {1, 2, 3};

    assertFalse(GeometricMean.ofStrata(strata(6, three, 5, three, 4, 2)).hasInterval());
    assertTrue(GeometricMean.ofStrata(strata(6, three, 5, three, 1, 2)).hasInterval());
  }

  private static List<GeometricMean.Stratum> strata(
      int a, double[] ofA, int b, double[] ofB, int c, double... ofC) {
    return List.of(stratum(a, ofA), stratum(b, ofB), stratum(c, ofC));
  }

  @Test
  void intervalsOfManySmallStrataCoverTheTrueMean() {
    Well19937c random = new Well19937c(1);
    int covered = 0;
    for (int trial = 0; trial < 400; trial++) {
      List<GeometricMean.Stratum> strata = new ArrayList<>();
      for (int s = 0; s < 20; s++) {
        strata.add(stratum(9, Math.exp(random.nextGaussian()), Math.exp(random.nextGaussian())));
      }
      GeometricMean mean = GeometricMean.ofStrata(strata);
      covered += mean.low() <= 1 && 1 <= mean.high() ? 1 : 0;
    }
    assertEquals(0.95, covered / 400.0, 0.04); // with two draws of two it is 0.83
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
