package org.polyphony.host.cluster;

/**
 * Which node a job gets, and which of its GPUs a share is of. Made anew for each run; what it knows
 * of its cluster it gets as {@link NodePolicies.Setup} by its constructor.
 */
public interface NodePolicy {
  /**
   * Returns how bad a node is for a job; the least is taken, of equals the first.
   *
   * @param cluster as it is without the job; not to be changed
   * @param node that the job fits on
   * @param demand what the job asks for
   * @return any number, in units of its own; infinity where only nothing else would be better
   */
  double cost(Cluster cluster, int node, Demand demand);

  /**
   * Returns the GPU that a share is of: that with least left, of equals the first.
   *
   * @param cluster as it is without the job; not to be changed
   * @param node that the job fits on
   * @param demand what the job asks for, less than a GPU
   * @return a GPU of the node that has room for it
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
