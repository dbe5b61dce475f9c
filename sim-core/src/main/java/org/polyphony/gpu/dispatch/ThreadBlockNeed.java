package org.polyphony.gpu.dispatch;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.Kernel;

/**
 * The SM resources of a resident thread block, rounded up to allocation units. Registers are
 * allocated per warp, shared memory per thread block. Source: GPU Maestro section 3.3.1; CUDA
 * occupancy rules.
 */
public record ThreadBlockNeed(int threads, int warps, int registers, int sharedMemoryBytes) {
  public static ThreadBlockNeed of(SmConfig sm, Kernel kernel) {
    return of(
        sm, kernel.threadsPerBlock(), kernel.registersPerThread(), kernel.sharedMemoryBytes());
  }

  /**
   * Computes the resource needs of a thread block on an SM.
   *
   * @throws IllegalArgumentException if a value is below its minimum
   */
  public static ThreadBlockNeed of(
      SmConfig sm, int threads, int registersPerThread, int sharedMemoryBytes) {
    checkAtLeast(1, "threads", threads);
    checkAtLeast(1, "registersPerThread", registersPerThread);
    checkAtLeast(0, "sharedMemoryBytes", sharedMemoryBytes);
    int warps = (threads + Kernel.WARP_SIZE - 1) / Kernel.WARP_SIZE;
    int registers =
        warps * roundUp(Kernel.WARP_SIZE * registersPerThread, sm.registerAllocationUnit());
    int shared = roundUp(sharedMemoryBytes, sm.sharedMemoryAllocationUnit());
    return new ThreadBlockNeed(threads, warps, registers, shared);
  }

  private static int roundUp(int amount, int unit) {
    return Math.floorDiv(amount + unit - 1, unit) * unit;
  }

  private static void checkAtLeast(int minimum, String name, int found) {
    if (found < minimum) {
      throw new IllegalArgumentException(name + " is below " + minimum + ": " + found);
    }
  }
}
