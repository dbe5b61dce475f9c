package org.polyphony.policy.partition.maestro;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.policy.partition.measure.Mix;

/**
 * Thread-block quotas of each role for the kernels of a pair. Quotas follow the role's partition,
 * except that a small grid gets no more than its even share of a dedicated SM, so that the kernel
 * runs there as it would without SMK. Source: GPU Maestro section 4.1; DEVIATIONS.md 83.
 *
 * <p>State per kernel: quota on a dedicated SM; unlimited if the grid is large.
 */
final class Grants {
  private final KernelPair pair;
  private final int[] whole;
  private final int[] own = new int[2];

  /**
   * Creates the quotas, valid until roles are assigned again.
   *
   * @param whole occupancy of each kernel alone on an SM, at least 1
   * @param grid thread blocks in each kernel's grid, at least 1
   */
  Grants(KernelPair pair, int[] wanted, int[] whole, long[] grid) {
    this.pair = pair;
    this.whole = whole.clone();
    for (int side = 0; side < 2; side++) {
      int sms = Arrays.stream(wanted).sum() - wanted[Role.dedicated(1 - side).ordinal()];
      long share = (grid[side] + sms - 1) / sms; // per SM that it may use
      own[side] = share < whole[side] ? (int) share : Quotas.UNLIMITED;
    }
  }

  /** Returns the quota of a kernel of the pair, 0 or 1, on an SM with a role; may be unlimited. */
  int quota(Role role, int side) {
    return role == Role.dedicated(side) ? own[side] : pair.quota(role, side);
  }

  /** Returns how many thread blocks have to leave an SM that takes a role. */
  int leaving(Role role, IntUnaryOperator resident) {
    int leaving = 0;
    for (int side = 0; side < 2; side++) {
      leaving += Math.max(0, resident.applyAsInt(side) - quota(role, side));
    }
    return leaving;
  }

  /** Returns the thread blocks on an SM whose partition is in place. */
  Mix partition(Role role) {
    return Mix.of(Math.min(whole[0], quota(role, 0)), Math.min(whole[1], quota(role, 1)));
  }
}
