package org.polyphony.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * Two workloads, window after window under the partition that is best there, changed at no cost:
 * put together from runs under each partition. Where a workload is in its program decides how fast
 * it runs under a partition: as fast as it was there in that partition's own run. Source: GPU
 * Maestro section 3.2.2, Figure 4.
 *
 * <p>Approximate: in the run that a rate is taken from, the other workload was elsewhere in its
 * program.
 */
final class OracleTrace {
  private final List<List<ProgressCurve>> partitions;
  private final List<ProgressCurve> alone;
  private final double window;

  /**
   * Makes the trace.
   *
   * @param partitions for each partition, both workloads' progress in its run
   * @param alone both workloads' progress alone
   * @param window thread instructions of a window, on the whole device
   */
  OracleTrace(List<List<ProgressCurve>> partitions, List<ProgressCurve> alone, double window) {
    this.partitions = List.copyOf(partitions);
    this.alone = List.copyOf(alone);
    this.window = window;
  }

  /**
   * One window.
   *
   * @param partition that it was run under
   * @param cycles that it took
   * @param stp of the window
   */
  record Window(int partition, double cycles, double stp) {}

  /** Returns the windows under the best partition of each. */
  List<Window> best() {
    return run(0, partitions.size());
  }

  /** Returns the windows under one partition. */
  List<Window> under(int partition) {
    return run(partition, partition + 1);
  }

  /** Returns STP over all windows: alone time done in each cycle. */
  static double stp(List<Window> windows) {
    double cycles = windows.stream().mapToDouble(Window::cycles).sum();
    return windows.stream().mapToDouble(w -> w.stp() * w.cycles()).sum() / cycles;
  }

  private List<Window> run(int from, int to) {
    List<Window> windows = new ArrayList<>();
    double[] position = {0, 0};
    while (isKnown(position)) {
      int best = from;
      for (int p = from + 1; p < to; p++) {
        best = stpAt(p, position) > stpAt(best, position) ? p : best;
      }
      windows.add(advance(best, position));
    }
    return windows;
  }

  /** Returns whether every run knows of the whole next window, wherever the two get to. */
  private boolean isKnown(double[] position) {
    boolean isKnown = true;
    for (int w = 0; w < position.length; w++) {
      isKnown &= position[w] + window <= alone.get(w).end();
      for (List<ProgressCurve> curves : partitions) {
        isKnown &= position[w] + window <= curves.get(w).end();
      }
    }
    return isKnown;
  }

  private double stpAt(int partition, double[] position) {
    double stp = 0;
    for (int w = 0; w < position.length; w++) {
      stp +=
          partitions.get(partition).get(w).rateAt(position[w]) / alone.get(w).rateAt(position[w]);
    }
    return stp;
  }

  private Window advance(int partition, double[] position) {
    List<ProgressCurve> curves = partitions.get(partition);
    double[] rate = {curves.get(0).rateAt(position[0]), curves.get(1).rateAt(position[1])};
    double cycles = window / (rate[0] + rate[1]);
    double aloneCycles = 0;
    for (int w = 0; w < position.length; w++) {
      double before = alone.get(w).cyclesTo(position[w]);
      position[w] += rate[w] * cycles;
      aloneCycles += alone.get(w).cyclesTo(position[w]) - before;
    }
    return new Window(partition, cycles, aloneCycles / cycles);
  }
}
