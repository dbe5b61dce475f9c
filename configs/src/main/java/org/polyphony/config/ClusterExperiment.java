package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.NodePolicies;
import org.polyphony.input.NearestName;
import org.polyphony.input.OwnClass;

/**
 * A cluster experiment, complete: nothing is left to a default.
 *
 * @param name how results call it
 * @param nodes of the cluster; empty with a node list
 * @param nodeList a CSV file of nodes
 * @param jobStream a CSV file of jobs
 * @param policies that choose nodes, by name
 * @param fills whether jobs stay, until they have asked for all GPUs
 * @param overtakes whether a job may start before earlier ones that have no room
 * @param loads factors of the rate at which jobs arrive; with Poisson arrivals, GPU time that jobs
 *     ask for over that of the cluster
 * @param seeds how many draws of jobs; 0 for the stream as it is
 * @param jobs how many each draw has; 0 for as many as the stream
 * @param longestNanos at which longer jobs end
 * @param poisson whether jobs arrive at random, not at the times of the stream
 * @param windowNanos over which means are taken at first
 * @param configHash the first 16 hexadecimal digits of the SHA-256 of the experiment in canonical
 *     form, without its name; files count by their paths
 */
public record ClusterExperiment(
    String name,
    List<ClusterNode> nodes,
    Optional<Path> nodeList,
    Path jobStream,
    List<String> policies,
    boolean fills,
    boolean overtakes,
    List<Double> loads,
    int seeds,
    int jobs,
    long longestNanos,
    boolean poisson,
    long windowNanos,
    String configHash) {
  private static final int MILLI = 1000;
  private static final String POLICIES = "policies";

  /** Keeps its own copies. */
  public ClusterExperiment {
    nodes = List.copyOf(nodes);
    policies = List.copyOf(policies);
    loads = List.copyOf(loads);
  }

  /**
   * Loads an experiment, changes it, and checks it.
   *
   * @param file the experiment; relative paths in it start from its folder
   * @param sets overrides as {@code path=value}, applied in order
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong, a line each
   */
  public static ClusterExperiment load(Path file, List<String> sets) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
    return ofTree(JsonFile.read(file), name, file.toAbsolutePath().normalize().getParent(), sets);
  }

  /** Makes a cluster experiment of a part of a file; the tree is changed. */
  static ClusterExperiment ofTree(ConfigTree tree, String name, Path folder, List<String> sets) {
    sets.forEach(set -> Overrides.apply(tree, set, folder));
    ConfigSchema.CLUSTER.check(tree.root()).forEach(tree::wrong);
    tree.requireValid();
    checkModes(tree);
    checkDraws(tree);
    checkEachOnce(tree);
    checkPolicies(tree);
    tree.requireValid();
    JsonNode root = tree.root();
    return new ClusterExperiment(
        root.path("name").asText(name),
        nodes(root.path("nodes")),
        Optional.of(root.path("nodes").asText()).filter(p -> !p.isEmpty()).map(folder::resolve),
        folder.resolve(root.path("jobStream").asText()),
        root.path(POLICIES).valueStream().map(JsonNode::asText).toList(),
        root.path("mode").asText().equals("fill"),
        !root.path("queue").asText().equals("fifo"),
        root.has("loads")
            ? root.path("loads").valueStream().map(JsonNode::asDouble).toList()
            : List.of(1.0),
        root.path("seeds").asInt(0),
        root.path("jobs").asInt(0),
        Seconds.nanos(root.path("longestSeconds"), Long.MAX_VALUE),
        root.path("arrivals").asText().equals("poisson"),
        Seconds.nanos(root.path("windowSeconds"), 3600_000_000_000L),
        hash(tree));
  }

  private static String hash(ConfigTree tree) {
    ObjectNode identity = tree.root().deepCopy();
    identity.remove("name");
    return CanonicalJson.hash(CanonicalJson.write(identity));
  }

  private static void checkModes(ConfigTree tree) {
    for (String key :
        List.of("loads", "queue", "windowSeconds", "arrivals", "jobs", "longestSeconds")) {
      if (tree.root().path("mode").asText().equals("fill") && tree.root().has(key)) {
        tree.wrong(key, JsonPath.describe(tree.root().path(key)), "it only with mode replay");
      }
    }
  }

  private static void checkDraws(ConfigTree tree) {
    JsonNode root = tree.root();
    boolean isDrawn = root.path("seeds").asInt(0) > 0;
    if (!isDrawn && root.path("arrivals").asText().equals("poisson")) {
      tree.wrong("arrivals", "\"poisson\"", "it only with seeds of 1 or more");
    }
    if (root.has("jobs") && !root.path("arrivals").asText().equals("poisson")) {
      tree.wrong("jobs", root.path("jobs").asText(), "it only with arrivals poisson");
    }
  }

  /** Of a class it is known only on the nodes whether a policy can be made of it. */
  private static void checkPolicies(ConfigTree tree) {
    List<String> names = NodePolicies.names();
    for (int i = 0; i < tree.at(POLICIES).size(); i++) {
      String name = tree.at(POLICIES).get(i).asText();
      if (!names.contains(name) && OwnClass.find(name).isEmpty()) {
        String allowed =
            NearestName.oneOf(name, names) + ", or a class of your own on the class path";
        tree.wrong(JsonPath.index(POLICIES, i), '"' + name + '"', allowed);
      }
    }
  }

  private static void checkEachOnce(ConfigTree tree) {
    for (String key : List.of(POLICIES, "loads")) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < tree.at(key).size(); i++) {
        String value = tree.at(key).get(i).asText();
        if (!seen.add(value)) {
          tree.wrong(JsonPath.index(key, i), '"' + value + "\" again", "each once");
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
