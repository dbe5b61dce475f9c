package org.polyphony.config;

import static java.util.Map.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.polyphony.input.Sha256;

/** One text for one value: keys sorted, no white space; and its digest. */
final class CanonicalJson {
  private static final int HASH_DIGITS = 16;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  /** Keys of a GPU that are younger than results: at these values they are no part of the text. */
  private static final Map<String, String> LATER_KEYS =
      Map.ofEntries(
          entry("crossbar.keepsLines", "false"),
          entry("dispatch.refillLatency", "0"),
          entry("dram.bankInterleaveBytes", "0"),
          entry("dram.burstBytes", "0"),
          entry("dram.farLatency", "0"),
          entry("executes.guarded", "false"),
          entry("executes.guards", "false"),
          entry("executes.holdsWarp", "false"),
          entry("gpu.launchGap", "0"),
          entry("l1d.allocate", "FILL"),
          entry("l1d.banksApart", "false"),
          entry("l1d.fill", "SECTOR"),
          entry("l1d.setHash", "[]"),
          entry("l1d.tagBytes", "0"),
          entry("l1d.writeAllocates", "false"),
          entry("l2.farLatency", "0"),
          entry("l2.fill", "SECTOR"),
          entry("l2.writeMiss", "ALLOCATE"),
          entry("sharedMemory.halfWarps", "false"),
          entry("sharedMemory.ownPath", "false"),
          entry("sm.memoryInterval", "0"),
          entry("sm.memoryQueue", "0"),
          entry("timing.nFAW", "0"),
          entry("timing.nREFI", "0"),
          entry("timing.nRFC", "0"));

  private CanonicalJson() {}

  /** Returns an experiment without the younger keys of its GPU that have their defaults. */
  static ObjectNode tree(ExperimentConfig experiment) {
    ObjectNode tree = MAPPER.valueToTree(experiment);
    dropDefaults("gpu", tree.path("gpu"));
    return tree;
  }

  private static void dropDefaults(String name, JsonNode node) {
    if (node.isArray()) {
      node.forEach(element -> dropDefaults(name, element));
    }
    node.properties()
        .removeIf(e -> text(e.getValue()).equals(LATER_KEYS.get(name + "." + e.getKey())));
    node.forEachEntry(CanonicalJson::dropDefaults);
  }

  private static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
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
