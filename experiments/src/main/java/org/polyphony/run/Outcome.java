package org.polyphony.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.metrics.Antt;
import org.polyphony.metrics.Stp;
import org.polyphony.simulation.RunResult;
import org.polyphony.store.AloneRun;

/**
 * What an experiment has given.
 *
 * @param experiment what was run
 * @param alone each workload alone, in config order; empty where a stop came first
 * @param shared the shared run; counts of zero where a stop came first
 * @param seconds wall-clock seconds of all simulation, cached runs not included
 * @param cpuSeconds processor seconds of the simulating thread in the same
 * @param simulatedWarpInstructions warp instructions simulated in these seconds
 */
public record Outcome(
    Experiment experiment,
    List<Optional<AloneRun>> alone,
    RunResult shared,
    double seconds,
    double cpuSeconds,
    long simulatedWarpInstructions) {

  /**
   * Returns the thread instructions per cycle of a workload alone, or not a number when unknown.
   *
   * @param workload index in config order
   */
  public double ipcAlone(int workload) {
    return alone.get(workload).map(AloneRun::ipc).orElse(Double.NaN);
  }

  /**
   * Returns a workload's speed in the shared run over its speed alone, or not a number when either
   * is unknown. Source: GPU Maestro section 5.
   *
   * @param workload index in config order
   */
  public double normalizedProgress(int workload) {
    return shared.benchmarks().get(workload).ipc() / ipcAlone(workload);
  }

  /** Returns system throughput: the sum of normalized progress. */
  public double stp() {
    return stp(shared.benchmarks());
  }

  /** Returns average normalized turnaround time: the mean of 1 over normalized progress. */
  public double antt() {
    return antt(shared.benchmarks());
  }

  /** Returns the progress of the workload that makes least; not a number when one is not known. */
  double minimumProgress() {
    double[] progress = progress(shared.benchmarks());
    return isKnown(progress) ? Arrays.stream(progress).min().orElseThrow() : Double.NaN;
  }

  /**
   * Returns system throughput.
   *
   * @param benchmarks first round of each workload, in config order
   */
  double stp(List<RunResult.Benchmark> benchmarks) {
    double[] progress = progress(benchmarks);
    return isKnown(progress) ? Stp.of(progress) : Double.NaN;
  }

  /**
   * Returns average normalized turnaround time.
   *
   * @param benchmarks first round of each workload, in config order
   */
  double antt(List<RunResult.Benchmark> benchmarks) {
    double[] progress = progress(benchmarks);
    return isKnown(progress) ? Antt.of(progress) : Double.NaN;
  }

  /** A stop can come before an alone run is over, or before a workload has issued anything. */
  private static boolean isKnown(double[] progress) {
    return Arrays.stream(progress).allMatch(each -> each > 0);
  }

  private double[] progress(List<RunResult.Benchmark> benchmarks) {
    double[] progress = new double[alone.size()];
    for (int i = 0; i < progress.length; i++) {
      progress[i] = benchmarks.get(i).ipc() / ipcAlone(i);
    }
    return progress;
  }

  /** Returns warp instructions simulated per wall-clock second; 0 when nothing was simulated. */
  public double warpInstructionsPerSecond() {
    return seconds > 0 ? simulatedWarpInstructions / seconds : 0;
  }
}
