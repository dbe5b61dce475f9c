package org.polyphony.host.cluster;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.polyphony.input.UserClass;

/** Node policies by name, and their evaluation for a job. */
public final class NodePolicies {
  /** All built-in policies, in listing order. */
  private static final List<Kind> ALL =
      List.of(
          new Kind("first-fit", "the first node with room", "own", setup -> (c, node, d) -> 0),
          BestFit.KIND,
          WorstFit.KIND,
          new Kind("random", "a random node with room", "FGD section 6.1", NodePolicies::random),
          GpuPacking.KIND,
          Fgd.KIND);

  private NodePolicies() {}

  private static NodePolicy random(Setup setup) {
    Random random = new Random(setup.seed());
    return (cluster, node, demand) -> random.nextDouble();
  }

  /**
   * Parameters of a policy's constructor.
   *
   * @param cluster idle
   * @param fragmentation over the workload
   * @param seed of random choices
   */
  public record Setup(Cluster cluster, Fragmentation fragmentation, long seed) {}

  /**
   * A registered policy.
   *
   * @param name in configs
   * @param about one line: where it places a job
   * @param source publication
   * @param make factory
   */
  public record Kind(String name, String about, String source, Function<Setup, NodePolicy> make) {}

  public static List<Kind> kinds() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Kind::name).toList();
  }

  /**
   * Creates a policy for a run.
   *
   * @param name one of {@link #names}, or the fully qualified name of a class that implements
   *     {@link NodePolicy} and has a public constructor with a {@link Setup} parameter
   * @throws org.polyphony.input.InvalidInputException if there is none, or it cannot be
   *     instantiated
   */
  public static NodePolicy create(String name, Setup setup) {
    return ALL.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .map(kind -> kind.make().apply(setup))
        .orElseGet(() -> UserClass.create(NodePolicy.class, name, Setup.class, setup));
  }

  /**
   * Returns the node that a policy chooses; {@link Cluster#NONE} if the job fits on none.
   *
   * @throws IllegalStateException if the policy returns NaN as a cost
   */
  static int choose(NodePolicy policy, Cluster cluster, Demand demand) {
    int best = Cluster.NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int n = 0; n < cluster.nodes(); n++) {
      if (!cluster.fits(n, demand)) {
        continue;
      }
      double cost = policy.cost(cluster, n, demand);
      if (Double.isNaN(cost)) {
        throw new IllegalStateException(
            "cost of " + cluster.node(n).name() + ": found NaN, allowed: a number");
      }
      if (best == Cluster.NONE || cost < least) {
        best = n;
        least = cost;
      }
    }
    return best;
  }

  /**
   * Returns the GPU that a policy takes a share of; {@link Cluster#NONE} for a job that needs no
   * share.
   *
   * @param node that the job fits on
   * @throws IllegalStateException if the policy returns a GPU without room
   */
  static int gpu(NodePolicy policy, Cluster cluster, int node, Demand demand) {
    if (!demand.isShare()) {
      return Cluster.NONE;
    }
    int gpu = policy.gpu(cluster, node, demand);
    ClusterNode of = cluster.node(node);
    if (gpu < 0 || gpu >= of.gpus() || !cluster.fits(node, gpu, demand)) {
      throw new IllegalStateException(
          "GPU of " + of.name() + ": found " + gpu + ", allowed: a GPU that the job fits on");
    }
    return gpu;
  }
}
