package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;

/** What the records say of a key by its path. */
public final class ConfigKeys {
  private ConfigKeys() {}

  /**
   * Returns the unit of a key.
   *
   * @param path in an experiment or a host experiment, as {@code gpu.l2.bytes}
   * @return as the key states it, {@code B}; empty where it has none or is not known
   */
  public static String unit(String path) {
    return component(path).map(key -> key.getAnnotation(Key.class).unit()).orElse("");
  }

  /**
   * Returns the paths of all keys of an experiment that are in no list, as {@code gpu.l2.bytes}.
   */
  public static List<String> paths() {
    return paths("", ExperimentConfig.class).toList();
  }

  private static Stream<String> paths(String parent, Class<?> type) {
    return Keys.of(type).entrySet().stream()
        .flatMap(
            key -> {
              String path = JsonPath.key(parent, key.getKey());
              Class<?> below = key.getValue().getType();
              return below.isRecord()
                  ? Stream.concat(Stream.of(path), paths(path, below))
                  : Stream.of(path);
            });
  }

  /** Returns the object that a text at a path stands for; any other value as it is. */
  static JsonNode whole(String path, JsonNode value) {
    String key =
        value.isTextual()
            ? component(path).map(of -> of.getAnnotation(Key.class).named()).orElse("")
            : "";
    return key.isEmpty() ? value : JsonNodeFactory.instance.objectNode().set(key, value);
  }

  /** Returns the number that a text with a unit stands for; any other value as it is. */
  static JsonNode number(String path, JsonNode value) {
    return component(path).flatMap(key -> Quantities.number(value, key, 0)).orElse(value);
  }

  private static Optional<RecordComponent> component(String path) {
    return Stream.of(ExperimentConfig.class, HostConfig.class)
        .flatMap(type -> component(type, path).stream())
        .findFirst();
  }

  /** Returns the component of a record, or of a record in it, for a path. */
  static Optional<RecordComponent> component(Class<?> type, String path) {
    Optional<RecordComponent> found = Optional.empty();
    Class<?> at = type;
    for (Object step : JsonPath.steps(path)) {
      if (step instanceof String key) {
        found = Optional.ofNullable(at == null ? null : Keys.of(at).get(key));
        at = found.map(Keys::below).orElse(null);
      }
    }
    return found;
  }
}
