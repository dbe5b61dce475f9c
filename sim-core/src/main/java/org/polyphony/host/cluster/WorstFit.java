package org.polyphony.host.cluster;

/** Worst fit: chooses the node and the GPU with most free capacity, which spreads jobs. */
final class WorstFit implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "worst-fit",
          "the node and GPU with the most left",
          "own",
          setup -> new WorstFit(setup.cluster()));

  private final BestFit least;

  WorstFit(Cluster cluster) {
    this.least = new BestFit(cluster);
  }

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    return -least.cost(cluster, node, demand);
  }

  @Override
  public int gpu(Cluster cluster, int node, Demand demand) {
    int best = Cluster.NONE;
    for (int g = 0; g < cluster.node(node).gpus(); g++) {
      boolean isRoomier =
          best == Cluster.NONE || cluster.freeMilli(node, g) > cluster.freeMilli(node, best);
      if (cluster.fits(node, g, demand) && isRoomier) {
        best = g;
      }
    }
    return best;
  }
}
