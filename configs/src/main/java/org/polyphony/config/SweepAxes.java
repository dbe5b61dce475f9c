package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** The axes of a sweep file and the values along each. */
final class SweepAxes {
  private static final String WORKLOADS = "workloads";
  private static final String ALL_PAIRS = "all-pairs";
  private static final String PAIRS_OF = "pairs-of";

  private static final Pattern JOB = Pattern.compile("^jobs\\[(\\d+)]");

  /** Axes whose values speak for themselves. */
  private static final Pattern PLAIN =
      Pattern.compile("workloads|policy|machine|schedulers(\\[\\d+])?");

  private final ConfigTree tree;
  private final List<String> benchmarks;

  SweepAxes(ConfigTree tree, List<String> benchmarks) {
    this.tree = tree;
    this.benchmarks = benchmarks;
  }

  Map<String, List<JsonNode>> all() {
    Map<String, List<JsonNode>> axes = new LinkedHashMap<>();
    tree.at("axes").forEachEntry((path, values) -> axes.put(path, values(path)));
    return axes;
  }

  private List<JsonNode> values(String path) {
    JsonNode values = tree.at("axes").get(path);
    if (!JsonPath.isValid(path)) {
      throw wrong(path, "no path", "a path of an experiment, as gpu.l2.bytes");
    }
    if (path.equals(WORKLOADS) && !values.isArray()) {
      return pairs(values);
    }
    if (!values.isArray() || values.isEmpty()) {
      throw wrong(path, JsonPath.describe(values), "an array of values" + orPairs(path));
    }
    return values.valueStream().toList();
  }

  private static String orPairs(String path) {
    return path.equals(WORKLOADS) ? ", \"all-pairs\" or {\"pairs-of\": [...]}" : "";
  }

  private List<JsonNode> pairs(JsonNode values) {
    List<JsonNode> names = new ArrayList<>();
    if (values.asText().equals(ALL_PAIRS)) {
      benchmarks.forEach(name -> names.add(JsonNodeFactory.instance.textNode(name)));
    } else if (values.size() == 1 && values.path(PAIRS_OF).isArray()) {
      values.path(PAIRS_OF).forEach(names::add);
    }
    if (names.size() < 2) {
      throw wrong(
          WORKLOADS, JsonPath.describe(values), "a list of lists, or pairs of two names or more");
    }
    List<JsonNode> pairs = new ArrayList<>();
    for (int a = 0; a < names.size(); a++) {
      for (int b = a + 1; b < names.size(); b++) {
        ArrayNode pair = JsonNodeFactory.instance.arrayNode();
        pairs.add(pair.add(names.get(a)).add(names.get(b)));
      }
    }
    return pairs;
  }

  private RuntimeException wrong(String path, String found, String allowed) {
    return tree.invalid("axes." + path, found, allowed);
  }

  static String id(Map<String, JsonNode> axes) {
    StringJoiner id = new StringJoiner("_");
    axes.forEach(
        (path, value) -> {
          boolean isPlain = PLAIN.matcher(path).matches();
          id.add((isPlain ? "" : word(JOB.matcher(path).replaceAll("job$1")) + "=") + words(value));
        });
    String text = id.toString();
    return text.length() <= 120 ? text : text.substring(0, 100) + "-" + CanonicalJson.hash(text);
  }

  private static String words(JsonNode value) {
    if (value.isArray()) {
      StringJoiner words = new StringJoiner("+");
      value.forEach(element -> words.add(words(element)));
      return words.toString();
    }
    if (value.isObject()) {
      StringJoiner words = new StringJoiner("-");
      value
          .properties()
          .forEach(
              e ->
                  words.add(
                      (e.getKey().matches("name|benchmark") ? "" : word(e.getKey()) + "=")
                          + words(e.getValue())));
      return words.toString();
    }
    return word(value.asText());
  }

  static String word(String text) {
    String last = text.replaceAll("^.*/", "").replaceAll("\\.json$", "");
    return last.replaceAll("[^A-Za-z0-9.+=-]+", "-");
  }
}
