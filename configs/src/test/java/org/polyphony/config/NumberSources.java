package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of a described device and where each comes from. */
final class NumberSources {
  private NumberSources() {}

  /** Returns the source of each number by its path, in order of the file. */
  static Map<String, String> of(String nameOrPath) {
    Map<String, String> sources = new LinkedHashMap<>();
    collect(GpuConfigs.described(nameOrPath), "", sources);
    return sources;
  }

  private static void collect(JsonNode node, String path, Map<String, String> sources) {
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      collect(node.get(i), JsonPath.index(path, i), sources);
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String at = JsonPath.key(path, field.getKey());
      if (field.getValue().isNumber()) {
        sources.put(at, node.path("source").path(field.getKey()).asText(GpuConfigs.NO_SOURCE));
      } else if (!GpuConfigs.ANNOTATIONS.contains(field.getKey())) {
        collect(field.getValue(), at, sources);
      }
    }
  }
}
