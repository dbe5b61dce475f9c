package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.measure.Epoch;
import org.polyphony.policy.partition.measure.TestCounters;

class ScoresTest {
  private static final double[] ALONE = {10, 20};
  private final Roles roles = new Roles(2);
  private final Epoch epoch = new Epoch(2, Role.ALL.length, 2);

  @Test
  void scoresProgressOverDedicatedIpcAndSpatialByItsShareOfTheSms() {
    measure(8, 8); // progress 0.8 and 0.4

    Scores antt = new Scores(Objective.ANTT, epoch, ALONE);
    Scores stp = new Scores(Objective.STP, epoch, ALONE);

    assertEquals(1.875, antt.of(Candidate.FOLLOWER)); // (1/0.8 + 1/0.4) / 2
    assertEquals(2, antt.of(Candidate.SPATIAL));
    assertEquals(1.2, stp.of(Candidate.FOLLOWER), 1e-9);
    assertEquals(1, stp.of(Candidate.SPATIAL));
    assertTrue(Double.isNaN(stp.of(Candidate.MORE)));
    assertEquals(Candidate.FOLLOWER, antt.best());
  }

  @Test
  void spatialWinsWhenSmkHalvesBoth() {
    measure(4, 8);

    assertEquals(Candidate.SPATIAL, new Scores(Objective.ANTT, epoch, ALONE).best());
    assertEquals(Candidate.SPATIAL, new Scores(Objective.STP, epoch, ALONE).best());
  }

  @Test
  void ofEqualScoresTheFollowersWin() {
    measure(5, 10);

    assertEquals(Candidate.FOLLOWER, new Scores(Objective.ANTT, epoch, ALONE).best());
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
