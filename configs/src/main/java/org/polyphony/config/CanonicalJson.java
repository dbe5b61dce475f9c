package org.polyphony.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Sha256;

/** One text for one value: keys sorted, no white space; and its digest. */
final class CanonicalJson {
  private static final int HASH_DIGITS = 16;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private CanonicalJson() {}

  /**
   * Returns a record as a tree.
   *
   * @param isComplete false without what equals its default, so that a new key with a default does
   *     not change the text of what is older
   */
  static ObjectNode tree(Record record, boolean isComplete) {
    ObjectNode tree = MAPPER.createObjectNode();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = Keys.get(record, component);
      if (value instanceof Enum<?> constant && component.isAnnotationPresent(Key.class)) {
        value = Keys.choice(component, constant);
      }
      boolean isShown = isComplete || !Keys.isDefault(component, value);
      if (isShown && value != null) {
        tree.set(component.getName(), node(value, isComplete));
      }
    }
    return tree;
  }

  private static JsonNode node(Object value, boolean isComplete) {
    if (value instanceof PartConfig part) {
      return part(part, isComplete);
    } else if (value instanceof Record record) {
      return tree(record, isComplete);
    } else if (value instanceof List<?> list) {
      ArrayNode array = MAPPER.createArrayNode();
      list.forEach(element -> array.add(node(element, isComplete)));
      return array;
    }
    return MAPPER.valueToTree(value);
  }

  /** A user's own part is known by its code, not by the place of its file. */
  private static JsonNode part(PartConfig part, boolean isComplete) {
    ObjectNode tree = tree(part, isComplete).put("name", part.shortName());
    return part.digest().isEmpty() ? tree : tree.put("content", part.digest());
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static String hash(String text) {
    return Sha256.hex(text).substring(0, HASH_DIGITS);
  }
}
