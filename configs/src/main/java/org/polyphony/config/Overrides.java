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
 * Applies {@code --set path=value} to an experiment before it is checked. A relative path of a file
 * starts from the working folder.
 */
final class Overrides {
  /** How the origin of an overridden value begins. */
  static final String ORIGIN = "--set ";

  private static final int SHOWN = 40; // characters of a path that is too long

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Pattern FILE =
      Pattern.compile("jobStream|nodes|workloads\\[\\d+]\\.(trace|model|arrivals\\.file)");
  private static final Pattern NAME_OR_FILE =
      Pattern.compile("gpu|gpu\\.extends|machine|jobs\\[\\d+]\\.application");

  private final ConfigTree tree;
  private final String origin;
  private final String path;
  private final JsonNode value;

  private Overrides(ConfigTree tree, String set) {
    this.tree = tree;
    this.origin = ORIGIN + set;
    int equals = set.indexOf('=');
    if (equals < 0) {
      throw invalid("", "has no \"=\"; write path=value", "");
    }
    this.path = set.substring(0, equals).strip();
    if (JsonPath.isTooDeep(path)) {
      throw new Violation("", "a path of more steps", "at most " + JsonPath.DEPTH)
          .errorAt(ORIGIN + path.substring(0, SHOWN) + "...");
    }
    if (!JsonPath.isValid(path)) {
      throw invalid(
          "", '"' + path + "\" as the path", "a path such as gpu.l2.bytes or workloads[0]");
    }
    JsonNode written = parse(set.substring(equals + 1).strip());
    JsonPath.unusable(written, path)
        .ifPresent(
            violation -> {
              throw violation.errorAt(origin);
            });
    this.value = absolute(written, path, Path.of(""));
  }

  /**
   * Applies one override. What goes into the GPU or the machine changes the merged one.
   *
   * @param folder where relative paths of the experiment start
   */
  static void apply(ConfigTree tree, String set, Path folder) {
    new Overrides(tree, set).apply(folder);
  }

  private void apply(Path folder) {
    List<Object> steps = JsonPath.steps(path);
    boolean intoGpu = steps.get(0).equals("gpu") && steps.size() > 1;
    if (intoGpu) {
      GpuConfigs.expand(tree, folder);
      GpuConfigs.keepOriginal(tree);
    }
    if (steps.get(0).equals("machine") && steps.size() > 1) {
      BundledFiles.expandMachine(tree, folder);
    }
    JsonNode parent = tree.root();
    String at = "";
    for (int i = 0; i < steps.size() - 1; i++) {
      parent = child(parent, steps.get(i), steps.get(i + 1), at);
      at = JsonPath.step(at, steps.get(i));
    }
    set(parent, steps.get(steps.size() - 1), at);
    tree.setOrigin(path, origin);
    if (intoGpu) {
      tree.change(path, origin);
    }
    if (path.equals("gpu")) {
      tree.forgetOriginal();
    }
    if (intoGpu) {
      GpuConfigs.nameDifferences(tree, path.equals("gpu.name"));
    }
  }

  /**
   * Returns the structure below a step: a name in short form becomes the object that it means. What
   * is missing becomes an array where the next step is an index, else an object.
   */
  private JsonNode child(JsonNode parent, Object step, Object next, String at) {
    if (step instanceof Integer index) {
      JsonNode element = existing(parent, index, at);
      String named = ConfigKeys.named(at);
      return element.isTextual() && !named.isEmpty()
          ? put(parent, index, object(named, element))
          : element;
    }
    String key = (String) step;
    ObjectNode object = asObject(parent, at);
    JsonNode below = object.path(key);
    String named = ConfigKeys.named(JsonPath.key(at, key));
    if (below.isTextual() && !named.isEmpty()) {
      return put(object, key, object(named, below));
    }
    if (!below.isMissingNode()) {
      return below;
    }
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    tree.setOrigin(JsonPath.key(at, key), origin);
    return put(object, key, next instanceof Integer ? nodes.arrayNode() : nodes.objectNode());
  }

  private void set(JsonNode parent, Object step, String at) {
    if (step instanceof Integer index) {
      if (parent instanceof ArrayNode array && index == array.size()) {
        array.add(value);
      } else {
        existing(parent, index, at);
        put(parent, index, value);
      }
    } else {
      put(asObject(parent, at), step, value);
    }
  }

  private static JsonNode put(JsonNode parent, Object step, JsonNode value) {
    if (step instanceof Integer index) {
      ((ArrayNode) parent).set(index, value);
    } else {
      ((ObjectNode) parent).set((String) step, value);
    }
    return value;
  }

  private JsonNode existing(JsonNode parent, int index, String at) {
    if (!(parent instanceof ArrayNode array)) {
      throw invalid(at, JsonPath.describe(parent), "an array, to set an element of it");
    }
    if (index >= array.size()) {
      String last = "an index from 0 to " + (array.size() - 1);
      throw invalid(at, "index " + index, array.isEmpty() ? "a list with elements" : last);
    }
    return array.get(index);
  }

  private ObjectNode asObject(JsonNode parent, String at) {
    if (parent instanceof ObjectNode object) {
      return object;
    }
    throw invalid(at, JsonPath.describe(parent), "an object, to set a key of it");
  }

  private static ObjectNode object(String key, JsonNode value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.set(key, value);
    return object;
  }

  private static JsonNode parse(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node.isMissingNode() ? JsonNodeFactory.instance.textNode(text) : node;
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.textNode(text); // not JSON: a plain string
    }
  }

  /** Returns a value with the whole path of each file that it names. */
  static JsonNode absolute(JsonNode value, String path, Path folder) {
    JsonNode all = value.deepCopy();
    if (all instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              field ->
                  field.setValue(
                      absolute(field.getValue(), JsonPath.key(path, field.getKey()), folder)));
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

  private InvalidInputException invalid(String at, String found, String allowed) {
    return new Violation(at, found, allowed).errorAt(origin);
  }
}
