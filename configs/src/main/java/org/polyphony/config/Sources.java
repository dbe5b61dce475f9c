package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sources of the numbers of a GPU file: {@code source} in an object, for its numbers. */
final class Sources {
  /** What stands for the source of a number that has none. */
  static final String NONE = "no source given";

  /** Keys that explain and do not describe the device. */
  static final Set<String> ANNOTATIONS = Set.of("source", "about", "references");

  private static final String KEY = "source";

  private Sources() {}

  /**
   * Turns one text for all numbers beside and below it into a text for each number, so that files
   * can be merged number by number.
   */
  static void spread(ObjectNode gpu) {
    spread(gpu, NONE);
  }

  private static void spread(JsonNode node, String inherited) {
    if (!(node instanceof ObjectNode object)) {
      node.forEach(element -> spread(element, inherited));
      return;
    }
    JsonNode written = object.path(KEY);
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
      object.set(KEY, each);
    }
  }
}
