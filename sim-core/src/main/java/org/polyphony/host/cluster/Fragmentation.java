package org.polyphony.host.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fragmentation of a node: the free thousandths of its GPUs that a job cannot use, in expectation
 * over the jobs of a workload.
 *
 * <p>If the node cannot run a job, or the job uses no GPU, all of its free GPU capacity counts.
 * Otherwise the free capacity of those GPUs counts that have less than the job requests per GPU.
 * Device memory is ignored. Source: FGD section 3.
 */
public final class Fragmentation {
  private final List<Demand> demands = new ArrayList<>(); // distinct demands for GPUs
  private final double[] weights; // by demand: share of all jobs
  private final double without; // share of jobs without GPUs
  private final int[] free = new int[ClusterNode.MOST_GPUS]; // of the current node
  private int gpus;

  /**
   * Builds the distribution of demands of a workload.
   *
   * @param jobs at least one
   */
  public Fragmentation(List<ClusterJob> jobs) {
    Map<Demand, Integer> counts = new LinkedHashMap<>();
    int cpuOnly = 0;
    for (ClusterJob job : jobs) {
      Demand d = job.demand();
      if (d.gpus() == 0) {
        cpuOnly++;
      } else {
        counts.merge(
            new Demand(d.cpuMilli(), d.memoryBytes(), d.gpus(), d.gpuMilli(), 0, d.models()),
            1,
            Integer::sum);
      }
    }
    this.demands.addAll(counts.keySet());
    this.weights = counts.values().stream().mapToDouble(c -> (double) c / jobs.size()).toArray();
    this.without = (double) cpuOnly / jobs.size();
  }

  public double of(Cluster cluster, int node) {
    look(cluster, node);
    return expected(cluster.node(node), cluster.freeCpu(node), cluster.freeMemory(node));
  }

  /**
   * Returns the fragmentation of a node if it ran one more job; the cluster is not modified.
   *
   * @param gpu for a share of a GPU
   * @param demand that fits
   */
  public double after(Cluster cluster, int node, int gpu, Demand demand) {
    look(cluster, node);
    if (demand.isShare()) {
      free[gpu] -= demand.gpuMilli();
    } else {
      int left = demand.gpus();
      for (int g = 0; left > 0; g++) {
        if (cluster.fits(node, g, demand)) {
          free[g] = 0;
          left--;
        }
      }
    }
    return expected(
        cluster.node(node),
        cluster.freeCpu(node) - demand.cpuMilli(),
        cluster.freeMemory(node) - demand.memoryBytes());
  }

  private void look(Cluster cluster, int node) {
    gpus = cluster.node(node).gpus();
    for (int g = 0; g < gpus; g++) {
      free[g] = cluster.freeMilli(node, g);
    }
  }

  private double expected(ClusterNode node, int cpu, long memory) {
    int all = 0; // free thousandths
    int whole = 0; // free GPUs
    int most = 0; // largest free thousandths of a GPU
    for (int g = 0; g < gpus; g++) {
      all += free[g];
      whole += free[g] == Demand.WHOLE ? 1 : 0;
      most = Math.max(most, free[g]);
    }
    if (all == 0) {
      return 0;
    }
    double sum = without * all;
    for (int d = 0; d < weights.length; d++) {
      Demand demand = demands.get(d);
      boolean runs =
          cpu >= demand.cpuMilli()
              && memory >= demand.memoryBytes()
              && (demand.isShare() ? most >= demand.gpuMilli() : whole >= demand.gpus())
              && demand.allows(node.model());
      sum += weights[d] * (runs ? below(demand.gpuMilli()) : all);
    }
    return sum;
  }

  private int below(int milli) {
    int below = 0;
    for (int g = 0; g < gpus; g++) {
      below += free[g] < milli ? free[g] : 0;
    }
    return below;
  }
}
