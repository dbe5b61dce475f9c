package org.polyphony.host.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.polyphony.host.time.EventQueue;
import org.polyphony.input.InvalidInputException;

/**
 * Discrete-event simulation of jobs on a cluster: a job starts on the node chosen by the policy,
 * and ends after its duration. At equal times, ends precede arrivals.
 */
public final class ClusterRun {
  private final Cluster cluster;
  private final NodePolicy policy;
  private final List<ClusterJob> jobs;
  private final boolean overtakes;
  private final ClusterMeter meter;
  private final List<Integer> waiting = new ArrayList<>(); // in arrival order
  private final EventQueue ends; // by job
  private final long[] start; // by job
  private final int[] node; // by job
  private final long[] gpus; // by job

  /**
   * Creates a run.
   *
   * @param cluster idle
   * @param policy chooses nodes
   * @param jobs in arrival order
   * @param overtakes whether a job may start before an earlier one that does not fit (backfilling)
   * @param meter records the run
   * @throws InvalidInputException if a job does not fit on the idle cluster
   */
  public ClusterRun(
      Cluster cluster,
      NodePolicy policy,
      List<ClusterJob> jobs,
      boolean overtakes,
      ClusterMeter meter) {
    this.cluster = cluster;
    this.policy = policy;
    this.jobs = List.copyOf(jobs);
    this.overtakes = overtakes;
    this.meter = meter;
    this.ends = new EventQueue(jobs.size());
    this.start = new long[jobs.size()];
    this.node = new int[jobs.size()];
    this.gpus = new long[jobs.size()];
    Arrays.fill(start, Cluster.NONE);
    Arrays.fill(node, Cluster.NONE);
    checkFits();
  }

  private void checkFits() {
    Set<Demand> checked = new HashSet<>();
    for (ClusterJob job : jobs) {
      Demand demand = job.demand();
      if (checked.add(demand)
          && IntStream.range(0, cluster.nodes()).noneMatch(n -> cluster.fits(n, demand))) {
        throw new InvalidInputException(
            "job %s: found %s, allowed: what an idle node has".formatted(job.id(), demand.text()));
      }
    }
  }

  public void run() {
    for (int job = 0; job < jobs.size(); job++) {
      long arrival = jobs.get(job).arrivalNanos();
      while (ends.nextTime() <= arrival) {
        end(ends.poll());
      }
      meter.arrived(arrival);
      boolean mayStart = overtakes || waiting.isEmpty();
      int where =
          mayStart ? NodePolicies.choose(policy, cluster, jobs.get(job).demand()) : Cluster.NONE;
      if (where == Cluster.NONE) {
        waiting.add(job);
        meter.waits(arrival, waiting.size());
      } else {
        start(arrival, job, where);
      }
    }
    while (!ends.isEmpty()) {
      end(ends.poll());
    }
  }

  /** Returns the start time of a job; -1 if it has not started. */
  public long startNanos(int job) {
    return start[job];
  }

  public long endNanos(int job) {
    return start[job] + jobs.get(job).durationNanos();
  }

  /** Returns the node of a job; {@link Cluster#NONE} if it has not started. */
  public int node(int job) {
    return node[job];
  }

  public long gpus(int job) {
    return gpus[job];
  }

  private void start(long now, int job, int where) {
    Demand demand = jobs.get(job).demand();
    int gpu = NodePolicies.gpu(policy, cluster, where, demand);
    start[job] = now;
    node[job] = where;
    gpus[job] = cluster.take(where, gpu, demand);
    ends.schedule(job, now + jobs.get(job).durationNanos());
    meter.changed(now, where, demand.allMilli());
  }

  private void end(int job) {
    Demand demand = jobs.get(job).demand();
    cluster.release(node[job], gpus[job], demand);
    meter.changed(ends.now(), node[job], -demand.allMilli());
    if (overtakes) {
      startThatFit(ends.now(), node[job]);
    } else {
      startInOrder(ends.now());
    }
    meter.waits(ends.now(), waiting.size());
  }

  /** Waiting jobs fitted on no node before, so they can only start on the node that has changed. */
  private void startThatFit(long now, int where) {
    for (Iterator<Integer> left = waiting.iterator(); left.hasNext(); ) {
      int job = left.next();
      if (cluster.fits(where, jobs.get(job).demand())) {
        left.remove();
        start(now, job, where);
      }
    }
  }

  private void startInOrder(long now) {
    while (!waiting.isEmpty()) {
      int where = NodePolicies.choose(policy, cluster, jobs.get(waiting.get(0)).demand());
      if (where == Cluster.NONE) {
        return;
      }
      start(now, waiting.remove(0), where);
    }
  }
}
