package org.polyphony.policy.partition;

import java.util.Arrays;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Occupancy.Limit;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Free resources of an SM, by amount, while thread blocks are planned on it; may become negative.
 */
public final class SmRoom {
  private static final Limit[] LIMITS = Limit.values();

  private final int[] free = new int[LIMITS.length];

  public SmRoom(SmConfig sm) {
    Arrays.setAll(free, i -> Occupancy.of(LIMITS[i], sm));
  }

  /** Subtracts planned thread blocks. */
  public void take(ThreadBlockNeed need, int threadBlocks) {
    for (int i = 0; i < free.length; i++) {
      free[i] -= threadBlocks * Occupancy.of(LIMITS[i], need);
    }
  }

  public boolean isOverdrawn() {
    return Arrays.stream(free).anyMatch(left -> left < 0);
  }

  /** Returns how many thread blocks fit in one of equal parts of the free resources. */
  public int fitting(ThreadBlockNeed need, int parts) {
    int fitting = Integer.MAX_VALUE;
    for (int i = 0; i < free.length; i++) {
      int each = Occupancy.of(LIMITS[i], need);
      fitting = each == 0 ? fitting : Math.min(fitting, free[i] / parts / each);
    }
    return fitting;
  }
}
