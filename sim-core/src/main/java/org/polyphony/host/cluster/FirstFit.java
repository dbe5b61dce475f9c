package org.polyphony.host.cluster;

/** The first node with room. */
final class FirstFit implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "first-fit", "the first node with room", "own", setup -> new FirstFit());

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    return 0;
  }
}
