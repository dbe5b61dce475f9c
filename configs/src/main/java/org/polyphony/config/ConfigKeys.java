package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;

/** What the schemas say of a key by its path. */
public final class ConfigKeys {
  private ConfigKeys() {}

  /**
   * Returns the unit of a key.
   *
   * @param path in an experiment or a host experiment, as {@code gpu.l2.bytes}
   * @return as the key states it, {@code B}; empty where it has none or is not known
   */
  public static String unit(String path) {
    return rule(path).path("unit").asText();
  }

  /** Returns the number that a text with a unit stands for; any other value as it is. */
  static JsonNode number(String path, JsonNode value) {
    return Quantities.number(value, rule(path)).orElse(value);
  }

  private static JsonNode rule(String path) {
    JsonNode rule = rule(ConfigSchema.EXPERIMENT, path);
    return rule.isMissingNode() ? rule(ConfigSchema.HOST, path) : rule;
  }

  private static JsonNode rule(ConfigSchema schema, String path) {
    JsonNode rule = schema.definition();
    for (Object step : JsonPath.steps(path)) {
      rule = step instanceof String key ? rule.path("properties").path(key) : rule.path("items");
    }
    return rule;
  }
}
