package org.polyphony.host.cluster;

/**
 * Chooses the node for a job and, for a share of a GPU, the GPU. Created for each run; a
 * constructor with a {@link NodePolicies.Setup} parameter gives access to the cluster and workload.
 */
public interface NodePolicy {
  /**
   * Returns the cost of placing a job on a node; the lowest cost wins, ties go to the first node.
   *
   * @param cluster without the job; must not be modified
   * @param node that the job fits on
   * @param demand of the job
   * @return any number in arbitrary units; infinity for a last resort
   */
  double cost(Cluster cluster, int node, Demand demand);

  /**
   * Returns the GPU for a share of a GPU: by default the one with the least free capacity, ties go
   * to the first.
   *
   * @param cluster without the job; must not be modified
   * @param node that the job fits on
   * @param demand of the job, less than a GPU
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
