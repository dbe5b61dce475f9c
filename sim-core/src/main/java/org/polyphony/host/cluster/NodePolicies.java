package org.polyphony.host.cluster;

import java.util.List;
import java.util.function.Function;

/** The node policies by name. */
public final class NodePolicies {
  /** All of them, in the order in which they are listed. */
  private static final List<Kind> ALL =
      List.of(
          FirstFit.KIND, BestFit.KIND, WorstFit.KIND, RandomFit.KIND, GpuPacking.KIND, Fgd.KIND);

  private NodePolicies() {}

  /**
   * What a policy is made for.
   *
   * @param cluster idle
   * @param fragmentation over the workload
   * @param seed of what is random
   */
  public record Setup(Cluster cluster, Fragmentation fragmentation, long seed) {}

  /**
   * A policy.
   *
   * @param name as configs have it
   * @param about where it puts a job
   * @param source where it is from
   * @param make makes it
   */
  public record Kind(String name, String about, String source, Function<Setup, NodePolicy> make) {}

  /** Returns all of them. */
  public static List<Kind> kinds() {
    return ALL;
  }

  /**
   * Makes a policy for a run.
   *
   * @throws IllegalArgumentException when there is none of the name
   */
  public static NodePolicy create(String name, Setup setup) {
    return ALL.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no node policy: " + name))
        .make()
        .apply(setup);
  }

  /** Returns the node that a policy chooses, {@link Cluster#NONE} when none has room. */
  static int choose(NodePolicy policy, Cluster cluster, Demand demand) {
    int best = Cluster.NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int n = 0; n < cluster.nodes(); n++) {
      if (!cluster.fits(n, demand)) {
        continue;
      }
      double cost = policy.cost(cluster, n, demand);
      if (best == Cluster.NONE || cost < least) {
        best = n;
        least = cost;
      }
    }
    return best;
  }
}
