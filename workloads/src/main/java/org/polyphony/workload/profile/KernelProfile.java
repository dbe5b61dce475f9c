package org.polyphony.workload.profile;

import java.util.List;
import java.util.Map;

/**
 * One profiled launch.
 *
 * @param name of the kernel as the profiler prints it
 * @param range innermost NVTX range around the launch; empty without one
 * @param block threads in x, y, z
 * @param grid thread blocks in x, y, z
 * @param registers of a thread
 * @param sharedBytes static and dynamic shared memory of a thread block; without what the driver
 *     reserves
 * @param cluster thread blocks of a cluster, 1 without clusters
 * @param computeCapability as 9.0
 * @param metrics counters by name, in bytes, seconds and plain numbers
 * @param code its instructions by address
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KernelProfile(
    String name,
    String range,
    int[] block,
    int[] grid,
    int registers,
    long sharedBytes,
    int cluster,
    String computeCapability,
    Map<String, Double> metrics,
    List<SassLine> code) {
  int threads() {
    return block[0] * block[1] * block[2];
  }

  int warpsPerBlock() {
    return (threads() + 31) / 32;
  }

  long blocks() {
    return (long) grid[0] * grid[1] * grid[2];
  }

  long warps() {
    return blocks() * warpsPerBlock();
  }

  /** Returns a counter, 0 if the report does not have it. */
  double metric(String metric) {
    return metrics.getOrDefault(metric, 0.0);
  }

  /** Returns the function of a kernel: the pages print namespaces and template arguments unlike. */
  static String function(String kernel) {
    String[] names =
        kernel.replace("<unnamed>", "").split("[<(]", 2)[0].strip().split("::|\\s", -1);
    return names[names.length - 1];
  }
}
