package org.polyphony.policy.partition.tutti;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.policy.partition.SmRoom;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.partition.measure.Mix;

/**
 * The mixes of some kernels that an SM can hold. The filler, the kernel of which most thread blocks
 * fit on an empty SM, takes the room that the others leave, so that a mix is given by the counts of
 * the others.
 */
final class MixSpace {
  private final SmConfig sm;
  private final List<ThreadBlockNeed> needs;
  private final int[] occupancy; // by kernel
  private final boolean exists;
  private final int filler;
  private final Mix even;

  /**
   * Creates the mixes of kernels.
   *
   * @param needs of a thread block of each kernel, at least two
   */
  MixSpace(SmConfig sm, List<ThreadBlockNeed> needs) {
    this.sm = sm;
    this.needs = List.copyOf(needs);
    occupancy = new int[needs.size()];
    int most = 0;
    for (int k = 0; k < occupancy.length; k++) {
      occupancy[k] = Occupancy.of(sm, needs.get(k)).threadBlocks();
      most = occupancy[k] > occupancy[most] ? k : most;
    }
    exists = !room(ones()).isOverdrawn();
    filler = most;
    int[] counts = evenCounts();
    even = filled(counts).orElse(Mix.of(counts));
  }

  /** Returns the counts of even partitioning, at least 1 even if a kernel's share holds none. */
  private int[] evenCounts() {
    int[] share = SmkEven.evenCounts(sm, needs.toArray(new ThreadBlockNeed[0]));
    int[] counts = ones();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int k = 0; k < counts.length; k++) {
        boolean fits = counts[k] < share[k] && room(counts).fitting(needs.get(k), 1) > 0;
        counts[k] += fits ? 1 : 0;
        grows |= fits;
      }
    }
    return counts;
  }

  int kernels() {
    return needs.size();
  }

  int filler() {
    return filler;
  }

  /** Returns whether there is a mix: a thread block of each kernel fits on an SM at once. */
  boolean exists() {
    return exists;
  }

  private int[] ones() {
    int[] ones = new int[needs.size()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Returns how many thread blocks of a kernel an empty SM holds, at least 1. */
  int occupancy(int kernel) {
    return occupancy[kernel];
  }

  /** Returns the mix of an SM that runs one kernel alone. */
  Mix alone(int kernel) {
    int[] counts = new int[needs.size()];
    counts[kernel] = occupancy(kernel);
    return Mix.of(counts);
  }

  /** Returns even partitioning, filled up. */
  Mix even() {
    return even;
  }

  /**
   * Returns a mix with more or fewer thread blocks of a kernel other than the filler; empty if no
   * SM can hold it.
   */
  Optional<Mix> neighbour(Mix mix, int kernel, int more) {
    int[] counts = mix.counts();
    counts[kernel] += more;
    return filled(counts);
  }

  /** Returns the mix with these counts and as many of the filler as fit; empty if none fits. */
  private Optional<Mix> filled(int[] counts) {
    int[] full = counts.clone();
    full[filler] = 1;
    SmRoom room = room(full);
    for (int count : full) {
      if (count < 1 || room.isOverdrawn()) {
        return Optional.empty();
      }
    }
    full[filler] += room.fitting(needs.get(filler), 1);
    return Optional.of(Mix.of(full));
  }

  /**
   * Returns a mix with no more thread blocks of each kernel than its cap; other kernels take the
   * room.
   */
  Mix capped(Mix mix, int[] caps) {
    int[] counts = mix.counts();
    boolean isCapped = false;
    for (int k = 0; k < counts.length; k++) {
      isCapped |= counts[k] > caps[k];
      counts[k] = Math.min(counts[k], caps[k]);
    }
    SmRoom room = room(counts);
    for (int k = 0; isCapped && k < counts.length; k++) {
      if (counts[k] > 0) {
        int more = Math.min(caps[k] - counts[k], Math.max(0, room.fitting(needs.get(k), 1)));
        counts[k] += more;
        room = room(counts);
      }
    }
    return Mix.of(counts);
  }

  private SmRoom room(int[] counts) {
    SmRoom room = new SmRoom(sm);
    for (int k = 0; k < counts.length; k++) {
      room.take(needs.get(k), counts[k]);
    }
    return room;
  }
}
