package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * How many thread blocks of each kernel of a pair an SM of a role is granted: what the partition of
 * the role says, but on a dedicated SM no more of a small grid than its even share, so that the
 * kernel runs there as it would without SMK. Source: GPU Maestro section 4.1; DEVIATIONS.md 83.
 *
 * <p>State per kernel: the most thread blocks on a dedicated SM; unlimited where the grid is large.
 */
final class Grants {
  private final KernelPair pair;
  private final int[] whole;
  private final int[] own = new int[2];

  /**
   * Makes what is granted until roles are dealt again.
   *
   * @param whole thread blocks of each kernel that an SM holds of it alone, at least 1
   * @param grid thread blocks of each kernel's grid, at least 1
   */
  Grants(KernelPair pair, int[] wanted, int[] whole, long[] grid) {
    this.pair = pair;
    this.whole = whole.clone();
    for (int side = 0; side < 2; side++) {
      int sms = Arrays.stream(wanted).sum() - wanted[Role.dedicated(1 - side).ordinal()];
      long share = (grid[side] + sms - 1) / sms; // of the SMs that it may use
      own[side] = share < whole[side] ? (int) share : Quotas.UNLIMITED;
    }
  }

  /** Returns the quota of a kernel of the pair, 0 or 1, on an SM of a role; it may be unlimited. */
  int quota(Role role, int side) {
    return role == Role.dedicated(side) ? own[side] : pair.quota(role, side);
  }

  /** Returns the thread blocks that a role would have leave an SM. */
  int leaving(Role role, IntUnaryOperator resident) {
    int leaving = 0;
    for (int side = 0; side < 2; side++) {
      leaving += Math.max(0, resident.applyAsInt(side) - quota(role, side));
    }
    return leaving;
  }

  /** Returns what an SM holds when the partition of its role is in place. */
  Partition partition(Role role) {
    return new Partition(Math.min(whole[0], quota(role, 0)), Math.min(whole[1], quota(role, 1)));
  }
}
