package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    ObjectNode point = base.deepCopy();
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
    Object last = steps.get(steps.size() - 1);
    JsonNode parent = JsonPath.at(point, JsonPath.parent(path));
    boolean isThere =
        last instanceof Integer index ? parent.has(index) : steps.size() > 1 && parent.isObject();
    if (isThere) {
      JsonPath.put(parent, last, value);
    } else {
      point.properties().removeIf(other -> JsonPath.isBelow(other.getKey(), path));
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
    return ConfigKeys.whole(path, value);
  }

  private static boolean isDefault(String key, JsonNode value) {
    RecordComponent component = Keys.of(ExperimentConfig.class).get(key);
    return component != null
        && value.isValueNode()
        && !Keys.isRequired(component)
        && value.asText().equals(String.valueOf(Keys.absent(component)));
  }

  /**
   * Returns a value of the base that another base has otherwise, so that the points of one are
   * another experiment than those of the other; empty when there is none.
   *
   * @param varied paths that the points of either set anyway
   * @param there where the other base stands, in words
   */
  Optional<Violation> difference(PointSettings other, Collection<String> varied, String there) {
    Map<String, JsonNode> own = leaves(varied);
    Map<String, JsonNode> others = other.leaves(varied);
    Set<String> paths = new TreeSet<>(own.keySet());
    paths.addAll(others.keySet());
    return paths.stream()
        .filter(path -> !Objects.equals(own.get(path), others.get(path)))
        .findFirst()
        .map(path -> difference("base." + path, own.get(path), others.get(path), there));
  }

  private static Violation difference(String path, JsonNode own, JsonNode other, String there) {
    String wanted = other == null ? "no value," : JsonPath.describe(other);
    return new Violation(path, own == null ? "" : JsonPath.describe(own), wanted + there);
  }

  private Map<String, JsonNode> leaves(Collection<String> varied) {
    Map<String, JsonNode> leaves = new HashMap<>();
    base.forEachEntry((key, value) -> JsonPath.addLeaves(value, key, leaves));
    leaves.entrySet().removeIf(leaf -> isDefault(leaf.getKey(), leaf.getValue()));
    leaves
        .keySet()
        .removeIf(
            leaf -> varied.stream().anyMatch(p -> leaf.equals(p) || JsonPath.isBelow(leaf, p)));
    return leaves;
  }
}
