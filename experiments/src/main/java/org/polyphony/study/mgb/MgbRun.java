package org.polyphony.study.mgb;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.host.JobResult;
import org.polyphony.run.host.HostOutcome;

/**
 * The result of a mix of jobs.
 *
 * @param queuedNanos by job: how long its kernels waited for a place on their device
 */
record MgbRun(HostOutcome outcome, List<Long> queuedNanos) {
  private List<JobResult> finished() {
    return outcome.jobs().stream().filter(r -> r.outcome() == JobResult.Outcome.FINISHED).toList();
  }

  /** Returns finished jobs over the makespan. */
  double jobsPerSecond() {
    return finished().size() / outcome.makespanSeconds();
  }

  double crashed() {
    return 1 - (double) finished().size() / outcome.jobs().size();
  }

  /** Returns the mean turnaround of finished jobs. */
  double turnaroundNanos() {
    return mean(r -> r.endNanos() - r.arrivalNanos());
  }

  /** Returns the total kernel time over the kernels' time alone, minus 1. */
  double kernelSlowdown() {
    return mean(JobResult::kernelNanos) / mean(JobResult::kernelAloneNanos) - 1;
  }

  /** Returns the same without the time that kernels waited for a place on their device. */
  double slowdownOnDevice() {
    double queued = 0;
    for (int job = 0; job < queuedNanos.size(); job++) {
      boolean isFinished = outcome.jobs().get(job).outcome() == JobResult.Outcome.FINISHED;
      queued += isFinished ? queuedNanos.get(job) : 0;
    }
    double kernels = mean(JobResult::kernelNanos) * finished().size();
    double alone = mean(JobResult::kernelAloneNanos) * finished().size();
    return (kernels - queued) / alone - 1;
  }

  private double mean(ToDoubleFunction<JobResult> value) {
    return finished().stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /**
   * Returns the mean, over jobs, of the turnaround in another run of the same jobs relative to this
   * run; all jobs must have finished in both.
   */
  double turnaroundSpeedUp(MgbRun other) {
    List<JobResult> here = outcome.jobs();
    List<JobResult> there = other.outcome.jobs();
    return IntStream.range(0, here.size())
        .mapToDouble(
            job ->
                (double) (there.get(job).endNanos() - there.get(job).arrivalNanos())
                    / (here.get(job).endNanos() - here.get(job).arrivalNanos()))
        .average()
        .orElse(Double.NaN);
  }
}
