package org.polyphony.run.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class BlockSpeedsTest {
  private static final double[] MEASURED = {200, 300};

  @Test
  void findsTheSpeedsOfPassesThatDoNotDisturbEachOther() {
    double[] found =
        BlockSpeeds.fit(
            new double[] {1, 1}, MEASURED, by -> new double[] {100 / by[0], 150 + 75 / by[1]});

    assertArrayEquals(new double[] {0.5, 0.5}, found, 0.005);
  }

  /** Both take the sum of their parts, 100 each at speed 1. */
  @Test
  void keepsTheRelationOfKernelsThatRunInStep() {
    double[] both = {240, 240};

    double[] found =
        BlockSpeeds.fit(
            new double[] {2, 1},
            both,
            by -> {
              double sum = 100 / by[0] + 100 / by[1];
              return new double[] {sum, sum};
            });

    assertArrayEquals(new double[] {1.25, 0.625}, found, 0.01);
  }

  @Test
  void keepsWhatWasBestWhenNothingHelps() {
    double[] first = {0.7, 0.8};

    assertArrayEquals(first, BlockSpeeds.fit(first, MEASURED, by -> new double[] {210, 280}));
  }
}
