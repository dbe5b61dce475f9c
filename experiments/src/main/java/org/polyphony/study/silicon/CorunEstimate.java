package org.polyphony.study.silicon;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Estimates launches per second of sample kernels, alone and together, from their runs.
 *
 * <p>On disjoint SMs, a launch that ends within the run is timed directly. For a longer one, the
 * progress at the middle and the end of the run is compared with the same kernel alone on as many
 * SMs; the remainder is assumed to take as long as alone times the slowdown in the second half. On
 * streams, launches alternate; a turn lasts from the end of the first kernel's first launch to the
 * end of its second, and counts the instructions of both kernels in it.
 */
record CorunEstimate(MeasuredPairs measured, Map<KernelSetting, CorunRun> runs) {
  /** Returns the required runs, those of the first pair first. */
  static List<KernelSetting> needed(MeasuredPairs measured) {
    Set<KernelSetting> needed = new LinkedHashSet<>();
    for (MeasuredPair pair : measured.pairs()) {
      for (int i = 0; i < pair.kernels().size(); i++) {
        needed.add(alone(measured, pair.kernels().get(i), measured.sms()));
        needed.add(alone(measured, pair.kernels().get(i), pair.parts().get(i)));
      }
      needed.add(KernelSetting.of(pair));
    }
    measured
        .aloneRates()
        .forEach(
            (kernel, rates) ->
                rates.keySet().forEach(sms -> needed.add(alone(measured, kernel, sms))));
    return List.copyOf(needed);
  }

  /** A kernel alone; on all SMs it is launched twice, so that the second launch has a warm L2. */
  private static KernelSetting alone(MeasuredPairs measured, String kernel, int sms) {
    return KernelSetting.alone(kernel, sms, sms == measured.sms() ? 2 : 1);
  }

  private CorunRun alone(String kernel, int sms) {
    return runs.get(alone(measured, kernel, sms));
  }

  /** Returns whether the runs of a pair are available. */
  boolean knows(MeasuredPair pair) {
    boolean together = runs.containsKey(KernelSetting.of(pair));
    for (int i = 0; i < pair.kernels().size(); i++) {
      String kernel = pair.kernels().get(i);
      together &= alone(kernel, pair.parts().get(i)) != null;
      together &= alone(kernel, measured.sms()) != null;
    }
    return together;
  }

  /** Returns the core cycles of a launch alone on some SMs; NaN without its run. */
  double aloneCycles(String kernel, int sms) {
    CorunRun run = alone(kernel, sms);
    return run == null ? Double.NaN : run.kernels().get(0).end(0);
  }

  /** Returns the launch rate of each kernel of a pair relative to alone on all SMs. */
  List<Double> progress(MeasuredPair pair) {
    return pair.isOnStreams()
        ? List.of(turn(pair, 0), turn(pair, 1))
        : List.of(besides(pair, 0), besides(pair, 1));
  }

  CorunRun run(MeasuredPair pair) {
    return runs.get(KernelSetting.of(pair));
  }

  private double besides(MeasuredPair pair, int which) {
    String kernel = pair.kernels().get(which);
    CorunRun together = run(pair);
    double whole = aloneCycles(kernel, measured.sms());
    if (together.kernels().get(which).hasEnded()) {
      return whole / together.kernels().get(which).end(0);
    }
    CorunRun alone = alone(kernel, pair.parts().get(which));
    List<Long> issued = together.kernels().get(which).issued();
    double end = (double) issued.size() * together.stepCycles();
    double reached = alone.cycleOf(0, together.issuedBy(which, end));
    double reachedInTheMiddle = alone.cycleOf(0, together.issuedBy(which, end / 2));
    double slowdown = (end - end / 2) / (reached - reachedInTheMiddle);
    return whole / (end + slowdown * (alone.kernels().get(0).end(0) - reached));
  }

  private double turn(MeasuredPair pair, int which) {
    CorunRun together = run(pair);
    double from = together.kernels().get(0).end(0);
    double to = together.kernels().get(0).end(1);
    CorunRun.History alone = alone(pair.kernels().get(which), measured.sms()).kernels().get(0);
    double launches =
        (together.issuedBy(which, to) - together.issuedBy(which, from))
            / alone.launchInstructions();
    return launches * (alone.end(1) - alone.end(0)) / (to - from);
  }
}
