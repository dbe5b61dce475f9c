package org.polyphony.gpu.sm;

import java.util.List;
import java.util.Set;

/**
 * How the warp schedulers of an SM choose.
 *
 * @param withinKernel {@code gto}, {@code lrr} or {@code two-level}
 * @param betweenKernels {@code none}, {@code lrr}, {@code ipr} or {@code fair}
 * @param aloneIssue for {@code fair}: by process, warp instructions that an SM issued in a million
 *     cycles when it ran alone, at least 0; empty when not known: all processes are alike then
 */
public record WarpScheduling(String withinKernel, String betweenKernels, List<Integer> aloneIssue) {
  private static final Set<String> WITHIN = Set.of("gto", "lrr", "two-level");
  private static final Set<String> BETWEEN = Set.of("none", "lrr", "ipr", "fair");

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException when a name is unknown or a rate is negative
   */
  public WarpScheduling {
    aloneIssue = List.copyOf(aloneIssue);
    if (!BETWEEN.contains(betweenKernels)) {
      throw new IllegalArgumentException("kernel scheduler: " + betweenKernels);
    }
    if (!WITHIN.contains(withinKernel)) {
      throw new IllegalArgumentException("warp scheduler: " + withinKernel);
    }
    if (aloneIssue.stream().anyMatch(x -> x < 0)) {
      throw new IllegalArgumentException("issue rate alone: " + aloneIssue);
    }
  }

  /** Makes a scheduling that knows nothing of the processes alone. */
  public WarpScheduling(String withinKernel, String betweenKernels) {
    this(withinKernel, betweenKernels, List.of());
  }

  WarpOrder order(int schedulers, WarpTable warps) {
    return switch (withinKernel) {
      case "lrr" -> new LooseRoundRobin(schedulers);
      case "two-level" -> new TwoLevel(schedulers, warps);
      default -> new GreedyThenOldest(schedulers, warps);
    };
  }
}
