package org.polyphony.policy.partition.maestro;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Results of earlier SMK phases in this run: kernels that had fewer thread blocks than under even
 * partitioning, and pairs that have run together. Source: GPU Maestro section 4.1.
 */
final class History {
  /** The kernel never had fewer thread blocks than under even partitioning. */
  static final int NONE = 0;

  private final boolean used;
  private final Map<String, Integer> fewer = new HashMap<>();
  private final Map<String, KernelPair> pairs = new HashMap<>();

  /** Creates an empty history; it stays empty unless {@code used}. */
  History(boolean used) {
    this.used = used;
  }

  /** Records the thread blocks given to a kernel, and its count under even partitioning. */
  void note(String kernel, int threadBlocks, int even) {
    if (used && threadBlocks < even) {
      fewer.put(kernel, threadBlocks);
    } else {
      fewer.remove(kernel);
    }
  }

  /** Returns the thread blocks given to a kernel last, if fewer than even, else NONE. */
  int fewerThanEven(String kernel) {
    return fewer.getOrDefault(kernel, NONE);
  }

  /** Returns the pair recorded under a name, or a new one. */
  KernelPair pair(String name, Supplier<KernelPair> ifNew) {
    return used ? pairs.computeIfAbsent(name, key -> ifNew.get()) : ifNew.get();
  }
}
