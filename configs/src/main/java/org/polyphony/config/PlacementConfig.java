package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.NodePolicies;
import org.polyphony.input.NearestName;
import org.polyphony.input.UserClass;

/**
 * The part of a host experiment whose jobs are placed on {@code nodes}: a job holds what it asks
 * for from its start to its end; how its kernels run is not modelled.
 *
 * @param nodes empty with a node list
 * @param nodeList a CSV file of nodes
 * @param policies that choose nodes, by name
 * @param fills whether jobs stay, until they have asked for all GPUs
 * @param overtakes whether a job may start before earlier ones that have no room
 * @param loads factors of the rate at which jobs arrive; with Poisson arrivals, GPU time that jobs
 *     ask for over that of the nodes
 * @param seeds how many draws of jobs; 0 for the stream as it is
 * @param draws jobs of each seed; 0 for as many as the stream has
 * @param longestNanos at which longer jobs end
 * @param poisson whether jobs arrive at random, not at the times of the stream
 */
public record PlacementConfig(
    List<ClusterNode> nodes,
    Optional<Path> nodeList,
    List<String> policies,
    boolean fills,
    boolean overtakes,
    List<Double> loads,
    int seeds,
    int draws,
    long longestNanos,
    boolean poisson) {
  /** Means are taken over windows of this length where the experiment sets none. */
  static final long WINDOW_NANOS = 3600_000_000_000L;

  private static final int MILLI = 1000;
  private static final String POLICIES = "schedulers";
  private static final List<String> REPLAY_KEYS =
      List.of("loads", "queue", "windowSeconds", "arrivals", "draws", "longestSeconds");

  public PlacementConfig {
    nodes = List.copyOf(nodes);
    policies = List.copyOf(policies);
    loads = List.copyOf(loads);
  }

  /** Makes it of a host experiment with nodes; what is wrong is noted in the tree. */
  static PlacementConfig of(ConfigTree tree, Path folder) {
    checkKeys(tree);
    checkEachOnce(tree);
    checkPolicies(tree);
    tree.requireValid();
    JsonNode root = tree.root();
    return new PlacementConfig(
        nodes(root.path("nodes")),
        Optional.of(root.path("nodes").asText()).filter(p -> !p.isEmpty()).map(folder::resolve),
        root.path(POLICIES).valueStream().map(JsonNode::asText).toList(),
        root.path("mode").asText().equals("fill"),
        !root.path("queue").asText().equals("fifo"),
        root.has("loads")
            ? root.path("loads").valueStream().map(JsonNode::asDouble).toList()
            : List.of(1.0),
        root.path("seeds").asInt(0),
        root.path("draws").asInt(0),
        Seconds.nanos(root.path("longestSeconds"), Long.MAX_VALUE),
        root.path("arrivals").asText().equals("poisson"));
  }

  /** Notes the keys of placed jobs in an experiment that has a machine. */
  static void checkAbsent(ConfigTree tree) {
    List<String> keys = new ArrayList<>(REPLAY_KEYS);
    keys.remove("windowSeconds");
    keys.addAll(List.of("mode", "seeds"));
    keys.stream().filter(tree.root()::has).forEach(key -> only(tree, key, "nodes"));
  }

  private static void only(ConfigTree tree, String key, String with) {
    tree.wrong(key, JsonPath.describe(tree.root().path(key)), "only with " + with);
  }

  private static void checkKeys(ConfigTree tree) {
    JsonNode root = tree.root();
    boolean isPoisson = root.path("arrivals").asText().equals("poisson");
    if (!root.has("jobStream")) {
      tree.wrong("jobStream", "nothing", "a CSV file of jobs, with nodes");
    }
    for (String key : List.of("machine", "jobs")) {
      if (root.has(key)) {
        tree.wrong(key, "together with nodes", "one of the two");
      }
    }
    if (root.path("mode").asText().equals("fill")) {
      REPLAY_KEYS.stream().filter(root::has).forEach(key -> only(tree, key, "mode replay"));
    }
    if (isPoisson && root.path("seeds").asInt(0) == 0) {
      only(tree, "arrivals", "seeds of 1 or more");
    }
    if (root.has("draws") && !isPoisson) {
      only(tree, "draws", "arrivals poisson");
    }
  }

  /** Whether a policy can be made of a class is known only once there are nodes. */
  private static void checkPolicies(ConfigTree tree) {
    List<String> names = NodePolicies.names();
    for (int i = 0; i < tree.at(POLICIES).size(); i++) {
      JsonNode policy = tree.at(POLICIES).get(i);
      String name = policy.asText();
      if (!names.contains(name) && UserClass.find(name).isEmpty()) {
        String allowed =
            NearestName.oneOf(name, names) + ", or the full name of your class on the class path";
        tree.wrong(JsonPath.index(POLICIES, i), JsonPath.describe(policy), allowed);
      }
    }
  }

  private static void checkEachOnce(ConfigTree tree) {
    for (String key : List.of(POLICIES, "loads")) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < tree.at(key).size(); i++) {
        String value = tree.at(key).get(i).asText();
        if (!seen.add(value)) {
          tree.wrong(JsonPath.index(key, i), '"' + value + "\" twice", "each once");
        }
      }
    }
  }

  private static List<ClusterNode> nodes(JsonNode kinds) {
    List<ClusterNode> nodes = new ArrayList<>();
    for (JsonNode kind : kinds) {
      for (int i = 0; i < kind.path("count").asInt(1); i++) {
        nodes.add(
            new ClusterNode(
                "node-" + nodes.size(),
                kind.path("model").asText(),
                kind.path("gpus").asInt(0),
                kind.path("gpuMemoryBytes").asLong(0),
                kind.path("cpuCores").asInt() * MILLI,
                kind.path("memoryBytes").asLong()));
      }
    }
    return nodes;
  }
}
