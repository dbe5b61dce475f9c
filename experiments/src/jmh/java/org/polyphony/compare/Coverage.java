package org.polyphony.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many trials ran each part of the simulator, as their configs say. */
final class Coverage {
  private static final List<String> NAMED =
      List.of("preemption", "allocation", "warpScheduler", "kernelScheduler", "restart");

  private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

  /** Names what there is of a kind, so that what is never run shows as 0. */
  void expect(String kind, List<String> values) {
    values.forEach(value -> of(kind).putIfAbsent(value, 0));
  }

  void count(JsonNode config) {
    JsonNode gpu = config.path("gpu");
    count("gpu", gpu.path("extends").asText(gpu.asText()));
    countChanges(gpu, "");
    count("kernels", Integer.toString(config.path("workloads").size()));
    for (JsonNode workload : config.path("workloads")) {
      JsonNode name = workload.path(workload.has("trace") ? "trace" : "benchmark");
      count("kernel", name.asText(workload.asText()));
    }
    if (config.has("policy")) {
      count("policy", config.path("policy").path("name").asText());
      NAMED.forEach(key -> count(key, config.path(key).asText()));
    }
  }

  private void countChanges(JsonNode gpu, String path) {
    gpu.properties()
        .forEach(
            entry -> {
              String key = path + entry.getKey();
              if (entry.getValue().isObject()) {
                countChanges(entry.getValue(), key + ".");
              } else if (!key.equals("extends")) {
                count("changed", key);
              }
            });
  }

  private void count(String kind, String value) {
    of(kind).merge(value, 1, Integer::sum);
  }

  private Map<String, Integer> of(String kind) {
    return counts.computeIfAbsent(kind, k -> new TreeMap<>());
  }

  /** Returns a line for each kind. */
  List<String> lines() {
    return counts.entrySet().stream()
        .map(
            kind ->
                kind.getValue().entrySet().stream()
                    .map(value -> value.getKey() + " " + value.getValue())
                    .collect(Collectors.joining(", ", kind.getKey() + ": ", "")))
        .toList();
  }
}
