package org.polyphony.run.host;

import java.util.List;
import java.util.Optional;
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
 */
public record HostOutcome(
    String run,
    String scheduler,
    List<JobResult> jobs,
    long endNanos,
    Utilisation utilisation,
    List<ActivityLog.Interval> activities,
    Optional<BrokerCounters> broker) {
  private static final double NANOS_PER_SECOND = 1e9;

  public HostOutcome {
    jobs = List.copyOf(jobs);
    activities = List.copyOf(activities);
  }

  public HostOutcome named(String name) {
    return new HostOutcome(name, scheduler, jobs, endNanos, utilisation, activities, broker);
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
