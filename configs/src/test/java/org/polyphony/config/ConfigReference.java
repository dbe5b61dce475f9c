package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.polyphony.input.Key;

/** The reference of all config keys as Markdown, made from the schemas. */
final class ConfigReference {
  private static final Set<String> ANNOTATIONS = Set.of("source", "about", "references", "extends");

  /** What has a table of its own. */
  private static final Set<String> FILES = Set.of("gpu", "machine");

  /** Have keys that stand elsewhere; those of policies in {@code polyphony describe}. */
  private static final Set<String> COPIES =
      Set.of("policy", "nodes[].cpu", "nodes[].gpus", "gpus[].policy", "calls[].workload");

  private static final String HEAD = "| key | type, unit; default | meaning |\n|---|---|---|\n";

  private final JsonNode definition;
  private final Set<String> leftOut;
  private final Set<String> followed = new HashSet<>(); // references
  private final List<String> rows = new ArrayList<>();

  private ConfigReference(JsonNode definition, Set<String> leftOut) {
    this.definition = definition;
    this.leftOut = leftOut;
  }

  /** Returns the tables of all kinds of files, each with a heading of level 2. */
  public static String markdown() {
    return "## Keys of an experiment\n\n"
        + table(FileKind.EXPERIMENT, Set.of())
        + "\n## Keys of a host experiment\n\n"
        + table(FileKind.HOST, Set.of())
        + "\n## Keys of a machine\n\n"
        + table(FileKind.MACHINE, ANNOTATIONS)
        + "\n## Keys of an application\n\n"
        + table(FileKind.APPLICATION, ANNOTATIONS)
        + "\n## Keys of a GPU\n\n"
        + table(FileKind.GPU, ANNOTATIONS);
  }

  private static String table(FileKind kind, Set<String> leftOut) {
    JsonNode definition = EditorSchema.definition(kind);
    ConfigReference reference = new ConfigReference(definition, leftOut);
    reference.addRows(definition, "");
    return HEAD + String.join("", reference.rows);
  }

  private void addRows(JsonNode rules, String path) {
    for (Entry<String, JsonNode> property : rules.path("properties").properties()) {
      String key = property.getKey();
      JsonNode rule = property.getValue();
      if (leftOut.contains(key)) {
        continue; // explained once, in the text
      }
      String at = JsonPath.key(path, key);
      rows.add(row(at, rule, rules));
      if (FILES.contains(key) || COPIES.contains(at)) {
        continue;
      }
      addRows(rule, at);
      addElements(rule.path("items"), at + "[]");
    }
  }

  /** Adds the keys of a list's elements, but not again those of a list within such a list. */
  private void addElements(JsonNode items, String path) {
    String reference = items.path("$ref").asText();
    if (!reference.isEmpty() && followed.add(reference)) {
      addRows(definition.at(reference.substring(1)), path);
    } else {
      addRows(items, path);
    }
  }

  private static String row(String path, JsonNode rule, JsonNode parent) {
    boolean required =
        StreamSupport.stream(parent.path("required").spliterator(), false)
            .anyMatch(key -> path.endsWith(key.asText()) && isLast(path, key.asText()));
    String absent = required ? "" : "; optional";
    String value = rule.has("default") ? "; `" + rule.get("default") + "`" : absent;
    String unit = rule.has("unit") ? ", " + rule.get("unit").asText() : "";
    String meaning = rule.path("description").asText();
    return "| `%s` | %s | %s |\n".formatted(path, type(rule) + unit + value, meaning);
  }

  private static boolean isLast(String path, String key) {
    return path.equals(key) || path.endsWith("." + key);
  }

  private static String type(JsonNode rule) {
    if (rule.has("enum") && rule.path("type").asText().equals("string")) {
      return StreamSupport.stream(rule.get("enum").spliterator(), false)
          .map(value -> "`" + value.asText() + "`")
          .collect(Collectors.joining(", "));
    }
    String range = range(rule);
    boolean isShare = rule.path("maximum").asDouble() == 1;
    if (isShare || (rule.has("minimum") && rule.path("type").asText().equals("integer"))) {
      return (rule.has("powerOfTwo") ? "power of two" : rule.path("type").asText()) + range;
    }
    JsonNode type = rule.path("type");
    return type.isArray()
        ? StreamSupport.stream(type.spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining(" or "))
        : type.asText();
  }

  private static String range(JsonNode rule) {
    String max = rule.path("maximum").asText();
    boolean isOpen =
        max.isEmpty() || max.equals("" + Integer.MAX_VALUE) || max.equals("" + Key.LONGEST);
    if (rule.has("exclusiveMinimum")) {
      return " > " + rule.get("exclusiveMinimum").asText() + (isOpen ? "" : ", ≤ " + max);
    }
    String min = rule.path("minimum").asText();
    if (rule.has("powerOfTwo") && min.equals("1")) {
      return isOpen ? "" : " up to " + max;
    }
    return !isOpen ? " " + min + ".." + max : min.equals("0") ? "" : " ≥ " + min;
  }
}
