package org.polyphony.run.host;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters;

/**
 * The result of one scheduler.
 *
 * @param run id of the run
 * @param scheduler the scheduler's name
 * @param jobs result of each job
 * @param endNanos end of the last job
 * @param utilisation of cores and devices
 * @param activities of the jobs over time
 * @param broker counters of the broker; empty without one
 * @param queuedNanos of each job: how long its kernels waited on devices that model it
 */
public record HostOutcome(
    String run,
    String scheduler,
    List<JobResult> jobs,
    long endNanos,
    Utilisation utilisation,
    List<ActivityLog.Interval> activities,
    Optional<BrokerCounters> broker,
    List<Long> queuedNanos) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double ROUNDING = 1e-9;

  public HostOutcome {
    jobs = List.copyOf(jobs);
    activities = List.copyOf(activities);
    queuedNanos = List.copyOf(queuedNanos);
  }

  public HostOutcome named(String name) {
    return new HostOutcome(
        name, scheduler, jobs, endNanos, utilisation, activities, broker, queuedNanos);
  }

  /** Returns the makespan: seconds from time 0 to the end of the last job. */
  public double makespanSeconds() {
    return endNanos / NANOS_PER_SECOND;
  }

  /**
   * Returns the mean of a series of the whole machine, 0 to 1.
   *
   * @param series one of {@link Utilisation}
   */
  public double mean(int series) {
    return utilisation.series().mean(series, endNanos);
  }

  public boolean isPartial() {
    return count(JobResult.Outcome.UNFINISHED) > 0;
  }

  public long count(JobResult.Outcome outcome) {
    return jobs.stream().filter(job -> job.outcome() == outcome).count();
  }

  /**
   * Returns the share of windows in which all devices together are used for more than a part of the
   * time, up to another part.
   */
  public double gpuUsed(double above, double upTo) {
    return DoubleStream.of(utilisation.series().means(Utilisation.GPU, endNanos))
        .map(mean -> mean > above + ROUNDING && mean <= upTo + ROUNDING ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the kernel time of finished jobs over that of the kernels alone, minus 1. */
  public double kernelSlowdown() {
    return slowdown(job -> 0);
  }

  /** Returns the same without the time that kernels waited on their device. */
  public double kernelSlowdownOnDevice() {
    return slowdown(queuedNanos::get);
  }

  private double slowdown(IntToLongFunction waited) {
    double kernels = 0;
    double alone = 0;
    for (int job = 0; job < jobs.size(); job++) {
      if (jobs.get(job).outcome() == JobResult.Outcome.FINISHED) {
        kernels += jobs.get(job).kernelNanos() - waited.applyAsLong(job);
        alone += jobs.get(job).kernelAloneNanos();
      }
    }
    return kernels / alone - 1;
  }

  /** Returns the mean turnaround of finished jobs, from submission to end, in seconds. */
  public double meanTurnaroundSeconds() {
    return jobs.stream()
            .filter(job -> job.outcome() == JobResult.Outcome.FINISHED)
            .mapToDouble(job -> job.endNanos() - job.arrivalNanos()) // a sum of longs can overflow
            .average()
            .orElse(Double.NaN)
        / NANOS_PER_SECOND;
  }

  /** Returns the mean time that a job waited for the GPU scheduler, in seconds. */
  public double meanWaitSeconds() {
    return jobs.stream().mapToDouble(JobResult::waitedNanos).average().orElse(0) / NANOS_PER_SECOND;
  }
}
