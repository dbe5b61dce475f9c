package org.polyphony.study.probe;

import java.util.List;
import org.polyphony.study.probe.LaunchHistory.OfKernel;
import org.polyphony.study.probe.LaunchHistory.Request;

/**
 * How fast kernels are beside each other, relative to alone on the whole device.
 *
 * <p>On disjoint SMs, a launch that ends within the run is timed directly. For a longer one, the
 * progress at the middle and the end of the run is compared with the same kernel alone on as many
 * SMs; the remainder is assumed to take as long as alone times the slowdown in the second half.
 * Kernels that take turns are compared from the end of the first kernel's first launch to the end
 * of its second, and those beside requests from the first request to the end of the last.
 *
 * @param alone of each kernel on the whole device
 * @param parts of each kernel on its SMs; empty unless the SMs are disjoint
 * @param steadyCycles of which the second half is compared; 0 to compare launches
 */
record LaunchProgress(
    LaunchHistory together,
    List<LaunchHistory> alone,
    List<LaunchHistory> parts,
    double steadyCycles) {
  double of(int kernel) {
    if (!together.kernels().get(kernel).requests().isEmpty()) {
      return Double.NaN;
    } else if (steadyCycles > 0) {
      return issuedSteadily(together.kernels().get(kernel)) / issuedSteadily(alone(kernel));
    }
    return parts.isEmpty() ? between(kernel) : beside(kernel);
  }

  private OfKernel alone(int kernel) {
    return alone.get(kernel).kernels().get(0);
  }

  /** A kernel that issued nothing counts as one thread instruction. */
  private double issuedSteadily(OfKernel kernel) {
    return Math.max(1, kernel.issued(steadyCycles / 2, steadyCycles));
  }

  private double beside(int which) {
    OfKernel kernel = together.kernels().get(which);
    double whole = alone(which).firstEnd();
    if (kernel.hasEnded()) {
      return whole / kernel.firstEnd();
    }
    OfKernel part = parts.get(which).kernels().get(0);
    double end = kernel.cycles();
    double reached = part.cycleOf(kernel.issuedBy(end));
    double reachedInTheMiddle = part.cycleOf(kernel.issuedBy(end / 2));
    double slowdown = (end - end / 2) / (reached - reachedInTheMiddle);
    return whole / (end + slowdown * (part.firstEnd() - reached));
  }

  private double between(int which) {
    List<Request> requests =
        together.kernels().stream().flatMap(kernel -> kernel.requests().stream()).toList();
    List<Long> turns = together.kernels().get(0).launchEnds();
    double from = requests.isEmpty() ? turns.get(0) : requests.get(0).arrival();
    double to = requests.isEmpty() ? turns.get(1) : requests.get(requests.size() - 1).end();
    OfKernel alone = alone(which);
    double launches = together.kernels().get(which).issued(from, to) / alone.launchInstructions();
    return launches * alone.laterLaunch() / (to - from);
  }
}
