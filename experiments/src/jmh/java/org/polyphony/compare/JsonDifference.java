package org.polyphony.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Names the key at which two JSON texts differ first. */
final class JsonDifference {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private JsonDifference() {}

  /** Returns the path of the key and both values, or empty when only the layout differs. */
  static Optional<String> first(String base, String changed) {
    try {
      return first("", MAPPER.readTree(base), MAPPER.readTree(changed));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // a damaged file differs by its lines
    }
  }

  private static Optional<String> first(String path, JsonNode base, JsonNode changed) {
    if (base.isObject() && changed.isObject()) {
      return firstOfObjects(path, base, changed);
    }
    if (base.isArray() && changed.isArray()) {
      return firstOfArrays(path, base, changed);
    }
    String one = text(base);
    String other = text(changed);
    return one.equals(other)
        ? Optional.empty()
        : Optional.of("%s: base %s, new %s".formatted(path, one, other));
  }

  private static Optional<String> firstOfObjects(String path, JsonNode base, JsonNode changed) {
    Set<String> keys = new LinkedHashSet<>();
    base.fieldNames().forEachRemaining(keys::add);
    changed.fieldNames().forEachRemaining(keys::add);
    return keys.stream()
        .map(
            key ->
                first(path.isEmpty() ? key : path + "." + key, base.path(key), changed.path(key)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> firstOfArrays(String path, JsonNode base, JsonNode changed) {
    for (int i = 0; i < Math.max(base.size(), changed.size()); i++) {
      Optional<String> found = first(path + "[" + i + "]", base.path(i), changed.path(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() ? "nothing" : value.toString();
  }
}
