package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.Collections;
import java.util.stream.IntStream;

/**
 * The role of each SM of a group. Roles are dealt so that few thread blocks have to leave: an SM
 * keeps its role where it can, then pairs of SMs swap roles as long as that saves something.
 * Source: GPU Maestro section 4.1, Figure 9.
 */
final class Roles {
  private static final int MANY = 1 << 10; // more SMs than a device has

  private final Role[] role;

  Roles(int sms) {
    role = new Role[sms];
    Arrays.fill(role, Role.FOLLOWER);
  }

  /** What it costs to give an SM a role. */
  @FunctionalInterface
  interface Moves {
    int of(int index, Role role);
  }

  int size() {
    return role.length;
  }

  /** Returns the role of an SM of the group, by its index there. */
  Role of(int index) {
    return role[index];
  }

  int count(Role wanted) {
    return Collections.frequency(Arrays.asList(role), wanted);
  }

  /**
   * Deals roles.
   *
   * @return thread blocks that have to leave
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
      // each swap lowers the sum
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

  /** Thread blocks count first, then SMs on which any has to leave. */
  private static int cost(Moves moves, int index, Role role) {
    int leaving = moves.of(index, role);
    return leaving * MANY + (leaving > 0 ? 1 : 0);
  }
}
