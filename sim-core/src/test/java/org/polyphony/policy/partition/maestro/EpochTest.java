package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EpochTest {
  private final Roles roles = new Roles(3);
  private final long[][] counters = {{100, 200}, {300, 400}, {500, 600}}; // by SM and side
  private final Epoch epoch = new Epoch();

  @Test
  void measuresIpcOfEachRoleAndKernelPerSm() {
    roles.assign(new int[] {0, 0, 2, 1, 0}, (index, role) -> 0);
    epoch.start(1000, 3, index -> true, counters(1000));
    count(0, 0, 40);
    count(1, 0, 20);
    count(2, 0, 90);
    count(2, 1, 10);

    epoch.stop(1010, roles, counters(1010));

    assertEquals(Role.MORE, roles.of(2));
    assertEquals(9.0, epoch.ipc(Role.MORE, 0)); // 90 in 10 cycles
    assertEquals(1.0, epoch.ipc(Role.MORE, 1));
    assertEquals(3.0, epoch.ipc(Role.FOLLOWER, 0)); // 40 + 20 in 2 x 10 SM cycles
    assertTrue(Double.isNaN(epoch.ipc(Role.FEWER, 0)));
  }

  @Test
  void goesOnAfterAnInterruptionAndLeavesOutWhatHappenedMeanwhile() {
    epoch.start(0, 3, index -> true, counters(0));
    count(0, 0, 30);
    epoch.stop(10, roles, counters(10));
    count(0, 0, 1000);
    epoch.start(50, 3, index -> true, counters(50));
    count(0, 0, 60);

    assertEquals(25, epoch.cycles(65));
    epoch.stop(65, roles, counters(65));

    assertEquals(90.0 / (3 * 25), epoch.ipc(Role.FOLLOWER, 0));
    assertFalse(epoch.isRunning());
  }

  @Test
  void stoppingTwiceCountsOnce() {
    epoch.start(0, 3, index -> true, counters(0));
    count(1, 1, 30);
    epoch.stop(10, roles, counters(10));

    epoch.stop(20, roles, counters(20));

    assertEquals(1.0, epoch.ipc(Role.FOLLOWER, 1));
  }

  @Test
  void forgetsWhatWasMeasured() {
    epoch.start(0, 3, index -> true, counters(0));
    epoch.stop(10, roles, counters(10));

    epoch.clear();

    assertEquals(0, epoch.cycles(20));
    assertTrue(Double.isNaN(epoch.ipc(Role.FOLLOWER, 0)));
  }

  @Test
  void measuresAKernelOnlyWhileItHasAThreadBlockOnTheSm() {
    long[][] held = {{10, 10}, {4, 0}, {0, 0}}; // by SM and side
    epoch.start(0, 3, index -> true, TestCounters.heldBy((i, side) -> 0, this::counter));
    count(0, 0, 30);
    count(1, 0, 12);

    epoch.stop(10, roles, TestCounters.heldBy((i, side) -> held[i][side], this::counter));

    assertEquals(42.0 / 14, epoch.ipc(Role.FOLLOWER, 0)); // not in 30 SM cycles
    assertEquals(0, epoch.ipc(Role.FOLLOWER, 1)); // it had thread blocks on SM 0 and stood still
  }

  @Test
  void aKernelThatHadNoThreadBlockOnAnySmOfARoleIsNotMeasuredThere() {
    epoch.start(0, 3, index -> true, TestCounters.heldBy((i, side) -> 0, this::counter));
    count(0, 0, 30);

    epoch.stop(10, roles, TestCounters.heldBy((i, side) -> side == 0 ? 10 : 0, this::counter));

    assertEquals(1.0, epoch.ipc(Role.FOLLOWER, 0));
    assertTrue(Double.isNaN(epoch.ipc(Role.FOLLOWER, 1)));
  }

  @Test
  void leavesSmsOutThatDoNotHoldTheirPartition() {
    epoch.start(0, 3, index -> index != 1, counters(0));
    count(0, 0, 30);
    count(1, 0, 1000);

    epoch.stop(10, roles, counters(10));

    assertEquals(30.0 / (2 * 10), epoch.ipc(Role.FOLLOWER, 0));
  }

  /** Both kernels are on each SM all the time. */
  private Epoch.Counters counters(long cycle) {
    return TestCounters.of(cycle, this::counter);
  }

  private long counter(int index, int side) {
    return counters[index][side];
  }

  private void count(int sm, int side, long instructions) {
    counters[sm][side] += instructions;
  }
}
