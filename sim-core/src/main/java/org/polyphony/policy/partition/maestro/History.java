package org.polyphony.policy.partition.maestro;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What earlier SMK in this run has shown: kernels that were given fewer thread blocks than even,
 * and pairs of kernels that have run together. Source: GPU Maestro section 4.1.
 */
final class History {
  /** A kernel had no fewer thread blocks than even. */
  static final int NONE = 0;

  private final boolean used;
  private final Map<String, Integer> fewer = new HashMap<>();
  private final Map<String, KernelPair> pairs = new HashMap<>();

  /** Makes an empty one; one that is not used stays empty. */
  History(boolean used) {
    this.used = used;
  }

  /** Notes how many thread blocks a kernel was given, and how many even partitioning gives it. */
  void note(String kernel, int threadBlocks, int even) {
    if (used && threadBlocks < even) {
      fewer.put(kernel, threadBlocks);
    } else {
      fewer.remove(kernel);
    }
  }

  /** Returns the thread blocks that a kernel was given last, if fewer than even, or NONE. */
  int fewerThanEven(String kernel) {
    return fewer.getOrDefault(kernel, NONE);
  }

  /** Returns the pair that has run before under this name, or a new one. */
  KernelPair pair(String name, Supplier<KernelPair> ifNew) {
    return used ? pairs.computeIfAbsent(name, key -> ifNew.get()) : ifNew.get();
  }
}
