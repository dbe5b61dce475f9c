package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.results.statistics.GeometricMean.Member;

class GeometricMeanTest {
  private static MeanInterval of(double... values) {
    return of(Arrays.stream(values).mapToObj(value -> new double[] {value}).toList());
  }

  /** Returns the mean of workloads that ran alone, each with its repeats. */
  private static MeanInterval of(List<double[]> repeats) {
    Map<String, double[]> byName = new LinkedHashMap<>();
    repeats.forEach(each -> byName.put("w" + byName.size(), each));
    return GeometricMean.ofWorkloads(byName);
  }

  @Test
  void isTheRootOfTheProduct() {
    assertEquals(2, of(1, 4).mean(), 1e-12);
  }

  @Test
  void hasAnIntervalThatHoldsItAndIsAlwaysTheSame() {
    double[] values = {1, 1.1, 1.2, 1.3, 1.4, 1.5};
    MeanInterval mean = of(values);

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
    MeanInterval mean = of(List.of(new double[] {1, 2, 3}));
    MeanInterval repeats = MeanInterval.of(1, 2, 3);

    assertEquals(new MeanInterval(repeats.mean(), repeats.low(), repeats.high()), mean);
    assertFalse(of(3).hasInterval());
  }

  @Test
  void aMemberCountsByTheMeanOfItsRepeats() {
    List<double[]> members = List.of(new double[] {1, 3}, new double[] {8});

    assertEquals(4, of(members).mean(), 1e-12); // the root of 2 * 8
  }

  /** Pairs of benchmarks by their numbers, each with a value. */
  private static List<Member> pairs(int benchmarks, DoubleBinaryOperator value) {
    List<Member> pairs = new ArrayList<>();
    for (int a = 0; a < benchmarks; a++) {
      for (int b = a + 1; b < benchmarks; b++) {
        double logarithm = value.applyAsDouble(a, b);
        pairs.add(new Member(Set.of("b" + a, "b" + b), new double[] {Math.exp(logarithm)}));
      }
    }
    return pairs;
  }

  @Test
  void aCensusOfPairsVariesAsTheMeanOfItsBenchmarksDoes() {
    // each benchmark adds its number to all of its pairs: the mean of a pair is twice that of a
    // benchmark, 2 * 2.5, with the variance 3.5 of the numbers 0 to 5: 4 * 3.5 / 6
    MeanInterval mean = GeometricMean.of(pairs(6, Double::sum));

    double half = 2.5706 * Math.sqrt(4 * 3.5 / 6); // Student's t with 5 degrees of freedom
    assertEquals(5 - half, Math.log(mean.low()), 1e-3);
    assertEquals(5 + half, Math.log(mean.high()), 1e-3);
  }

  @Test
  void runsOfOnePairAreNotIndependent() {
    List<Member> once = pairs(6, Double::sum);
    List<Member> thrice = new ArrayList<>();
    once.forEach(pair -> thrice.addAll(List.of(pair, pair, pair)));

    assertEquals(
        GeometricMean.of(once).low(), GeometricMean.of(thrice).low(), 0.03, "no narrower interval");
  }

  /** Benchmarks, pairs of them that were run, and how much of the spread is of the benchmarks. */
  @ParameterizedTest
  @CsvSource({
    "10, 45, 1, 0",
    "10, 45, 1, 1",
    "10, 39, 1, 3",
    "10, 45, 0, 1",
    "22, 60, 1, 1",
    "6, 15, 1, 1"
  })
  void coversTheMeanOfAPopulationOfBenchmarks(
      int benchmarks, int drawn, double ofBenchmarks, double ofPairs) {
    Well19937c random = new Well19937c(benchmarks + drawn);
    int trials = 2000;
    int covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] own = new double[benchmarks];
      Arrays.setAll(own, b -> ofBenchmarks * random.nextGaussian());
      List<Member> pairs =
          pairs(
              benchmarks, (a, b) -> own[(int) a] + own[(int) b] + ofPairs * random.nextGaussian());
      Collections.shuffle(pairs, new Random(trial));
      MeanInterval mean = GeometricMean.of(pairs.subList(0, drawn));
      covered += mean.low() <= 1 && 1 <= mean.high() ? 1 : 0;
    }
    assertEquals(0.94, (double) covered / trials, 0.04); // 95% in theory
  }

  @Test
  void coversTheTrueMeanOfAKnownSpread() {
    double[] values = new double[400];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 2 == 0 ? 0.5 : 2; // logarithms of plus or minus 0.69
    }
    MeanInterval mean = of(values);

    double halfWidth = 1.96 * Math.log(2) / Math.sqrt(values.length); // of the logarithm's mean
    assertEquals(-halfWidth, Math.log(mean.low()), 0.15 * halfWidth);
    assertEquals(halfWidth, Math.log(mean.high()), 0.15 * halfWidth);
  }
}
