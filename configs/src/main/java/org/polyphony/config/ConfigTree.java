package org.polyphony.config;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Map<String, String> origins; // by path; a value without has its parent's
  private final List<String> settings = new ArrayList<>(); // origins of those applied
  private final List<Violation> violations = new ArrayList<>();
  private ObjectNode originalGpu; // null while it is not known

  ConfigTree(String file, ObjectNode root, Map<String, String> origins) {
    this.file = file;
    this.root = root;
    this.origins = new HashMap<>(origins);
  }

  ObjectNode root() {
    return root;
  }

  /** Returns the value at a path of keys and indexes; a missing node when there is none. */
  JsonNode at(String path) {
    return JsonPath.at(root, path);
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
    origins.keySet().removeIf(each -> JsonPath.isBelow(each, path));
    origins.put(path, origin);
  }

  /** Notes that a setting is applied. */
  void addSetting(Setting setting) {
    setOrigin(setting.path(), setting.origin());
    settings.add(setting.origin());
  }

  /** Replaces the value of a key of the root by another tree, with its origins. */
  void graft(String key, ConfigTree other) {
    root.set(key, other.root);
    setOrigin(key, other.origin(""));
    other.origins.forEach(
        (path, origin) -> origins.put(path.isEmpty() ? key : JsonPath.key(key, path), origin));
  }

  /** Returns the part at a path as a tree of its own. */
  ConfigTree subtree(String path) {
    String origin = origin(path);
    ObjectNode copy = ((ObjectNode) at(path)).deepCopy();
    ConfigTree part = new ConfigTree(origin, copy, Map.of("", origin));
    origins.forEach(
        (at, own) -> {
          if (JsonPath.isBelow(at, path)) {
            part.origins.put(at.substring(path.length() + 1), own);
          }
        });
    return part;
  }

  /** Lays another tree over this one: objects are merged key by key, all else is replaced. */
  void overlay(ConfigTree other) {
    overlay(root, other.root, "");
    other.origins.forEach(origins::put);
  }

  private void overlay(ObjectNode base, ObjectNode over, String path) {
    over.forEachEntry(
        (key, above) -> {
          String at = JsonPath.key(path, key);
          if (base.get(key) instanceof ObjectNode below && above instanceof ObjectNode object) {
            overlay(below, object, at);
          } else if (base.replace(key, above.deepCopy()) instanceof ContainerNode<?>) {
            origins.keySet().removeIf(each -> JsonPath.isBelow(each, at));
          }
        });
  }

  /** Notes the GPU as its file has it. */
  void setOriginalGpu(ObjectNode gpu) {
    originalGpu = gpu.deepCopy();
  }

  /** Returns the GPU as its file has it; empty while it is not known. */
  Optional<ObjectNode> originalGpu() {
    return Optional.ofNullable(originalGpu);
  }

  /**
   * Returns everything in the tree that a record does not allow, except constraints between values;
   * before, replaces values with a unit by numbers.
   */
  List<Violation> check(Class<? extends Record> type) {
    Quantities.resolve(root, type, 0);
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

  /** Records a violation. */
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

  /** Makes the error; where all is written in another file, it names what has changed that too. */
  InvalidInputException invalid(List<Violation> violations) {
    String message =
        String.join("\n", violations.stream().map(v -> v.at(origin(v.path()))).toList());
    String own = origin("").replaceFirst(":\\d+$", "");
    List<String> changes = new ArrayList<>();
    if (settings.stream().noneMatch(message::contains)) {
      changes.addAll(message.contains(own) ? List.of() : List.of(own));
      changes.addAll(settings);
    }
    return new InvalidInputException(
        changes.isEmpty() ? message : message + "\nwith " + String.join(", ", changes));
  }
}
