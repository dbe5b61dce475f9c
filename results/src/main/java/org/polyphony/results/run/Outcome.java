package org.polyphony.results.run;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Fidelity.Treatment;
import org.polyphony.metrics.Antt;
import org.polyphony.metrics.Stp;
import org.polyphony.results.store.AloneRun;
import org.polyphony.simulation.RunResult;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * The result of an experiment.
 *
 * @param experiment that was run
 * @param alone each workload alone, in config order; empty if the experiment was stopped earlier
 * @param shared the shared run; all counters are 0 if the experiment was stopped earlier
 * @param inexact how often the shared run issued each instruction that is not exact
 * @param seconds wall-clock seconds of simulation, without cached runs
 * @param cpuSeconds processor seconds of the simulating thread in this time
 * @param simulatedWarpInstructions warp instructions simulated in this time
 */
public record Outcome(
    Experiment experiment,
    List<Optional<AloneRun>> alone,
    RunResult shared,
    List<InstructionCount> inexact,
    double seconds,
    double cpuSeconds,
    long simulatedWarpInstructions) {

  /**
   * Returns the thread instructions per cycle of a workload alone; NaN if unknown. With arrivals it
   * is that of as many rounds as it has done beside the others.
   *
   * @param workload index in config order
   */
  public double ipcAlone(int workload) {
    long work = shared.benchmarks().get(workload).threadInstructions();
    boolean isOpen = experiment.spec().isOpen() && work > 0;
    return alone.get(workload).map(run -> isOpen ? run.ipc(work) : run.ipc()).orElse(Double.NaN);
  }

  /**
   * Returns a workload's speed in the shared run over its speed alone; NaN if either is unknown.
   * Source: GPU Maestro section 5.
   *
   * @param workload index in config order
   */
  public double normalizedProgress(int workload) {
    return hasRequests(workload)
        ? mean(workload, slowdown -> 1 / slowdown)
        : shared.benchmarks().get(workload).ipc() / ipcAlone(workload);
  }

  /** Returns whether a workload runs once for each of its requests. */
  public boolean hasRequests(int workload) {
    return experiment.spec().tenants().get(workload).arrivals().isPresent();
  }

  /** Returns whether a policy that decides at run time made no decision. */
  public boolean isUndecided() {
    return shared.partitioning().policy().decides() && shared.partitioning().decisions().isEmpty();
  }

  /** Returns whether it was composed of several runs, so that it has no device of its own. */
  boolean isComposed() {
    return !shared.parts().isEmpty();
  }

  /** Returns the SM cycles of the shared run. */
  long smCycles() {
    return shared.cycles() * experiment.spec().gpu().sms();
  }

  /** Returns the warp slots of all SMs, summed over the cycles of the shared run. */
  long warpSlotCycles() {
    return smCycles() * experiment.spec().gpu().sm().warps();
  }

  /** Returns the bandwidth that bytes take which are moved in the course of the shared run. */
  double gigabytesPerSecond(long bytes) {
    return (double) bytes / shared.cycles() * experiment.spec().gpu().coreKhz() / 1e6;
  }

  /** Returns the requests to a workload that have ended, by arrival. */
  public List<RunResult.Request> requests(int workload) {
    return shared.requests().stream().filter(r -> r.workload() == workload).toList();
  }

  /** Returns the latencies of the requests to a workload. */
  public Latencies latencies(int workload) {
    return new Latencies(requests(workload), experiment.spec().gpu().coreKhz());
  }

  /**
   * Returns the latency of a request over the time of the same round alone, the first with cold
   * caches; NaN if that is unknown.
   */
  double slowdown(RunResult.Request request) {
    return alone
        .get(request.workload())
        .map(run -> (double) request.latency() / run.cyclesOf(request.request()))
        .orElse(Double.NaN);
  }

  /** Returns the mean of a function of the slowdown of each request. */
  private double mean(int workload, DoubleUnaryOperator ofSlowdown) {
    return requests(workload).stream()
        .mapToDouble(this::slowdown)
        .map(ofSlowdown)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns system throughput: the sum of normalized progress. */
  public double stp() {
    return ifKnown(progress(), Stp::of);
  }

  /**
   * Returns average normalized turnaround time: the mean over workloads of the reciprocal of
   * normalized progress, or of the mean slowdown of its requests.
   */
  public double antt() {
    double[] progress = progress();
    for (int w = 0; w < progress.length; w++) {
      progress[w] = hasRequests(w) ? 1 / mean(w, slowdown -> slowdown) : progress[w];
    }
    return ifKnown(progress, Antt::of);
  }

  /** Returns the minimum normalized progress of all workloads; NaN if one is unknown. */
  double minimumProgress() {
    return ifKnown(progress(), progress -> Arrays.stream(progress).min().orElseThrow());
  }

  private double[] progress() {
    return IntStream.range(0, alone.size()).mapToDouble(this::normalizedProgress).toArray();
  }

  /**
   * Returns system throughput.
   *
   * @param benchmarks first round of each workload, in config order
   */
  double stp(List<RunResult.Benchmark> benchmarks) {
    return ifKnown(progress(benchmarks), Stp::of);
  }

  /**
   * Returns average normalized turnaround time.
   *
   * @param benchmarks first round of each workload, in config order
   */
  double antt(List<RunResult.Benchmark> benchmarks) {
    return ifKnown(progress(benchmarks), Antt::of);
  }

  /** A stop can precede the end of an alone run, or a workload's first instruction. */
  private static double ifKnown(double[] progress, ToDoubleFunction<double[]> metric) {
    boolean isKnown = Arrays.stream(progress).allMatch(each -> each > 0);
    return isKnown ? metric.applyAsDouble(progress) : Double.NaN;
  }

  private double[] progress(List<RunResult.Benchmark> benchmarks) {
    return IntStream.range(0, alone.size())
        .mapToDouble(i -> benchmarks.get(i).ipc() / ipcAlone(i))
        .toArray();
  }

  /** Returns the warp instructions that were approximated, on request or as a rule. */
  public long approximated() {
    return InstructionCount.sum(inexact, Treatment.APPROXIMATED)
        + InstructionCount.sum(inexact, Treatment.NOT_MODELLED);
  }

  /** Returns the warp instructions that had no effect. */
  public long ignored() {
    return InstructionCount.sum(inexact, Treatment.IGNORED);
  }

  /** Returns warp instructions simulated per wall-clock second; 0 if nothing was simulated. */
  public double warpInstructionsPerSecond() {
    return seconds > 0 ? simulatedWarpInstructions / seconds : 0;
  }
}
