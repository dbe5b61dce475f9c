package org.polyphony.policy.warp;

import java.util.List;
import org.polyphony.policy.PolicyDescription;

/**
 * The orders in which an SM issues from ready warps, as lists and descriptions present them; the
 * SMs implement them.
 */
public final class WarpSchedulers {
  private static final List<PolicyDescription> WITHIN_KERNEL =
      List.of(
          describe(
              "gto",
              "greedy then oldest: stays with a warp until it stalls, then takes the oldest",
              "Rogers et al., MICRO'12; GPU Maestro section 4.3"),
          describe(
              "lrr",
              "loose round robin: the next ready warp after the one that issued last",
              "Narasiman et al., MICRO'11"),
          describe(
              "two-level",
              "round robin within an active group of warps; a warp that waits leaves the group",
              "Narasiman et al., MICRO'11; GPU Maestro section 4.3"));

  private static final List<PolicyDescription> BETWEEN_KERNELS =
      List.of(
          describe(
              "none",
              "warps of all kernels on an SM are one pool",
              "GPU Maestro sections 3.3.2 and 5.2"),
          describe(
              "lrr",
              "the priority flips when a kernel of lower priority has a ready instruction",
              "GPU Maestro section 4.3"),
          describe(
              "ipr",
              "the kernel that issued the fewest warps for those it had ready comes first",
              "GPU Maestro section 5.2, Eq. 3"),
          describe(
              "fair",
              "kernels have quotas by their issue rate alone and the thread blocks they hold",
              "GPU Maestro section 5.2, Eq. 4; SMK-W of Wang et al., HPCA'16"));

  private WarpSchedulers() {}

  /** Returns the orders among warps of one kernel, the default first. */
  public static List<PolicyDescription> withinKernel() {
    return WITHIN_KERNEL;
  }

  /** Returns the orders among the kernels that share an SM; they come before those within one. */
  public static List<PolicyDescription> betweenKernels() {
    return BETWEEN_KERNELS;
  }

  private static PolicyDescription describe(String name, String line, String source) {
    return new PolicyDescription(name, line, source, List.of());
  }
}
