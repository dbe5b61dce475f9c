package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;

/** The devices of {@code configs/gpus} and those that users write in the same format. */
public final class GpuConfigs {
  /** What stands for the source of a number that has none. */
  static final String NO_SOURCE = "no source given";

  /** Keys that explain and do not describe the device. */
  static final Set<String> ANNOTATIONS = Set.of("source", "about", "references", "validated");

  private static final String SOURCE = "source";
  private static final int LONGEST_CHAIN = 32; // of GPU files that extend each other
  private static final int MOST_NAMED = 4; // values that differ
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private GpuConfigs() {}

  private static boolean isPart(String path) {
    return ConfigKeys.component(ExperimentConfig.class, path)
        .filter(key -> key.getType() == PartConfig.class)
        .isPresent();
  }

  public static List<String> names() {
    return FileKind.GPU.names();
  }

  /**
   * Loads a device and checks it.
   *
   * @param nameOrPath a bundled name, or the path of a file (ending in .json)
   * @return the device, without a violation
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static GpuConfig load(String nameOrPath) {
    return tree(nameOrPath).bind(GpuConfig.class);
  }

  /**
   * Loads a device that another file names.
   *
   * @param user what names it
   * @param path where in it
   * @throws InvalidInputException as for {@link #load(String)}; one that does not exist at the path
   */
  static GpuConfig load(ConfigTree user, String path) {
    return tree(user, path, Path.of(""), List.of()).bind(GpuConfig.class);
  }

  /**
   * Returns the description of a bundled device as it is written, sources included, merged with
   * those that it extends.
   *
   * @param name one of {@link #names}
   */
  public static ObjectNode described(String name) {
    return tree(name).root();
  }

  /** Makes the record of a GPU that fits the schema. */
  static GpuConfig bind(ObjectNode gpu) {
    return Keys.bind(GpuConfig.class, MAPPER.convertValue(gpu, Map.class));
  }

  /** Returns a GPU file merged with its chain, not yet checked; relative to the working folder. */
  static ConfigTree tree(String reference) {
    ObjectNode user = JsonNodeFactory.instance.objectNode().put("name", reference);
    return tree(new ConfigTree("GPU", user, Map.of()), "name", Path.of(""), List.of());
  }

  /**
   * Replaces the GPU of an experiment, a reference or an object that extends one, by the merged
   * GPU; leaves alone what is complete or neither.
   *
   * @param folder where relative paths start
   */
  static void expand(ConfigTree experiment, Path folder) {
    JsonNode gpu = experiment.at("gpu");
    if (gpu.isTextual()) {
      ConfigTree whole = tree(experiment, "gpu", folder, List.of());
      experiment.setOriginalGpu(whole.root());
      experiment.graft("gpu", whole);
    } else if (gpu.path("extends").isTextual()) {
      ConfigTree whole = tree(experiment, "gpu.extends", folder, List.of());
      ConfigTree over = experiment.subtree("gpu");
      over.root().remove("extends");
      spread(over.root());
      experiment.setOriginalGpu(whole.root());
      whole.overlay(over);
      if (over.root().has("name")) {
        experiment.setOriginalGpu(whole.root());
      }
      experiment.graft("gpu", whole);
    } else if (gpu.isObject() && !gpu.has("sm")) {
      String allowed = "a name under configs/gpus, or the path of a GPU file";
      throw experiment.invalid("gpu.extends", "", allowed);
    } else if (gpu instanceof ObjectNode whole && experiment.originalGpu().isEmpty()) {
      experiment.setOriginalGpu(whole);
    }
  }

  /** Returns the name of a bundled GPU; of any other one all of its numbers, without sources. */
  static JsonNode shortest(ObjectNode gpu) {
    String name = gpu.path("name").asText();
    if (names().contains(name) && gpu.equals(described(name))) {
      return gpu.textNode(name);
    }
    ObjectNode numbers = gpu.deepCopy();
    ANNOTATIONS.forEach(key -> numbers.findParents(key).forEach(n -> ((ObjectNode) n).remove(key)));
    return numbers;
  }

  /**
   * Names a GPU after its file and the values that it has otherwise, as {@code gtx980
   * (l2.bytes=1048576)}, unless the experiment names it.
   */
  static void nameDifferences(ConfigTree experiment) {
    if (experiment.originalGpu().isEmpty() || !(experiment.at("gpu") instanceof ObjectNode gpu)) {
      return; // reported later as an error
    }
    ObjectNode original = experiment.originalGpu().get();
    if (gpu.path("name").isTextual() && gpu.path("name").equals(original.path("name"))) {
      Map<String, String> before = numbers(original);
      Map<String, String> differing = numbers(gpu);
      differing.entrySet().removeIf(leaf -> leaf.getValue().equals(before.get(leaf.getKey())));
      gpu.put("name", named(gpu.path("name").asText(), differing));
    }
  }

  private static String named(String name, Map<String, String> differing) {
    if (differing.isEmpty()) {
      return name;
    }
    String words =
        differing.entrySet().stream()
            .limit(MOST_NAMED)
            .map(leaf -> leaf.getKey() + "=" + leaf.getValue())
            .collect(Collectors.joining(", "));
    int more = differing.size() - MOST_NAMED;
    String all = words + (more > 0 ? " and " + more + " more" : "");
    boolean hasOthers = name.endsWith(")");
    return hasOthers
        ? name.substring(0, name.length() - 1) + ", " + all + ")"
        : name + " (" + all + ")";
  }

  private static Map<String, String> numbers(ObjectNode gpu) {
    ObjectNode plain = gpu.deepCopy();
    Quantities.resolve(plain, GpuConfig.class, 0);
    dropWords(plain, "gpu");
    Map<String, JsonNode> leaves = new TreeMap<>();
    plain.forEachEntry((key, value) -> JsonPath.addLeaves(value, key, leaves));
    Map<String, String> numbers = new TreeMap<>();
    leaves.forEach((path, value) -> numbers.put(path, value.asText().replaceFirst(".*/", "")));
    return numbers;
  }

  private static void dropWords(JsonNode node, String path) {
    if (node instanceof ObjectNode object) {
      object.remove(ANNOTATIONS);
      if (!isPart(path)) {
        object.remove("name");
      }
      object.forEachEntry((key, value) -> dropWords(value, JsonPath.key(path, key)));
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      dropWords(node.get(i), JsonPath.index(path, i));
    }
  }

  private static ConfigTree tree(ConfigTree from, String path, Path folder, List<Path> chain) {
    Path file = FileKind.GPU.file(from, path, folder).toAbsolutePath().normalize();
    String found = JsonPath.describe(from.at(path));
    if (chain.contains(file)) {
      throw from.invalid(path, found, "a GPU that does not extend this one in turn");
    }
    if (chain.size() == LONGEST_CHAIN) {
      throw from.invalid(path, found, "a chain of at most " + LONGEST_CHAIN + " files");
    }
    ConfigTree tree = JsonFile.read(file);
    ObjectNode root = (ObjectNode) Setting.absolute(tree.root(), "gpu", file.getParent());
    tree.root().setAll(root);
    spread(tree.root());
    if (!tree.root().has("name")) {
      tree.root().put("name", file.getFileName().toString().replaceFirst("\\.json$", ""));
    }
    if (!tree.at("extends").isTextual()) {
      return tree;
    }
    List<Path> longer = Stream.concat(chain.stream(), Stream.of(file)).toList();
    ConfigTree merged = tree(tree, "extends", file.getParent(), longer);
    tree.root().remove("extends");
    merged.overlay(tree);
    return merged;
  }

  /**
   * Turns one text for all numbers beside and below it into a text for each number, so that files
   * can be merged number by number.
   */
  private static void spread(ObjectNode gpu) {
    spread(gpu, NO_SOURCE);
  }

  private static void spread(JsonNode node, String inherited) {
    if (!(node instanceof ObjectNode object)) {
      node.forEach(element -> spread(element, inherited));
      return;
    }
    JsonNode written = object.path(SOURCE);
    if (!written.isMissingNode() && !written.isTextual() && !written.isObject()) {
      return; // the schema will say so
    }
    String rest = written.asText().isEmpty() ? inherited : written.asText();
    List<Map.Entry<String, JsonNode>> fields = List.copyOf(object.properties());
    ObjectNode each = written.isObject() ? (ObjectNode) written : object.objectNode();
    for (Map.Entry<String, JsonNode> field : fields) {
      if (field.getValue().isNumber() && !each.has(field.getKey())) {
        each.put(field.getKey(), rest);
      } else if (!ANNOTATIONS.contains(field.getKey())) {
        spread(field.getValue(), rest);
      }
    }
    if (!each.isEmpty()) {
      object.set(SOURCE, each);
    }
  }
}
