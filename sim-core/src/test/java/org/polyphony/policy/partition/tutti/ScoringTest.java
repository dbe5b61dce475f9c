package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.policy.partition.Objective;

class ScoringTest {
  /** Progress of 1 and 0.25 is an ANTT of 2.5 and an STP of 1.25. */
  @ParameterizedTest
  @CsvSource({"ANTT, 0, 2.5", "ANTT, 0.2, 2.5", "ANTT, 0.5, 5", "STP, 0, 1.25", "STP, 0.5, 0.625"})
  void isWorseByWhatTheSlowestKernelLacksOfTheBound(
      Objective objective, double bound, double score) {
    assertEquals(score, new Scoring(objective, bound).of(new double[] {1, 0.25}), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({
    "ANTT, 1.99, 2.1, true",
    "ANTT, 2.01, 2.1, false",
    "STP, 2.11, 2, true",
    "STP, 2.09, 2, false",
    "ANTT, NaN, 1, false",
    "ANTT, 2, Infinity, true"
  })
  void isBetterOnlyBeyondTheMargin(
      Objective objective, double score, double than, boolean isBetter) {
    assertEquals(isBetter, new Scoring(objective, 0).isBetter(score, than, 0.05));
  }
}
