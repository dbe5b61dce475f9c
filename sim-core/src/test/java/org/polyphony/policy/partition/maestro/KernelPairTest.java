package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.input.Keys;

class KernelPairTest {
  private final MeasuredPair measured = new MeasuredPair(8, MeasuredPair.PARAMETERS).smk(0.8);

  @Test
  void takesOneSmForEachKernelTwoToTestAndTheRestToFollow() {
    assertArrayEquals(new int[] {1, 1, 4, 1, 1}, measured.pair.wanted(8));
    assertArrayEquals(new int[] {1, 1, 12, 1, 1}, measured.pair.wanted(16));
  }

  @Test
  void givesUpTrialsBeforeTheLastFollower() {
    assertArrayEquals(new int[] {1, 1, 1, 1, 0}, measured.pair.wanted(4));
  }

  @Test
  void testsBothInTurnsOnOneTrialSm() {
    Maestro.Parameters one = Keys.with(MeasuredPair.PARAMETERS, Map.of("trialSms", 1));
    MeasuredPair single = new MeasuredPair(6, one).smk(0.8);

    assertArrayEquals(new int[] {1, 1, 3, 1, 0}, single.pair.wanted(6));
    single.epoch();
    assertArrayEquals(new int[] {1, 1, 3, 0, 1}, single.pair.wanted(6));
  }

  @Test
  void quotasFollowRoles() {
    assertEquals(Quotas.UNLIMITED, measured.pair.quota(Role.DEDICATED_FIRST, 0));
    assertEquals(0, measured.pair.quota(Role.DEDICATED_FIRST, 1));
    assertEquals(2, measured.pair.quota(Role.FOLLOWER, 0));
    assertEquals(3, measured.pair.quota(Role.MORE, 0));
    assertEquals(4, measured.pair.quota(Role.MORE, 1));
    assertEquals(12, measured.pair.quota(Role.FEWER, 1));
  }

  @Test
  void followersTakeThePartitionThatWins() {
    measured.on(Role.MORE, 9, 16); // (10/9 + 20/16) / 2 < 1.25

    assertEquals("more 3+4 1", measured.epoch());
    assertArrayEquals(new int[] {1, 1, 5, 0, 1}, measured.pair.wanted(8)); // 4 never fit beside 1
  }

  @Test
  void anttAndStpMayDisagree() {
    measured.on(Role.FEWER, 4.5, 23); // progress 0.45 and 1.15: STP 1.6, ANTT 1.545
    measured.on(Role.FOLLOWER, 7.5, 15); // progress 0.75 twice: STP 1.5, ANTT 1.333
    measured.on(Role.MORE, 7, 14);
    MeasuredPair stp =
        new MeasuredPair(8, Keys.with(MeasuredPair.PARAMETERS, Map.of("objective", "stp")));
    stp.on(Role.FEWER, 4.5, 23).on(Role.FOLLOWER, 7.5, 15).on(Role.MORE, 7, 14);

    assertEquals("follower 2+8 1", measured.epoch());
    assertEquals("fewer 1+12 1", stp.epoch());
  }

  @Test
  void spatialGrowsByOneSmOfEachKernelAndDecisionAndLeavesTrialsAndAFollower() {
    measured.smk(0.4); // below a half each: spatial is better

    assertEquals("spatial 2+8 2", measured.epoch());
    assertArrayEquals(new int[] {2, 2, 2, 1, 1}, measured.pair.wanted(8));
    assertEquals("spatial 2+8 2", measured.epoch()); // 3 each would leave no follower
    assertEquals(3, grown(10));
  }

  @Test
  void smkThatWinsAgainTakesOneSmOfEachKernelBackWithADecision() {
    MeasuredPair pair = afterSpatial(false);

    assertEquals("more 3+4 2", pair.epoch());
    assertEquals("follower 3+4 1", pair.on(Role.FOLLOWER, 9, 18).epoch());
  }

  @Test
  void smkThatWinsAgainTakesAllButOneSmOfEachKernelBackIfItIsToldTo() {
    assertEquals("more 3+4 1", afterSpatial(true).epoch());
  }

  /** Returns a pair of which each kernel has 3 of 16 SMs for itself, and MORE is best now. */
  private static MeasuredPair afterSpatial(boolean returnAtOnce) {
    Maestro.Parameters parameters =
        Keys.with(MeasuredPair.PARAMETERS, Map.of("spatialReturn", returnAtOnce ? "all" : "one"));
    MeasuredPair pair = new MeasuredPair(16, parameters).smk(0.4);
    pair.epoch();
    assertEquals("spatial 2+8 3", pair.epoch());
    return pair.smk(0.8).on(Role.MORE, 9, 18);
  }

  @Test
  void releasesDedicatedSmsWhenDecisionAndIpcStayTheSame() {
    assertEquals("follower 2+8 1", measured.epoch());
    measured.alone(10.4, 19.2); // 4% off
    assertEquals("follower 2+8 0", measured.epoch());
    assertArrayEquals(new int[] {0, 0, 6, 1, 1}, measured.pair.wanted(8));
  }

  @Test
  void keepsDedicatedSmsWhileTheirIpcChanges() {
    measured.epoch();
    measured.alone(10, 21.1); // 5.5% off

    assertEquals("follower 2+8 1", measured.epoch());
    assertEquals("follower 2+8 0", measured.epoch());
  }

  @Test
  void keepsDedicatedSmsWhenTheyAreNeverReleased() {
    MeasuredPair kept =
        new MeasuredPair(
                8,
                Keys.with(
                    MeasuredPair.PARAMETERS, Map.of("epochCycles", 9, "releaseDedicated", false)))
            .smk(0.8);

    kept.epoch();

    assertEquals("follower 2+8 1", kept.epoch());
  }

  @Test
  void comparesWithStoredIpcAfterTheRelease() {
    release();
    measured.alone(1e9, 1e9).on(Role.MORE, 9, 18); // no SM is dedicated any more

    assertEquals("more 3+4 1", measured.epoch()); // repartitioned: dedicated SMs are back
  }

  @Test
  void assignsDedicatedSmsAgainAfterSoManyEpochs() {
    release();

    assertEquals("follower 2+8 0", measured.epoch());
    assertEquals("follower 2+8 0", measured.epoch());
    assertEquals("follower 2+8 1", measured.epoch()); // the third
    assertEquals("follower 2+8 0", measured.epoch()); // still the same
  }

  @Test
  void spatialThatWinsInSteadyStateBeginsWithOneSmEach() {
    release();
    measured.smk(0.4);

    assertEquals("spatial 2+8 1", measured.epoch());
    assertEquals("spatial 2+8 2", measured.epoch());
  }

  @Test
  void changesNothingWhenADedicatedSmIssuedNothing() {
    measured.alone(0, 20).on(Role.MORE, 10, 20);

    assertEquals("follower 2+8 1", measured.epoch());
  }

  private void release() {
    measured.epoch();
    assertEquals("follower 2+8 0", measured.epoch());
  }

  private static int grown(int sms) {
    MeasuredPair pair = new MeasuredPair(sms, MeasuredPair.PARAMETERS).smk(0.4);
    for (int i = 0; i < 9; i++) {
      pair.epoch();
    }
    return pair.pair.dedicated();
  }
}
