package org.polyphony.policy.warp;

import java.util.List;
import java.util.function.Function;
import org.polyphony.gpu.sm.issue.KernelOrder;
import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.policy.PolicyDescription;

/** Warp and kernel scheduling orders by name; register a new one here. */
public final class WarpSchedulers {
  private static final PolicyDescription NONE =
      new PolicyDescription(
          "none",
          "the warps of all kernels on an SM are one pool",
          "GPU Maestro sections 3.3.2 and 5.2");

  private static final List<Within> WITHIN_KERNEL =
      List.of(
          new Within(GreedyThenOldest.DESCRIPTION, GreedyThenOldest::new),
          new Within(LooseRoundRobin.DESCRIPTION, (n, warps) -> new LooseRoundRobin(n)),
          new Within(TwoLevel.DESCRIPTION, (n, warps) -> new TwoLevel(n, warps.states())));

  private static final List<Between> BETWEEN_KERNELS =
      List.of(
          new Between(NONE, rates -> null),
          new Between(
              KernelRoundRobin.DESCRIPTION,
              rates -> (n, kernels, warps) -> new KernelRoundRobin(n, kernels)),
          new Between(
              IssuedPerReady.DESCRIPTION,
              rates -> (n, kernels, warps) -> new IssuedPerReady(n, kernels)),
          new Between(
              FairQuotas.DESCRIPTION,
              rates -> (n, kernels, warps) -> new FairQuotas(kernels, warps, rates)));

  private record Within(PolicyDescription description, WarpOrder.Factory factory) {}

  private record Between(
      PolicyDescription description, Function<List<Integer>, KernelOrder.Factory> factory) {}

  private WarpSchedulers() {}

  /** Returns the orders among warps of one kernel, the default first. */
  public static List<PolicyDescription> withinKernel() {
    return WITHIN_KERNEL.stream().map(Within::description).toList();
  }

  /**
   * Returns the orders among the kernels that share an SM, which take precedence over those within
   * a kernel.
   */
  public static List<PolicyDescription> betweenKernels() {
    return BETWEEN_KERNELS.stream().map(Between::description).toList();
  }

  /** Returns a scheduling without issue rates of the processes alone. */
  public static WarpScheduling scheduling(String withinKernel, String betweenKernels) {
    return scheduling(withinKernel, betweenKernels, List.of());
  }

  /**
   * Returns a scheduling.
   *
   * @param withinKernel a name of {@link #withinKernel}
   * @param betweenKernels a name of {@link #betweenKernels}
   * @param aloneIssue for {@code fair}: by process, warp instructions per million cycles of an SM
   *     when it runs alone, at least 0; empty if unknown, which treats all processes alike
   * @throws IllegalArgumentException if a name is unknown or a rate is negative
   */
  public static WarpScheduling scheduling(
      String withinKernel, String betweenKernels, List<Integer> aloneIssue) {
    if (aloneIssue.stream().anyMatch(rate -> rate < 0)) {
      throw new IllegalArgumentException("solo issue rate: " + aloneIssue);
    }
    for (Within within : WITHIN_KERNEL) {
      if (within.description.name().equals(withinKernel)) {
        return new WarpScheduling(within.factory, between(betweenKernels, aloneIssue));
      }
    }
    throw new IllegalArgumentException("warp scheduler: " + withinKernel);
  }

  private static KernelOrder.Factory between(String name, List<Integer> aloneIssue) {
    for (Between between : BETWEEN_KERNELS) {
      if (between.description.name().equals(name)) {
        return between.factory.apply(List.copyOf(aloneIssue));
      }
    }
    throw new IllegalArgumentException("kernel scheduler: " + name);
  }
}
