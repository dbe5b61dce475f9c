package org.polyphony.policy.partition.maestro;

import java.util.Optional;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.SmRoom;
import org.polyphony.policy.partition.SmkEven;

/**
 * The partitions of an SM between two kernels: one of them has a number of thread blocks, the other
 * fills up the rest. Known when the kernels are launched. Under 2n-way sharing the SM is the pair's
 * part of it. Source: GPU Maestro sections 4.1 and 4.2.
 */
final class PairPartitions {
  private final SmConfig sm;
  private final ThreadBlockNeed[] need;
  private final int trialSide;
  private final Partition even;

  PairPartitions(SmConfig sm, ThreadBlockNeed first, ThreadBlockNeed second) {
    this.sm = sm;
    this.need = new ThreadBlockNeed[] {first, second};
    int ofFirst = Occupancy.of(sm, first).threadBlocks();
    int ofSecond = Occupancy.of(sm, second).threadBlocks();
    this.trialSide = ofSecond < ofFirst ? 1 : 0;
    int[] counts = SmkEven.evenCounts(sm, first, second);
    this.even = new Partition(counts[0], counts[1]);
  }

  boolean exist() {
    return most(0) >= 1;
  }

  /** Returns which kernel is the trial kernel: the one of which fewer fit on an empty SM. */
  int trialSide() {
    return trialSide;
  }

  /** Returns the partition of {@link SmkEven}. */
  Partition even() {
    return even;
  }

  /**
   * Returns the partition in which a kernel has this many thread blocks and the other fills up the
   * rest, or nothing if either of them would have none.
   */
  Optional<Partition> with(int side, int threadBlocks) {
    if (threadBlocks < 1 || threadBlocks > most(side)) {
      return Optional.empty();
    }
    SmRoom room = new SmRoom(sm);
    for (int i = 0; i < threadBlocks; i++) {
      room.take(need[side]);
    }
    int rest = room.fitting(need[1 - side], 1);
    return Optional.of(
        side == 0 ? new Partition(threadBlocks, rest) : new Partition(rest, threadBlocks));
  }

  Optional<Partition> trial(Partition from, int more) {
    return with(trialSide, from.of(trialSide) + more);
  }

  /** Returns how many thread blocks of the trial kernel a partition has more than the even one. */
  int fromEven(Partition partition) {
    return partition.of(trialSide) - even.of(trialSide);
  }

  private int most(int side) {
    SmRoom room = new SmRoom(sm);
    room.take(need[1 - side]);
    return room.isOverdrawn() ? 0 : room.fitting(need[side], 1);
  }
}
