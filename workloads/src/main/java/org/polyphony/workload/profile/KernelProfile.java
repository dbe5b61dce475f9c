package org.polyphony.workload.profile;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/**
 * One profiled launch.
 *
 * @param name of the kernel as the profiler prints it
 * @param range innermost NVTX range around the launch; empty without one
 * @param place of the launch in the raw page, for messages
 * @param block threads in x, y, z
 * @param grid thread blocks in x, y, z
 * @param counters those that the report has, each in its unit
 * @param code its instructions by address
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KernelProfile(
    String name,
    String range,
    String place,
    int[] block,
    int[] grid,
    Map<Counter, Double> counters,
    List<SassLine> code) {
  KernelProfile with(List<SassLine> listed) {
    return new KernelProfile(name, range, place, block, grid, counters, listed);
  }

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

  /** Returns the registers of a thread. */
  long registers() {
    return Math.round(counter(Counter.REGISTERS));
  }

  /** Returns the shared memory of a thread block, without what the driver reserves. */
  long sharedBytes() {
    return Math.round(counter(Counter.SHARED_STATIC) + counter(Counter.SHARED_DYNAMIC));
  }

  /** Returns the thread blocks of a cluster, 1 without clusters. */
  int cluster() {
    return (int) Math.max(1, counter(Counter.CLUSTER));
  }

  /** Returns the thread blocks of a cluster in x, y, z: all in x if the report has no sides. */
  int[] clusterSides() {
    int size = (int) Math.max(1, find(Counter.CLUSTER).orElse(1));
    int[] sides =
        Stream.of(Counter.CLUSTER_X, Counter.CLUSTER_Y, Counter.CLUSTER_Z)
            .mapToInt(side -> (int) find(side).orElse(0))
            .toArray();
    return sides[0] * sides[1] * sides[2] == size ? sides : new int[] {size, 1, 1};
  }

  /** Returns the number of a thread block, with those of a cluster one after the other. */
  String linearBlock() {
    int[] cluster = clusterSides();
    int x = cluster[0];
    int y = cluster[1];
    if (x == cluster()) {
      return "bx + " + grid[0] + " * (by + " + grid[1] + " * bz)";
    }
    String clusters =
        "bx / %d + %d * (by / %d + %d * (bz / %d))"
            .formatted(x, grid[0] / x, y, grid[1] / y, cluster[2]);
    String rank = "bx %% %d + %d * (by %% %d + %d * (bz %% %d))".formatted(x, x, y, y, cluster[2]);
    return "(" + clusters + ") * " + cluster() + " + " + rank;
  }

  /** Returns the thread blocks over those that the device holds at once; 2 if unknown. */
  double waves() {
    return find(Counter.WAVES).orElse(2);
  }

  /**
   * Returns a counter that the model needs.
   *
   * @throws InvalidInputException if the report does not have it
   */
  double counter(Counter counter) {
    return find(counter)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "%s: no %s, which this launch needs; profile with 'ncu --set full'"
                        .formatted(place, counter.column())));
  }

  /** Returns a counter; empty if the report does not have it. */
  OptionalDouble find(Counter counter) {
    Double value = counters.get(counter);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  String function() {
    return function(name);
  }

  /** Returns the function of a kernel: the pages print namespaces and template arguments unlike. */
  static String function(String kernel) {
    String[] names =
        kernel.replace("<unnamed>", "").split("[<(]", 2)[0].strip().split("::|\\s", -1);
    return names[names.length - 1];
  }
}
