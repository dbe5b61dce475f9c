package org.polyphony.host.cluster;

import org.polyphony.host.time.StepSeries;

/** Records GPU allocation, GPU fragmentation and queue length of a cluster over time. */
public final class ClusterMeter {
  /** Series: allocated fraction of all GPUs, 0 to 1. */
  public static final int ALLOCATED = 0;

  /** Series: fragmented fraction of all GPUs, 0 to 1. */
  public static final int FRAGMENTS = 1;

  /** Series: number of waiting jobs. */
  public static final int WAITING = 2;

  private static final int SERIES = 3;

  private final Cluster cluster;
  private final Fragmentation fragmentation;
  private final StepSeries series;
  private final double[] fragments; // by node, in thousandths
  private final double[] untilArrival = new double[SERIES]; // means from 0 to the last arrival
  private final double gpuMilli; // total of the cluster
  private double allFragments;
  private long allocated; // thousandths

  /**
   * Creates a meter of an idle cluster.
   *
   * @param windowNanos initial averaging window
   */
  public ClusterMeter(Cluster cluster, Fragmentation fragmentation, long windowNanos) {
    this.cluster = cluster;
    this.fragmentation = fragmentation;
    this.series = new StepSeries(SERIES, windowNanos);
    this.fragments = new double[cluster.nodes()];
    this.gpuMilli = Math.max(1, (double) cluster.gpus() * Demand.WHOLE);
    for (int n = 0; n < fragments.length; n++) {
      fragments[n] = fragmentation.of(cluster, n);
      allFragments += fragments[n];
    }
    series.set(FRAGMENTS, 0, allFragments / gpuMilli);
  }

  /** Called when a job is submitted. */
  void arrived(long now) {
    for (int s = 0; s < SERIES; s++) {
      untilArrival[s] = series.mean(s, now);
    }
  }

  /** Called when the number of waiting jobs changes. */
  void waits(long now, int jobs) {
    series.set(WAITING, now, jobs);
  }

  /**
   * Called when the free resources of a node have changed.
   *
   * @param milli change of allocated thousandths of GPUs
   */
  void changed(long now, int node, int milli) {
    allocated += milli;
    allFragments -= fragments[node];
    fragments[node] = fragmentation.of(cluster, node);
    allFragments += fragments[node];
    series.set(ALLOCATED, now, allocated / gpuMilli);
    series.set(FRAGMENTS, now, Math.max(0, allFragments / gpuMilli));
  }

  /** Returns the mean of a series from time 0 to the last arrival. */
  public double mean(int index) {
    return untilArrival[index];
  }

  public StepSeries series() {
    return series;
  }
}
