package org.polyphony.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.usercode.JavaSource;

/**
 * A value that replaces another one of a config before it is checked: a {@code --set path=value},
 * or a value of an axis.
 *
 * @param origin where it was written, for messages
 * @param path of what it replaces
 * @param value with the whole path of each file that it names
 */
record Setting(String origin, String path, JsonNode value) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Pattern FILE =
      Pattern.compile("jobStream|nodes|workloads\\[\\d+]\\.(trace|model|arrivals\\.file)");
  private static final Pattern NAME_OR_FILE =
      Pattern.compile("gpu|gpu\\.extends|machine|jobs\\[\\d+]\\.application");

  /**
   * Reads overrides of the command line, whose files are looked up from the working folder.
   *
   * @param sets as {@code path=value}; a value that is not JSON is a string
   * @throws InvalidInputException if one has no valid path, or a value that no key can have
   */
  static List<Setting> all(List<String> sets) {
    return sets.stream().map(Setting::of).toList();
  }

  private static Setting of(String set) {
    String origin = "--set " + set;
    int equals = set.indexOf('=');
    if (equals < 0) {
      throw new Violation("", "has no \"=\"; write path=value", "").errorAt(origin);
    }
    String path = set.substring(0, equals).strip();
    if (!JsonPath.isValid(path)) {
      String allowed = "a path such as gpu.l2.bytes or workloads[0]";
      throw new Violation("", '"' + path + "\" as the path", allowed).errorAt(origin);
    }
    JsonNode written = parse(set.substring(equals + 1).strip());
    JsonPath.requireUsable(written, path, origin);
    return new Setting(origin, path, absolute(written, path, Path.of("")));
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node.isMissingNode() ? TextNode.valueOf(text) : node;
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(text); // not JSON: a plain string
    }
  }

  /** Returns a value with the whole path of each file that it names. */
  static JsonNode absolute(JsonNode value, String path, Path folder) {
    JsonNode all = value.deepCopy();
    if (all instanceof ObjectNode object) {
      object
          .properties()
          .forEach(e -> e.setValue(absolute(e.getValue(), JsonPath.key(path, e.getKey()), folder)));
    }
    for (int i = 0; all instanceof ArrayNode array && i < array.size(); i++) {
      array.set(i, absolute(array.get(i), JsonPath.index(path, i), folder));
    }
    String text = value.asText();
    boolean isPath = text.contains("/") || text.endsWith(".json");
    boolean isFile =
        FILE.matcher(path).matches()
            || (isPath && NAME_OR_FILE.matcher(path).matches())
            || (path.startsWith("gpu.") && JavaSource.isOne(text));
    return value.isTextual() && isFile
        ? TextNode.valueOf(folder.resolve(text).toAbsolutePath().normalize().toString())
        : all;
  }

  /**
   * Replaces the value. What goes into the GPU or the machine changes the merged one.
   *
   * @param folder where relative paths of the config start
   */
  void apply(ConfigTree tree, Path folder) {
    if (path.startsWith("gpu.")) {
      GpuConfigs.expand(tree, folder);
    } else if (path.startsWith("machine.")) {
      HostExperimentLoader.expandMachine(tree, folder);
    }
    List<Object> steps = JsonPath.steps(path);
    JsonNode parent = tree.root();
    String at = "";
    for (int i = 0; i < steps.size() - 1; i++) {
      JsonNode below = child(parent, steps.get(i), at, parent.size() - 1);
      at = JsonPath.step(at, steps.get(i));
      JsonNode whole = structure(below, at, steps.get(i + 1));
      JsonPath.put(parent, steps.get(i), whole);
      if (below.isMissingNode()) {
        tree.setOrigin(at, origin);
      }
      parent = whole;
    }
    Object last = steps.get(steps.size() - 1);
    child(parent, last, at, parent.size());
    JsonPath.put(parent, last, value);
    tree.addSetting(this);
    if (path.equals("gpu.name")) {
      tree.setOriginalGpu((ObjectNode) parent);
    }
  }

  /** Returns the node below a step; a missing node if there is none yet. */
  private JsonNode child(JsonNode parent, Object step, String at, int lastIndex) {
    if (step instanceof String key) {
      if (!parent.isObject()) {
        throw invalid(at, JsonPath.describe(parent), "an object, to set a key of it");
      }
      return parent.path(key);
    } else if (!parent.isArray()) {
      throw invalid(at, JsonPath.describe(parent), "an array, to set an element of it");
    }
    int index = (Integer) step;
    if (index > lastIndex) {
      String allowed = lastIndex < 0 ? "a list with elements" : "an index from 0 to " + lastIndex;
      throw invalid(at, "index " + index, allowed);
    }
    return parent.path(index);
  }

  /** Returns the object that a name in short form means, and an empty one for what is missing. */
  private static JsonNode structure(JsonNode node, String at, Object next) {
    if (node.isMissingNode()) {
      return next instanceof Integer
          ? JsonNodeFactory.instance.arrayNode()
          : JsonNodeFactory.instance.objectNode();
    }
    return ConfigKeys.whole(at, node);
  }

  private InvalidInputException invalid(String at, String found, String allowed) {
    return new Violation(at, found, allowed).errorAt(origin);
  }
}
