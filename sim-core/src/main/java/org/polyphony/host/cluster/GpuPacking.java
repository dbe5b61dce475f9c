package org.polyphony.host.cluster;

/**
 * GPU packing: prefers GPUs that are already shared, then free GPUs of nodes in use, then idle
 * nodes; ties go to the first. Source: FGD section 6.1, after Weng et al., MLaaS in the Wild, NSDI
 * 2022.
 */
final class GpuPacking implements NodePolicy {
  static final NodePolicies.Kind KIND =
      new NodePolicies.Kind(
          "gpu-packing",
          "GPUs in use first, then nodes in use, then idle nodes",
          "FGD section 6.1",
          setup -> new GpuPacking());

  @Override
  public double cost(Cluster cluster, int node, Demand demand) {
    ClusterNode of = cluster.node(node);
    if (demand.isShare() && cluster.freeMilli(node, gpu(cluster, node, demand)) < Demand.WHOLE) {
      return 0;
    }
    boolean isIdle =
        cluster.freeCpu(node) == of.cpuMilli()
            && cluster.freeMilli(node) == of.gpus() * Demand.WHOLE;
    return isIdle ? 2 : 1;
  }
}
