package org.polyphony.host.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Fills a cluster: jobs come one after another and stay; one without room is turned away. Source:
 * FGD section 6.2, "Monte-Carlo workload inflation".
 */
public final class Inflation {
  private Inflation() {}

  /**
   * The cluster after jobs have asked for a part of its GPUs.
   *
   * @param asked GPUs that all jobs so far asked for, as a part of those of the cluster
   * @param allocated part of all GPUs
   * @param fragments part of all GPUs
   * @param turnedAway jobs so far
   * @param refused what these asked for, as a part of all GPUs
   */
  public record Point(
      double asked, double allocated, double fragments, int turnedAway, double refused) {}

  /**
   * Fills a cluster.
   *
   * @param cluster idle
   * @param policy chooses nodes
   * @param jobs in order; what they ask for is taken from them
   * @param fragmentation over the workload
   * @param steps points to take, equally far apart, up to the GPUs of the cluster
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
