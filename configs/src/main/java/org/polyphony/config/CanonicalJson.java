package org.polyphony.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeSet;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.LineAllocation;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.SharedMemoryConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.config.WriteMiss;
import org.polyphony.input.Sha256;

/** One text for one value: keys sorted, no white space; and its digest. */
final class CanonicalJson {
  private static final int HASH_DIGITS = 16;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(L1dConfig.class, LaterKeys.class)
          .addMixIn(L2Config.class, LaterKeys.class)
          .addMixIn(CrossbarConfig.class, LaterKeys.class)
          .addMixIn(DramConfig.class, LaterKeys.class)
          .addMixIn(DramConfig.Timing.class, LaterKeys.class)
          .addMixIn(SmConfig.class, LaterKeys.class)
          .addMixIn(SharedMemoryConfig.class, LaterKeys.class)
          .addMixIn(PipeConfig.Timing.class, LaterKeys.class)
          .build();

  /** Keys that are younger than results: at their default they are no part of the text. */
  @SuppressWarnings("unused") // Jackson reads them
  private interface LaterKeys {
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Default.class)
    Fill fill();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Default.class)
    LineAllocation allocate();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Default.class)
    WriteMiss writeMiss();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int burstBytes();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int bankInterleaveBytes();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int farLatency();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean keepsLines();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int nFAW();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int nREFI();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int nRFC();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean ownPath();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean banksApart();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int memoryQueue();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int memoryInterval();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean halfWarps();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean holdsWarp();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean guards();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean guarded();
  }

  /** Equals the defaults, which Jackson then leaves out. */
  private static final class Default {
    @Override
    public boolean equals(Object value) {
      return value == Fill.SECTOR || value == LineAllocation.FILL || value == WriteMiss.ALLOCATE;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

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
    return Sha256.hex(text).substring(0, HASH_DIGITS);
  }
}
