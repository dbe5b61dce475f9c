package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    java.util.Arrays.fill(needs, EIGHTH);
    return WaterFilling.counts(SM, curves, needs);
  }

  private static final ScalingCurve LINEAR = curve(1, 2, 3, 4, 5, 6, 7, 8);

  @Test
  void raisesTheLowestFirstAndGivesNothingMoreToAKernelAtItsBest() {
    assertArrayEquals(new int[] {4, 4}, fill(LINEAR, LINEAR));
    assertArrayEquals(new int[] {1, 7}, fill(curve(10, 9, 8, 7, 6, 5, 4, 3), LINEAR));
    // 0.5 and 4/8, then 0.8 and 4/8, then 0.8 and 6/8
    assertArrayEquals(new int[] {2, 6}, fill(curve(5, 8, 10, 10, 9, 8, 7, 6), LINEAR));
  }

  /** The step from 1 to 3 improves, the one from 1 to 2 does not: 2 are given at once. */
  @Test
  void stepsOverCountsThatDoNotImprove() {
    assertArrayEquals(
        new int[] {3, 5}, fill(curve(4, 4, 9, 9, 9, 9, 9, 10), curve(5, 6, 7, 8, 9, 9, 9, 9)));
  }

  @Test
  void interpolatesBetweenSamplesAndStaysLevelBeyondTheLast() {
    ScalingCurve curve = new ScalingCurve(8);
    assertEquals(1, curve.normalized(1)); // a kernel that issued nothing is satisfied
    curve.add(4, 6, 1);
    assertEquals(1, curve.normalized(7), 1e-12);
    curve.add(8, 10, 1);

    assertEquals(0.15, curve.normalized(1), 1e-12);
    assertEquals(0.7, curve.normalized(5), 1e-12);
    assertEquals(1, curve.normalized(8), 1e-12);
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
