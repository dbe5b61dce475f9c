package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StandingTest {
  private static final double HOUR = 3600;

  @Test
  void saysHowFarItIsAndHowLongItTakes() {
    Standing standing = new Standing(37, 0, 693, 0.052, 1.8334 * HOUR, 6.6667 * HOUR, 37);

    assertEquals(
        "37 of 693 runs, 5.2%; 1 h 50 min gone, about 6 h 40 min left (from 37 runs)",
        standing.words());
  }

  @Test
  void namesRunsThatHaveFailed() {
    Standing standing = new Standing(2, 1, 4, 0.75, 90, 119, 2);

    assertEquals(
        "2 of 4 runs, 1 failed, 75.0%; 90 s gone, about 119 s left (from 2 runs)",
        standing.words());
  }

  @Test
  void saysNothingOfTheTimeLeftBeforeARunHasEnded() {
    assertEquals(
        "0 of 3 runs, 0.0%; 2 min gone", new Standing(0, 0, 3, 0, 120, Double.NaN, 0).words());
  }

  @Test
  void saysNothingOfTheTimeLeftWhenAllHaveEnded() {
    assertEquals(
        "2 of 3 runs, 1 failed, 100.0%; 59 min gone",
        new Standing(2, 1, 3, 1, 59 * 60, 0, 2).words());
  }
}
