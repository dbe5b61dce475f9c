package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.IntStream;

/**
 * The role of each SM of a group. Roles are assigned so that few thread blocks have to leave: an SM
 * keeps its role if possible, then pairs of SMs swap roles as long as that reduces the cost.
 * Source: GPU Maestro section 4.1, Figure 9.
 */
final class Roles {
  private static final int MANY = 1 << 10; // exceeds the SMs of any device

  private final Role[] role;

  Roles(int sms) {
    role = new Role[sms];
    Arrays.fill(role, Role.FOLLOWER);
  }

  /** The cost of giving an SM a role, in thread blocks that have to leave. */
  @FunctionalInterface
  interface Moves {
    int of(int index, Role role);
  }

  /** Returns the role of the SM with an index in the group. */
  Role of(int index) {
    return role[index];
  }

  int count(Role wanted) {
    return Collections.frequency(Arrays.asList(role), wanted);
  }

  /**
   * Assigns roles.
   *
   * @return number of thread blocks that have to leave
   */
  int assign(int[] wanted, Moves moves) {
    int[] open = wanted.clone();
    boolean[] kept = new boolean[role.length];
    for (int i = 0; i < role.length; i++) {
      kept[i] = open[role[i].ordinal()]-- > 0;
    }
    Arrays.setAll(open, r -> Math.max(0, open[r]));
    for (int i = 0; i < role.length; i++) {
      if (!kept[i]) {
        role[i] = cheapest(i, open, moves);
        open[role[i].ordinal()]--;
      }
    }
    while (swapOnce(moves)) {
      // terminates, since each swap lowers the sum
    }
    return IntStream.range(0, role.length).map(i -> moves.of(i, role[i])).sum();
  }

  private static Role cheapest(int index, int[] open, Moves moves) {
    Role best = null;
    for (Role each : Role.ALL) {
      if (open[each.ordinal()] > 0
          && (best == null || moves.of(index, each) < moves.of(index, best))) {
        best = each;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("fewer roles than SMs: " + index);
    }
    return best;
  }

  private boolean swapOnce(Moves moves) {
    boolean swapped = false;
    for (int i = 0; i < role.length; i++) {
      for (int j = i + 1; j < role.length; j++) {
        int now = cost(moves, i, role[i]) + cost(moves, j, role[j]);
        if (role[i] != role[j] && cost(moves, i, role[j]) + cost(moves, j, role[i]) < now) {
          Role other = role[i];
          role[i] = role[j];
          role[j] = other;
          swapped = true;
        }
      }
    }
    return swapped;
  }

  /** Thread blocks that leave count first, then the number of SMs they leave. */
  private static int cost(Moves moves, int index, Role role) {
    int leaving = moves.of(index, role);
    return leaving * MANY + (leaving > 0 ? 1 : 0);
  }
}
