package org.polyphony.host.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Fragmentation gradient descent: chooses the node, and on it the GPU, with the smallest increase
 * of fragmentation. Source: FGD section 4.
 *
 * <p>State: per demand and node, the increase and the GPU, cached until the node changes.
 */
final class Fgd implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "fgd",
          "the node and GPU where fragmentation grows least",
          "FGD section 4",
          setup -> new Fgd(setup.cluster(), setup.fragmentation()));

  private final Fragmentation fragmentation;
  private final Map<Demand, Growth> known = new HashMap<>();
  private final double[] before; // by node
  private final int[] beforeChange; // by node: version of before
  private Demand last;
  private Growth ofLast;

  /** The cached increases of a demand. */
  private static final class Growth {
    private final double[] growth; // by node
    private final int[] gpu; // by node
    private final int[] change; // by node: version of growth and gpu

    Growth(int nodes) {
      growth = new double[nodes];
      gpu = new int[nodes];
      change = new int[nodes];
      Arrays.fill(change, Cluster.NONE);
    }
  }

  Fgd(Cluster cluster, Fragmentation fragmentation) {
    this.fragmentation = fragmentation;
    this.before = new double[cluster.nodes()];
    this.beforeChange = new int[cluster.nodes()];
    Arrays.fill(beforeChange, Cluster.NONE);
  }

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    return find(cluster, node, demand).growth[node];
  }

  @Override
  public int gpu(Cluster cluster, int node, Demand demand) {
    return find(cluster, node, demand).gpu[node];
  }

  private Growth find(Cluster cluster, int node, Demand demand) {
    if (!demand.equals(last)) {
      last = demand;
      ofLast = known.computeIfAbsent(demand, d -> new Growth(cluster.nodes()));
    }
    if (ofLast.change[node] != cluster.changes(node)) {
      ofLast.change[node] = cluster.changes(node);
      descend(cluster, node, demand, ofLast);
    }
    return ofLast;
  }

  private void descend(Cluster cluster, int node, Demand demand, Growth found) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    if (demand.isShare()) {
      long seen = 0; // tried GPUs, one of each kind
      for (int g = 0; g < cluster.node(node).gpus(); g++) {
        if (cluster.fits(node, g, demand) && !isLikeEarlier(cluster, node, g, seen)) {
          seen |= 1L << g;
          double after = fragmentation.after(cluster, node, g, demand);
          best = after < least ? g : best;
          least = Math.min(least, after);
        }
      }
    } else {
      least = fragmentation.after(cluster, node, best, demand);
    }
    found.gpu[node] = best;
    found.growth[node] = least - before(cluster, node);
  }

  private static boolean isLikeEarlier(Cluster cluster, int node, int gpu, long seen) {
    for (long left = seen; left != 0; left &= left - 1) {
      int g = Long.numberOfTrailingZeros(left);
      if (cluster.freeMilli(node, g) == cluster.freeMilli(node, gpu)) {
        return true;
      }
    }
    return false;
  }

  private double before(Cluster cluster, int node) {
    if (beforeChange[node] != cluster.changes(node)) {
      beforeChange[node] = cluster.changes(node);
      before[node] = fragmentation.of(cluster, node);
    }
    return before[node];
  }
}
