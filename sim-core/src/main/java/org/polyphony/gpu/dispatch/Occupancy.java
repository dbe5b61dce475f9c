package org.polyphony.gpu.dispatch;

import java.util.EnumSet;
import java.util.Set;
import org.polyphony.gpu.config.SmConfig;

/**
 * Occupancy of an empty SM for one kernel, and its limiting resources. Source: CUDA occupancy
 * rules, as in NVIDIA's {@code cuda_occupancy.h}.
 *
 * @param threadBlocks thread blocks that fit, 0 if not even one does
 * @param limits the limiting resources; warps only if threads allow more
 */
public record Occupancy(int threadBlocks, Set<Limit> limits) {
  /** A resource of an SM that limits occupancy. */
  public enum Limit {
    /** 32-bit registers. */
    REGISTERS,
    /** Shared memory of the SM, or the maximum per thread block. */
    SHARED_MEMORY,
    /** Threads. */
    THREADS,
    /** Warp slots. */
    WARPS,
    /** Thread-block slots. */
    TB_SLOTS
  }

  public Occupancy {
    limits = Set.copyOf(limits);
  }

  public static Occupancy of(SmConfig sm, ThreadBlockNeed need) {
    return ofPart(sm, need, 1);
  }

  /**
   * Returns the occupancy of one of equal parts of an SM.
   *
   * @param parts at least 1
   */
  public static Occupancy ofPart(SmConfig sm, ThreadBlockNeed need, int parts) {
    int least = Integer.MAX_VALUE;
    int[] fitting = new int[Limit.values().length];
    for (Limit limit : Limit.values()) {
      fitting[limit.ordinal()] = fitting(limit, sm, need, parts);
      least = Math.min(least, fitting[limit.ordinal()]);
    }
    EnumSet<Limit> limits = EnumSet.noneOf(Limit.class);
    for (Limit limit : Limit.values()) {
      if (fitting[limit.ordinal()] == least) {
        limits.add(limit);
      }
    }
    if (limits.contains(Limit.THREADS)) {
      limits.remove(Limit.WARPS);
    }
    return new Occupancy(least, limits);
  }

  private static int fitting(Limit limit, SmConfig sm, ThreadBlockNeed need, int parts) {
    if (limit == Limit.SHARED_MEMORY && need.sharedMemoryBytes() > sm.sharedMemoryPerBlockBytes()) {
      return 0;
    }
    int demand = of(limit, need);
    return demand == 0 ? Integer.MAX_VALUE : of(limit, sm) / parts / demand;
  }

  /** Returns the largest of a thread block's shares of some resources of an SM, 0 to 1. */
  public static double largestShare(SmConfig sm, ThreadBlockNeed need, Limit... resources) {
    double share = 0;
    for (Limit limit : resources) {
      int demand = of(limit, need);
      share = demand == 0 ? share : Math.max(share, (double) demand / of(limit, sm));
    }
    return share;
  }

  /** Returns a thread block's need of a resource, in the resource's unit. */
  public static int of(Limit limit, ThreadBlockNeed need) {
    return switch (limit) {
      case REGISTERS -> need.registers();
      case SHARED_MEMORY -> need.sharedMemoryBytes();
      case THREADS -> need.threads();
      case WARPS -> need.warps();
      case TB_SLOTS -> 1;
    };
  }

  /** Returns an SM's capacity of a resource, in the resource's unit. */
  public static int of(Limit limit, SmConfig sm) {
    return switch (limit) {
      case REGISTERS -> sm.registers();
      case SHARED_MEMORY -> sm.sharedMemoryBytes();
      case THREADS -> sm.threads();
      case WARPS -> sm.warps();
      case TB_SLOTS -> sm.threadBlocks();
    };
  }
}
