package org.polyphony.host.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Fills a cluster with jobs that arrive one after another and never end; jobs that do not fit are
 * rejected. Source: FGD section 6.2, "Monte-Carlo workload inflation".
 */
public final class Inflation {
  private Inflation() {}

  /**
   * The cluster after jobs have requested a given fraction of its GPUs.
   *
   * @param asked GPUs requested by all jobs so far, relative to the cluster's
   * @param allocated fraction of all GPUs
   * @param fragments fraction of all GPUs
   * @param turnedAway jobs rejected so far
   * @param refused GPUs requested by rejected jobs, relative to the cluster's
   */
  public record Point(
      double asked, double allocated, double fragments, int turnedAway, double refused) {}

  /**
   * Fills a cluster.
   *
   * @param cluster idle
   * @param policy chooses nodes
   * @param jobs in arrival order
   * @param fragmentation over the workload
   * @param steps number of equidistant points, up to the GPUs of the cluster
   */
  public static List<Point> points(
      Cluster cluster,
      NodePolicy policy,
      Iterable<ClusterJob> jobs,
      Fragmentation fragmentation,
      int steps) {
    List<Point> points = new ArrayList<>();
    double all = (double) cluster.gpus() * Demand.WHOLE;
    long asked = 0;
    long allocated = 0;
    int turnedAway = 0;
    long refused = 0;
    for (ClusterJob job : jobs) {
      Demand demand = job.demand();
      int node = NodePolicies.choose(policy, cluster, demand);
      asked += demand.allMilli();
      if (node == Cluster.NONE) {
        turnedAway++;
        refused += demand.allMilli();
      } else {
        int gpu = NodePolicies.gpu(policy, cluster, node, demand);
        cluster.take(node, gpu, demand);
        allocated += demand.allMilli();
      }
      while (points.size() < steps && asked >= (points.size() + 1) * all / steps) {
        double at = (double) (points.size() + 1) / steps;
        double fragments = fragments(cluster, fragmentation) / all;
        points.add(new Point(at, allocated / all, fragments, turnedAway, refused / all));
      }
      if (points.size() == steps) {
        break;
      }
    }
    return points;
  }

  private static double fragments(Cluster cluster, Fragmentation fragmentation) {
    double sum = 0;
    for (int n = 0; n < cluster.nodes(); n++) {
      sum += fragmentation.of(cluster, n);
    }
    return sum;
  }
}
