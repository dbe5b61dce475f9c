/**
 * A cluster of heterogeneous nodes shared by jobs: placement on nodes and GPUs, and GPU
 * fragmentation.
 *
 * <p>Jobs hold their resources from start to end, and jobs that share a GPU do not slow each other
 * down; kernels are not simulated. Source: Weng et al., Beware of Fragmentation (FGD), USENIX ATC
 * 2023.
 */
package org.polyphony.host.cluster;
