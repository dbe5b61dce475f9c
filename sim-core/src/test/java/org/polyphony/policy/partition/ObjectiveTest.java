package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveTest {
  /** Progress of 0.5 and 0.25. */
  @ParameterizedTest
  @CsvSource({"ANTT, 3.0, 1.9, 2.0", "STP, 0.75, 1.1, 1.0"}) // (2 + 4) / 2; lower and higher
  void scores(Objective objective, double score, double better, double worse) {
    assertEquals(score, objective.score(0.5, 0.25));
    assertTrue(objective.isBetter(better, worse));
    assertFalse(objective.isBetter(worse, worse));
  }

  @Test
  void aKernelThatStandsStillIsWorseThanAnythingAndOneNotMeasuredIsNeverBetter() {
    assertTrue(Objective.ANTT.isBetter(1e9, Objective.ANTT.score(1, 0)));
    assertTrue(Objective.STP.isBetter(1e-9, Objective.STP.score(1, 0)));
    assertFalse(Objective.ANTT.isBetter(Objective.ANTT.score(Double.NaN, 1), 5));
    assertFalse(Objective.STP.isBetter(Objective.STP.score(1, Double.NaN), 0));
  }
}
