package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StratifiedMeanTest {
  private static StratifiedMean.Stratum stratum(int population, double... values) {
    return new StratifiedMean.Stratum(
        Arrays.stream(values).mapToObj(value -> new double[] {value}).toList(), population);
  }

  @Test
  void weightsStrataByTheirSizeNotByWhatWasDrawn() {
    // mean of the first: 2; of the second: 16; weights 3 and 1: 2^(3/4) * 16^(1/4) = 2^(7/4)
    StratifiedMean mean = StratifiedMean.of(List.of(stratum(3, 1.0, 4.0), stratum(1, 16.0)));

    assertEquals(Math.pow(2, 1.75), mean.mean(), 1e-12);
  }

  @Test
  void drawsWithinStrata() {
    // of two values, 1 and 4, a sample of two has mean 1, 2 or 4; the other stratum never varies
    StratifiedMean mean = StratifiedMean.of(List.of(stratum(1, 1.0, 4.0), stratum(1, 16.0)));

    assertEquals(Math.sqrt(1 * 16), mean.low(), 1e-12);
    assertEquals(Math.sqrt(4 * 16), mean.high(), 1e-12);
  }

  @Test
  void oneValueHasNoWidth() {
    assertEquals(new StratifiedMean(0.5, 0.5, 0.5), StratifiedMean.of(List.of(stratum(7, 0.5))));
  }

  @Test
  void aMemberCountsByTheMeanOfItsRepeats() {
    StratifiedMean.Stratum stratum =
        new StratifiedMean.Stratum(List.of(new double[] {1, 3}, new double[] {8}), 5);

    assertEquals(4, StratifiedMean.of(List.of(stratum)).mean(), 1e-12); // the root of 2 * 8
  }

  @Test
  void drawsRepeatsWithinAMember() {
    // of one member with repeats 1 and 3, a sample of two repeats has mean 1, 2 or 3
    StratifiedMean.Stratum stratum = new StratifiedMean.Stratum(List.of(new double[] {1, 3}), 5);

    StratifiedMean mean = StratifiedMean.of(List.of(stratum));

    assertEquals(1, mean.low(), 1e-12);
    assertEquals(3, mean.high(), 1e-12);
  }

  @Test
  void leavesStrataWithoutValuesOut() {
    StratifiedMean mean = StratifiedMean.of(List.of(stratum(100), stratum(1, 8.0, 2.0)));

    assertEquals(4, mean.mean(), 1e-12);
    assertTrue(Double.isNaN(StratifiedMean.of(List.of(stratum(3))).mean()));
  }
}
