package org.polyphony.host.cluster;

/**
 * Best fit: chooses the node with the smallest remainder of GPUs and CPU, each relative to the
 * largest node. Source: FGD section 6.1, without memory.
 */
final class BestFit implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "best-fit",
          "the node with the fewest GPUs and CPUs left",
          "FGD section 6.1",
          setup -> new BestFit(setup.cluster()));

  private final double mostMilli;
  private final double mostCpu;

  BestFit(Cluster cluster) {
    double gpus = 1;
    double cpu = 1;
    for (int n = 0; n < cluster.nodes(); n++) {
      gpus = Math.max(gpus, (double) cluster.node(n).gpus() * Demand.WHOLE);
      cpu = Math.max(cpu, cluster.node(n).cpuMilli());
    }
    this.mostMilli = gpus;
    this.mostCpu = cpu;
  }

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    return (cluster.freeMilli(node) - demand.allMilli()) / mostMilli
        + (cluster.freeCpu(node) - demand.cpuMilli()) / mostCpu;
  }
}
