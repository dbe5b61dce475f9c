package org.polyphony.gpu.sm;

/**
 * How the warp schedulers of an SM choose.
 *
 * @param withinKernel {@code gto}, {@code lrr} or {@code two-level}
 * @param betweenKernels {@code none} or {@code lrr}
 */
public record WarpScheduling(String withinKernel, String betweenKernels) {
  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException when a name is unknown
   */
  public WarpScheduling {
    if (!betweenKernels.equals("none") && !betweenKernels.equals("lrr")) {
      throw new IllegalArgumentException("kernel scheduler: " + betweenKernels);
    }
    if (!withinKernel.equals("gto")
        && !withinKernel.equals("lrr")
        && !withinKernel.equals("two-level")) {
      throw new IllegalArgumentException("warp scheduler: " + withinKernel);
    }
  }

  WarpOrder order(int schedulers, WarpTable warps) {
    return switch (withinKernel) {
      case "lrr" -> new LooseRoundRobin(schedulers);
      case "two-level" -> new TwoLevel(schedulers, warps);
      default -> new GreedyThenOldest(schedulers, warps);
    };
  }
}
