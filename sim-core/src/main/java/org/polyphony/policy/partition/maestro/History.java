package org.polyphony.policy.partition.maestro;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What is known of kernels from earlier in this run: those that had fewer thread blocks than under
 * even partitioning, their IPC on dedicated SMs, and pairs that have run together, which continue
 * their epoch in later launches. Source: GPU Maestro section 4.1; DEVIATIONS.md 59.
 */
final class History {
  /** The kernel never had fewer thread blocks than under even partitioning. */
  static final int NONE = 0;

  private final boolean startsFromEarlierShares;
  private final Map<String, Integer> fewer = new HashMap<>();
  private final Map<String, Double> alone = new HashMap<>();
  private final Map<String, KernelPair> pairs = new HashMap<>();

  private List<Integer> given = List.of();

  void given(List<Integer> speeds) {
    given = speeds;
  }

  /** Returns the thread instructions of a process alone per cycle of an SM. */
  double given(int process) {
    return given.get(given.size() / 2 + process) / 1e6;
  }

  /** Creates an empty history, which records shares only if kernels start from earlier ones. */
  History(boolean startsFromEarlierShares) {
    this.startsFromEarlierShares = startsFromEarlierShares;
  }

  /** Records the thread blocks given to a kernel, and its count under even partitioning. */
  void note(String kernel, int threadBlocks, int even) {
    if (startsFromEarlierShares && threadBlocks < even) {
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
    return pairs.computeIfAbsent(name, key -> ifNew.get());
  }

  /** Records a kernel's IPC on a dedicated SM, unless it is NaN. */
  void noteAlone(String kernel, double ipc) {
    if (!Double.isNaN(ipc)) {
      alone.put(kernel, ipc);
    }
  }

  /** Returns a kernel's last IPC on a dedicated SM; NaN if unknown. */
  double alone(String kernel) {
    return alone.getOrDefault(kernel, Double.NaN);
  }
}
