package org.polyphony.host.cluster;

/**
 * A node of a cluster.
 *
 * @param name in results
 * @param model of its GPUs; empty if it has none
 * @param gpus number of GPUs, 0 to {@value #MOST_GPUS}
 * @param gpuMemoryBytes per GPU
 * @param cpuMilli thousandths of a CPU core
 * @param memoryBytes host memory
 */
public record ClusterNode(
    String name, String model, int gpus, long gpuMemoryBytes, int cpuMilli, long memoryBytes) {
  /** Maximum GPUs per node. */
  public static final int MOST_GPUS = 64;
}
