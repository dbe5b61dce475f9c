package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/**
 * What the points of a sweep set: the base with the values of the axes. A point has the same
 * settings whether a value comes from the base or from an axis, so that a sweep that grows
 * recognizes the points that it has run.
 */
final class PointSettings {
  private static final Set<String> MEANINGLESS = Set.of("name", "folder", "schemaVersion");

  private final ObjectNode base;

  /**
   * Makes the settings of a base.
   *
   * @param base of a sweep, with the overrides of the command line
   */
  PointSettings(ObjectNode base) {
    this.base = JsonNodeFactory.instance.objectNode();
    base.properties()
        .forEach(key -> this.base.set(key.getKey(), named(key.getKey(), key.getValue())));
    this.base.remove(MEANINGLESS);
  }

  /**
   * Returns a digest of all settings of a point.
   *
   * @param overrides values by path, the later ones over the earlier
   */
  String digest(Map<String, JsonNode> overrides) {
    ObjectNode point = JsonNodeFactory.instance.objectNode();
    point.setAll(base);
    overrides.forEach((path, value) -> set(point, path, named(path, value)));
    point.properties().removeIf(key -> isDefault(key.getKey(), key.getValue()));
    return CanonicalJson.hash(CanonicalJson.write(point));
  }

  /** Returns whether a point has a value of a key, other than the default. */
  boolean has(String key, Map<String, JsonNode> overrides) {
    JsonNode value = overrides.getOrDefault(key, base.path(key));
    return !value.isMissingNode() && !isDefault(key, value);
  }

  /** Sets a value; one within a name, as of a GPU, stays beside it. */
  private static void set(ObjectNode point, String path, JsonNode value) {
    List<Object> steps = JsonPath.steps(path);
    String key = String.valueOf(steps.get(0));
    if (steps.size() == 1) {
      point.properties().removeIf(other -> isBelow(other.getKey(), key));
      point.set(key, value);
      return;
    }
    JsonNode top = point.path(key).deepCopy();
    JsonNode parent = top;
    for (Object step : steps.subList(1, steps.size() - 1)) {
      parent = step instanceof Integer index ? parent.path(index) : parent.path((String) step);
    }
    Object last = steps.get(steps.size() - 1);
    if (parent instanceof ObjectNode object && last instanceof String name) {
      object.set(name, value);
      point.set(key, top);
    } else if (parent instanceof ArrayNode array
        && last instanceof Integer index
        && index < array.size()) {
      array.set(index, value);
      point.set(key, top);
    } else {
      point.set(path, value);
    }
  }

  /** Returns the object that a name in its short form stands for. */
  private static JsonNode named(String path, JsonNode value) {
    if (value.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> array.add(named(path, element)));
      return array;
    }
    String key = value.isTextual() ? ConfigKeys.named(path) : "";
    return key.isEmpty() ? value : JsonNodeFactory.instance.objectNode().set(key, value);
  }

  private static boolean isDefault(String key, JsonNode value) {
    RecordComponent component = Keys.of(ExperimentConfig.class).get(key);
    return component != null
        && value.isValueNode()
        && !Keys.isRequired(component)
        && value.asText().equals(String.valueOf(Keys.absent(component)));
  }

  private static boolean isBelow(String path, String parent) {
    return path.startsWith(parent + ".") || path.startsWith(parent + "[");
  }

  /**
   * Returns a value of the base that another base has otherwise, so that the points of one are
   * another experiment than those of the other; empty when there is none.
   *
   * @param varied paths that the points of either set anyway
   * @param here where the other base stands, in words
   */
  Optional<Violation> difference(PointSettings other, Collection<String> varied, String here) {
    Map<String, JsonNode> own = leaves(varied);
    Map<String, JsonNode> others = other.leaves(varied);
    Set<String> paths = new TreeSet<>(own.keySet());
    paths.addAll(others.keySet());
    return paths.stream()
        .filter(path -> !isSame(path, own.get(path), others.get(path)))
        .findFirst()
        .map(
            path ->
                new Violation(
                    "base." + path, words(own, path), expected(words(others, path), here)));
  }

  private static boolean isSame(String path, JsonNode a, JsonNode b) {
    boolean isDefaultA = a == null || isDefault(path, a);
    boolean isDefaultB = b == null || isDefault(path, b);
    return Objects.equals(a, b) || (isDefaultA && isDefaultB);
  }

  private static String words(Map<String, JsonNode> leaves, String path) {
    return leaves.containsKey(path) ? JsonPath.describe(leaves.get(path)) : "";
  }

  private static String expected(String other, String here) {
    return (other.isEmpty() ? "no value, as " : other + " as ") + here;
  }

  private Map<String, JsonNode> leaves(Collection<String> varied) {
    Map<String, JsonNode> leaves = new TreeMap<>();
    base.properties().forEach(key -> collect(key.getKey(), key.getValue(), leaves));
    return leaves.entrySet().stream()
        .filter(
            leaf ->
                varied.stream()
                    .noneMatch(path -> leaf.getKey().equals(path) || isBelow(leaf.getKey(), path)))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static void collect(String path, JsonNode value, Map<String, JsonNode> leaves) {
    if (value.isContainerNode() && !value.isEmpty()) {
      value
          .properties()
          .forEach(key -> collect(JsonPath.key(path, key.getKey()), key.getValue(), leaves));
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        collect(JsonPath.index(path, i), value.get(i), leaves);
      }
    } else {
      leaves.put(path, value);
    }
  }
}
