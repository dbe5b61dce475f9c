package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.TestCounters;

class ScoresTest {
  private static final double[] ALONE = {10, 20};
  private final Roles roles = new Roles(2);
  private final Epoch epoch = new Epoch(2, Role.ALL.length, 2);

  /** The IPC of two kernels, which have 10 and 20 alone. */
  @ParameterizedTest(name = "{0} {1} {2}: {6}")
  @CsvSource({
    "8, 8, ANTT, 1.875, 2, FOLLOWER, '(1/0.8 + 1/0.4) / 2 against the share of the SMs'",
    "8, 8, STP, 1.2, 1, FOLLOWER, progress 0.8 and 0.4",
    "4, 8, ANTT, 2.5, 2, SPATIAL, less than a half of both",
    "4, 8, STP, 0.8, 1, SPATIAL, less than a half of both",
    "5, 10, ANTT, 2, 2, FOLLOWER, of equal scores the followers win"
  })
  void scores(
      long first,
      long second,
      Objective objective,
      double follower,
      double spatial,
      Candidate best,
      String why) {
    measure(first, second);

    Scores scores = new Scores(objective, epoch, ALONE);

    assertEquals(follower, scores.of(Candidate.FOLLOWER), 1e-9, why);
    assertEquals(spatial, scores.of(Candidate.SPATIAL), why);
    assertTrue(Double.isNaN(scores.of(Candidate.MORE)));
    assertEquals(best, scores.best(), why);
  }

  @Test
  void aCandidateWithoutAMeasurementOfOneKernelHasNoScoreAndIsNotBeatenBySpatial() {
    start(0, 1);
    stop(TestCounters.heldBy((sm, side) -> side == 0 ? 10 : 0, (sm, side) -> 50));

    Scores scores = new Scores(Objective.ANTT, epoch, ALONE);

    assertTrue(Double.isNaN(scores.of(Candidate.FOLLOWER)));
    assertEquals(2, scores.of(Candidate.SPATIAL));
    assertEquals(Candidate.FOLLOWER, scores.best());
  }

  @Test
  void aTrialThatWasMeasuredComesBeforeFollowersThatWereNot() {
    roles.assign(new int[] {0, 0, 1, 0, 1}, (index, role) -> 0); // SM 1 has one fewer
    start(1);
    stop(TestCounters.of(10, (sm, side) -> side == 0 ? 80 : 160));

    Scores scores = new Scores(Objective.ANTT, epoch, ALONE);

    assertTrue(Double.isNaN(scores.of(Candidate.FOLLOWER)));
    assertEquals(1.25, scores.of(Candidate.FEWER)); // progress 0.8 twice
    assertEquals(Candidate.FEWER, scores.best());
  }

  @Test
  void withoutDedicatedIpcNothingIsKnown() {
    measure(5, 10);
    Scores scores = new Scores(Objective.STP, epoch, new double[] {Double.NaN, 20});

    assertTrue(Double.isNaN(scores.of(Candidate.FOLLOWER)));
    assertTrue(Double.isNaN(scores.of(Candidate.SPATIAL)));
    assertEquals(Candidate.FOLLOWER, scores.best());
  }

  private void start(int... sampledSms) {
    for (int sm : sampledSms) {
      epoch.sample(0, sm, TestCounters.of(0, (index, side) -> 0));
    }
    epoch.start(0);
  }

  private void stop(Epoch.Counters counters) {
    epoch.stop(10, sm -> roles.of(sm).ordinal(), counters);
  }

  /** Both SMs are followers. */
  private void measure(long first, long second) {
    start(0, 1);
    stop(TestCounters.of(10, (sm, side) -> 10 * (side == 0 ? first : second)));
  }
}
