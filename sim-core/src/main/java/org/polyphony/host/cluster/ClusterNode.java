package org.polyphony.host.cluster;

/**
 * A node.
 *
 * @param name how results call it
 * @param model of its GPUs; empty when it has none
 * @param gpus how many, 0 to {@value #MOST_GPUS}
 * @param gpuMemoryBytes of each GPU
 * @param cpuMilli thousandths of a CPU core
 * @param memoryBytes of the host
 */
public record ClusterNode(
    String name, String model, int gpus, long gpuMemoryBytes, int cpuMilli, long memoryBytes) {
  /** GPUs of a node at most. */
  public static final int MOST_GPUS = 64;
}
