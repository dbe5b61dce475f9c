package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;

class WaterFillingTest {
  private static final SmConfig SM = Devices.sm();
  private static final ThreadBlockNeed EIGHTH = ThreadBlockNeed.of(SM, 256, 16, 0);

  private static ScalingCurve curve(double... performance) {
    ScalingCurve curve = new ScalingCurve(performance.length);
    for (int i = 0; i < performance.length; i++) {
      curve.add(i + 1, performance[i], 1);
    }
    return curve;
  }

  private static int[] fill(ScalingCurve... curves) {
    ThreadBlockNeed[] needs = new ThreadBlockNeed[curves.length];
    Arrays.fill(needs, EIGHTH);
    return WaterFilling.counts(SM, curves, needs);
  }

  /** Performance of two kernels with one thread block and more, of which 8 fit. */
  @ParameterizedTest(name = "{4}")
  @CsvSource({
    "1 2 3 4 5 6 7 8, 1 2 3 4 5 6 7 8, 4, 4, evenly between equal curves",
    "10 9 8 7 6 5 4 3, 1 2 3 4 5 6 7 8, 1, 7, nothing more to a kernel at its best",
    "5 8 10 10 9 8 7 6, 1 2 3 4 5 6 7 8, 2, 6, 'the lowest first: 0.5 and 4/8, 0.8 and 4/8, 6/8'",
    "4 4 9 9 9 9 9 10, 5 6 7 8 9 9 9 9, 3, 5, 'from 1 to 2 nothing improves: 2 at once'"
  })
  void divides(String first, String second, int its, int others, String why) {
    assertArrayEquals(new int[] {its, others}, fill(curve(first), curve(second)), why);
  }

  private static ScalingCurve curve(String performance) {
    return curve(Stream.of(performance.split(" ", -1)).mapToDouble(Double::parseDouble).toArray());
  }

  @Test
  void interpolatesBetweenSamples() {
    ScalingCurve curve = new ScalingCurve(8);
    curve.add(4, 6, 1);
    curve.add(8, 10, 1);

    assertEquals(0.15, curve.normalized(1), 1e-12);
    assertEquals(0.7, curve.normalized(5), 1e-12);
    assertEquals(1, curve.normalized(8), 1e-12);
  }

  @Test
  void staysLevelBeyondTheLastSample() {
    ScalingCurve curve = new ScalingCurve(8);
    curve.add(4, 6, 1);

    assertEquals(1, curve.normalized(7), 1e-12);
  }

  @Test
  void treatsAKernelThatIssuedNothingAsSatisfied() {
    assertEquals(1, new ScalingCurve(4).normalized(1));
  }

  /** No other partition that fits has a larger minimum, where curves never fall. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void maximizesTheSmallestNormalizedPerformance(long seed) {
    Random random = new Random(seed);
    ScalingCurve first = rising(random);
    ScalingCurve second = rising(random);

    int[] counts = fill(first, second);

    double reached = Math.min(first.normalized(counts[0]), second.normalized(counts[1]));
    for (int a = 1; a < 8; a++) {
      double other = Math.min(first.normalized(a), second.normalized(8 - a));
      assertTrue(other <= reached + 1e-12, "seed " + seed + ": " + a);
    }
  }

  private static ScalingCurve rising(Random random) {
    double[] performance = new double[8];
    double level = 0;
    for (int i = 0; i < performance.length; i++) {
      level += random.nextInt(4);
      performance[i] = level;
    }
    return curve(performance);
  }
}
