package org.polyphony.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class StratifiedMeanTest {
  private static StratifiedMean.Stratum stratum(int population, Double... values) {
    return new StratifiedMean.Stratum(List.of(values), population);
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
  void leavesStrataWithoutValuesOut() {
    StratifiedMean mean = StratifiedMean.of(List.of(stratum(100), stratum(1, 8.0, 2.0)));

    assertEquals(4, mean.mean(), 1e-12);
    assertTrue(Double.isNaN(StratifiedMean.of(List.of(stratum(3))).mean()));
  }
}
