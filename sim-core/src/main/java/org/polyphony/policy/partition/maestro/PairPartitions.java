package org.polyphony.policy.partition.maestro;

import java.util.Optional;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.SmRoom;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.partition.measure.Mix;

/**
 * The possible partitions of an SM between two kernels: one has a given number of thread blocks,
 * the other fills the remaining space. Known at kernel launch. Under 2n-way sharing, "SM" means the
 * pair's part of it. Source: GPU Maestro sections 4.1 and 4.2.
 */
final class PairPartitions {
  private final SmConfig sm;
  private final ThreadBlockNeed[] need;
  private final int trialSide;
  private final Mix even;

  PairPartitions(SmConfig sm, ThreadBlockNeed first, ThreadBlockNeed second) {
    this.sm = sm;
    this.need = new ThreadBlockNeed[] {first, second};
    int ofFirst = Occupancy.of(sm, first).threadBlocks();
    int ofSecond = Occupancy.of(sm, second).threadBlocks();
    this.trialSide = ofSecond < ofFirst ? 1 : 0;
    int[] counts = SmkEven.evenCounts(sm, first, second);
    this.even = Mix.of(counts[0], counts[1]);
  }

  boolean exist() {
    return most(0) >= 1;
  }

  /** Returns the trial kernel: the one with the lower occupancy on an empty SM. */
  int trialSide() {
    return trialSide;
  }

  /** Returns the partition of {@link SmkEven}. */
  Mix even() {
    return even;
  }

  /**
   * Returns the partition in which a kernel has {@code threadBlocks} and the other fills the
   * remaining space; empty if either would have none.
   */
  Optional<Mix> with(int side, int threadBlocks) {
    if (threadBlocks < 1 || threadBlocks > most(side)) {
      return Optional.empty();
    }
    SmRoom room = new SmRoom(sm);
    room.take(need[side], threadBlocks);
    int rest = room.fitting(need[1 - side], 1);
    return Optional.of(side == 0 ? Mix.of(threadBlocks, rest) : Mix.of(rest, threadBlocks));
  }

  Optional<Mix> trial(Mix from, int more) {
    return with(trialSide, from.of(trialSide) + more);
  }

  /** Returns the trial kernel's thread blocks in a partition minus those in the even one. */
  int fromEven(Mix partition) {
    return partition.of(trialSide) - even.of(trialSide);
  }

  private int most(int side) {
    SmRoom room = new SmRoom(sm);
    room.take(need[1 - side], 1);
    return room.isOverdrawn() ? 0 : room.fitting(need[side], 1);
  }
}
