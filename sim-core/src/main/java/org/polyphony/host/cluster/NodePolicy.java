package org.polyphony.host.cluster;

/** Which node a job gets, and which of its GPUs a share is of. */
public interface NodePolicy {
  /**
   * Returns how bad a node is for a job; the least is taken, of equals the first.
   *
   * @param node that the job fits on
   */
  double cost(Cluster cluster, int node, Demand demand);

  /**
   * Returns the GPU that a share is of: that with least left, of equals the first.
   *
   * @param node that the job fits on
   */
  default int gpu(Cluster cluster, int node, Demand demand) {
    int best = Cluster.NONE;
    for (int g = 0; g < cluster.node(node).gpus(); g++) {
      boolean isTighter =
          best == Cluster.NONE || cluster.freeMilli(node, g) < cluster.freeMilli(node, best);
      if (cluster.fits(node, g, demand) && isTighter) {
        best = g;
      }
    }
    return best;
  }
}
