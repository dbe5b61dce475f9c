package org.polyphony.host.cluster;

/**
 * A job.
 *
 * @param id how results call it
 * @param arrivalNanos when it is submitted
 * @param durationNanos from its start to its end
 * @param demand what it holds in between
 */
public record ClusterJob(String id, long arrivalNanos, long durationNanos, Demand demand) {
  /** Returns the same job, which ends after a time if it lasts longer. */
  public ClusterJob upTo(long nanos) {
    return new ClusterJob(id, arrivalNanos, Math.min(nanos, durationNanos), demand);
  }
}
