package org.polyphony.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;

/** One text for one value: keys sorted, no white space; and its digest. */
final class CanonicalJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private CanonicalJson() {}

  static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(sorted(node));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = MAPPER.createObjectNode();
      TreeSet<String> keys = new TreeSet<>();
      node.fieldNames().forEachRemaining(keys::add);
      keys.forEach(key -> object.set(key, sorted(node.get(key))));
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = MAPPER.createArrayNode();
      node.forEach(element -> array.add(sorted(element)));
      return array;
    }
    return node;
  }

  static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
