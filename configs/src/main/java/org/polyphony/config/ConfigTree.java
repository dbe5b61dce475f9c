package org.polyphony.config;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/**
 * A JSON object that knows where each of its values was written: in which line of which file, or in
 * which {@code --set}.
 */
final class ConfigTree {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private final String file;
  private final ObjectNode root;

  /** By path; a value without its own has its parent's. */
  private final NavigableMap<String, String> origins;

  /** Origins of values of a GPU that another file or an option has changed, by path. */
  private final Map<String, String> changes = new LinkedHashMap<>();

  private final List<Violation> violations = new ArrayList<>();

  /** The GPU as its file has it, before the experiment changes it; null when there is none. */
  private ObjectNode originalGpu;

  ConfigTree(String file, ObjectNode root, Map<String, String> origins) {
    this.file = file;
    this.root = root;
    this.origins = new TreeMap<>(origins);
  }

  ObjectNode root() {
    return root;
  }

  /** Returns the value at a path of keys and indexes; a missing node when there is none. */
  JsonNode at(String path) {
    JsonNode node = root;
    for (Object step : JsonPath.steps(path)) {
      node = step instanceof Integer index ? node.path(index) : node.path((String) step);
    }
    return node;
  }

  /** Returns where the value at the path, or else the nearest thing above it, was written. */
  String origin(String path) {
    String at = path;
    while (!at.isEmpty() && !origins.containsKey(at)) {
      at = JsonPath.parent(at);
    }
    return origins.getOrDefault(at, file);
  }

  /** Forgets where the path and all below it were written, and notes that it was here. */
  void setOrigin(String path, String origin) {
    removeOrigins(path);
    origins.put(path, origin);
  }

  /** Notes where the value of a GPU at a path, which may have been another, was written. */
  void change(String path, String origin) {
    changes.put(path, origin);
  }

  /** Replaces the value of a key of the root by another tree, with its origins. */
  void graft(String key, ConfigTree other) {
    setOrigin(key, other.origin(""));
    root.set(key, other.root);
    other.origins.forEach(
        (path, origin) -> origins.put(path.isEmpty() ? key : JsonPath.key(key, path), origin));
    other.changes.forEach((path, origin) -> changes.put(JsonPath.key(key, path), origin));
  }

  /** Returns the part at a path as a tree of its own. */
  ConfigTree subtree(String path) {
    ConfigTree part = new ConfigTree(origin(path), ((ObjectNode) at(path)).deepCopy(), Map.of());
    originsBelow(path)
        .forEach((at, origin) -> part.origins.put(at.substring(path.length() + 1), origin));
    return part;
  }

  private void removeOrigins(String path) {
    origins.remove(path);
    originsAfter(path, '.').clear();
    originsAfter(path, '[').clear();
  }

  private Map<String, String> originsBelow(String path) {
    Map<String, String> below = new TreeMap<>(originsAfter(path, '.'));
    below.putAll(originsAfter(path, '['));
    return below;
  }

  /** Returns those whose path goes on after this one, which is not empty, with a character. */
  private Map<String, String> originsAfter(String path, char next) {
    return origins.subMap(path + next, path + (char) (next + 1));
  }

  /** Lays another tree over this one: objects are merged key by key, all else is replaced. */
  void overlay(ConfigTree other) {
    overlay(root, other.root, "", other);
  }

  private void overlay(ObjectNode base, ObjectNode over, String path, ConfigTree other) {
    for (Entry<String, JsonNode> field : over.properties()) {
      String at = JsonPath.key(path, field.getKey());
      if (base.get(field.getKey()) instanceof ObjectNode below
          && field.getValue() instanceof ObjectNode above) {
        overlay(below, above, at, other);
      } else {
        boolean isNew = base.replace(field.getKey(), field.getValue().deepCopy()) == null;
        setOrigin(at, other.origin(at));
        if (!isNew && !field.getValue().isTextual()) { // texts name and explain
          changes.put(at, other.origin(at));
        }
        other.originsBelow(at).forEach(origins::put);
      }
    }
  }

  /** Notes that the GPU is as its file has it. */
  void keepOriginal(ObjectNode gpu) {
    originalGpu = gpu.deepCopy();
  }

  /** Forgets the GPU: another one takes its place. */
  void forgetOriginal() {
    originalGpu = null;
  }

  /** Returns the GPU as its file has it; empty when it is not known. */
  Optional<ObjectNode> originalGpu() {
    return Optional.ofNullable(originalGpu);
  }

  /** Removes a key of the root. */
  void remove(String key) {
    root.remove(key);
    removeOrigins(key);
  }

  /**
   * Returns everything in the tree that a record does not allow, except constraints between values;
   * before, replaces values with a unit by numbers.
   */
  List<Violation> check(Class<? extends Record> type) {
    Quantities.resolve(root, type);
    return Keys.violations(type, values()).stream()
        .map(v -> Quantities.withUnits(v, type))
        .toList();
  }

  /**
   * Makes a record of the tree.
   *
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  <R extends Record> R bind(Class<R> type) {
    check(type).forEach(this::wrong);
    requireValid();
    R record = Keys.bind(type, values());
    Keys.violations(record).forEach(this::wrong);
    requireValid();
    return record;
  }

  Map<String, Object> values() {
    return MAPPER.convertValue(root, new TypeReference<Map<String, Object>>() {});
  }

  /** Notes that the value at a path is not allowed; {@link #requireValid} says all that is not. */
  void wrong(String path, String found, String allowed) {
    wrong(new Violation(path, found, allowed));
  }

  /** Notes what is not allowed. */
  void wrong(Violation violation) {
    violations.add(violation);
  }

  boolean isValid() {
    return violations.isEmpty();
  }

  /**
   * Ends here when something is noted.
   *
   * @throws InvalidInputException with everything, a line each
   */
  void requireValid() {
    if (!isValid()) {
      throw invalid(violations);
    }
  }

  InvalidInputException invalid(String path, String found, String allowed) {
    return invalid(List.of(new Violation(path, found, allowed)));
  }

  InvalidInputException invalid(List<Violation> violations) {
    return new InvalidInputException(
        String.join("\n", violations.stream().map(v -> v.at(blamed(v))).toList()));
  }

  /**
   * Returns where a value was written that is wrong; when another file or an option has changed a
   * value that the rule names, where that was.
   */
  private String blamed(Violation violation) {
    String own = origin(violation.path());
    if (violation.allowed().startsWith("one of ")) {
      return own; // names all keys
    }
    return changes.entrySet().stream()
        .filter(change -> violation.allowed().contains(change.getKey().replaceFirst("^gpu\\.", "")))
        .map(Entry::getValue)
        .filter(origin -> !withoutLine(origin).equals(withoutLine(own)))
        .reduce((first, last) -> last)
        .orElse(own);
  }

  private static String withoutLine(String origin) {
    return origin.replaceFirst(":\\d+$", "");
  }
}
