package org.polyphony.policy.partition.maestro;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Assigns processes to groups and SMs to groups: processes 0 and 1, 2 and 3, and so on form groups;
 * an odd last one is alone. Groups use SMK internally and spatial multitasking among each other.
 * Source: GPU Maestro section 4.2 (2-way allocation with more than two kernels).
 *
 * <p>Each group has home SMs in proportion to its processes; the SMs of groups that have nothing to
 * launch are lent to the others.
 */
final class PairAssignment {
  /** Maximum number of processes in a group. */
  static final int PAIR = 2;

  private static final int NONE = -1;

  private final int processes;
  private final int[] home; // SM -> group

  PairAssignment(int sms, int processes) {
    this.processes = processes;
    home = new int[sms];
    for (int sm = 0; sm < sms; sm++) {
      // the middle of SM i, in units of processes
      home[sm] = (int) ((2L * sm + 1) * processes / (2L * sms)) / PAIR;
    }
  }

  int groups() {
    return (processes + 1) / PAIR;
  }

  List<Integer> processes(int group) {
    int first = group * PAIR;
    return first + 1 < processes ? List.of(first, first + 1) : List.of(first);
  }

  /** Returns the group of each SM. */
  int[] deal(boolean[] active) {
    int[] group = home.clone();
    int[] count = new int[active.length];
    for (int each : group) {
      count[each]++;
    }
    for (int sm = 0; sm < group.length; sm++) {
      int other = active[group[sm]] ? NONE : fewest(count, active);
      if (other != NONE) {
        group[sm] = other;
        count[other]++;
      }
    }
    return group;
  }

  /** Returns the active group with the fewest SMs per process, or NONE. */
  private int fewest(int[] count, boolean[] active) {
    int best = NONE;
    for (int g = 0; g < active.length; g++) {
      if (active[g]
          && (best == NONE
              || count[g] * processes(best).size() < count[best] * processes(g).size())) {
        best = g;
      }
    }
    return best;
  }

  /** Returns the SMs of a group, in ascending order. */
  static int[] smsOf(int group, int[] groupOf) {
    return IntStream.range(0, groupOf.length).filter(sm -> groupOf[sm] == group).toArray();
  }
}
