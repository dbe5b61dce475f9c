package org.polyphony.host.cluster;

/**
 * A job of a cluster.
 *
 * @param id in results
 * @param arrivalNanos submission time
 * @param durationNanos from its start to its end
 * @param demand resources that it holds meanwhile
 */
public record ClusterJob(String id, long arrivalNanos, long durationNanos, Demand demand) {
  /** Returns this job with its duration limited. */
  public ClusterJob upTo(long nanos) {
    return new ClusterJob(id, arrivalNanos, Math.min(nanos, durationNanos), demand);
  }
}
