package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One finished run: a {@code summary.json}, or a line of {@code results.jsonl}.
 *
 * @param summary as METRICS.md defines it; a line of a sweep also has {@code run} and {@code axes}
 */
record RunRecord(JsonNode summary) {
  private static final String UNKNOWN = "other";

  /** Returns the names of its workloads, as {@code LC/BS}. */
  String workloads() {
    return String.join("/", names());
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    summary.path("benchmarks").forEach(b -> names.add(b.path("name").asText()));
    return names;
  }

  /** Returns the kinds of its workloads in alphabetical order, as {@code COM/MEM}. */
  String category() {
    List<String> types = new ArrayList<>();
    summary.path("benchmarks").forEach(b -> types.add(b.path("type").asText("")));
    Collections.sort(types);
    boolean isKnown = types.stream().allMatch(type -> type.equals("COM") || type.equals("MEM"));
    return isKnown ? String.join("/", types) : UNKNOWN;
  }

  /** Returns what sets the run apart apart from workloads and seed: policy, and other axes. */
  String setting() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("policy", summary.path("policy").asText());
    summary
        .path("axes")
        .properties()
        .forEach(
            axis -> {
              if (!axis.getKey().equals("workloads") && !axis.getKey().equals("seed")) {
                words.put(axis.getKey(), word(axis.getKey(), axis.getValue()));
              }
            });
    return String.join(", ", words.values());
  }

  private static String word(String axis, JsonNode value) {
    if (axis.equals("policy") && value.isObject()) {
      List<String> parameters = new ArrayList<>();
      value
          .properties()
          .forEach(
              p -> {
                if (!p.getKey().equals("name")) {
                  parameters.add(
                      p.getValue().isTextual() ? p.getValue().asText() : p.getValue().toString());
                }
              });
      String name = value.path("name").asText();
      return parameters.isEmpty() ? name : name + " (" + String.join(", ", parameters) + ")";
    }
    String text = value.isTextual() ? value.asText() : value.toString();
    return axis.equals("policy") ? text : axis.substring(axis.lastIndexOf('.') + 1) + "=" + text;
  }

  String policy() {
    return summary.path("policy").asText();
  }

  boolean isShared() {
    return summary.path("benchmarks").size() > 1 && Double.isFinite(stp());
  }

  double stp() {
    return number(summary.path("stp"));
  }

  double antt() {
    return number(summary.path("antt"));
  }

  /** Returns the share of an SM's threads that the first workload has by {@code smk-fixed}. */
  double firstThreadShare() {
    return number(summary.at("/axes/policy/threadShares/0"));
  }

  static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }
}
