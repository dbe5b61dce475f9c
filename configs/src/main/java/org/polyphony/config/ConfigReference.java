package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The reference of all config keys as Markdown, made from the schemas. */
public final class ConfigReference {
  private static final Set<String> ANNOTATIONS = Set.of("source", "about", "references", "extends");
  private static final String HEAD =
      "| key | type | unit | default | meaning |\n|---|---|---|---|---|\n";

  private ConfigReference() {}

  /** Returns the tables of experiments and GPUs, each with a heading of level 2. */
  public static String markdown() {
    return "## Keys of an experiment\n\n"
        + table(ConfigSchema.EXPERIMENT.definition(), false)
        + "\n## Keys of a GPU\n\n"
        + table(ConfigSchema.GPU.definition(), true);
  }

  private static String table(JsonNode schema, boolean requireAll) {
    List<String> rows = new ArrayList<>();
    addRows(rows, schema, "", requireAll);
    return HEAD + String.join("", rows);
  }

  private static void addRows(List<String> rows, JsonNode schema, String path, boolean requireAll) {
    for (Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String key = property.getKey();
      JsonNode rule = property.getValue();
      if (requireAll && ANNOTATIONS.contains(key)) {
        continue; // explained once, in the text
      }
      String at = JsonPath.key(path, key);
      rows.add(row(at, rule, schema));
      addRows(rows, rule, at, requireAll);
      addRows(rows, rule.path("items"), at + "[]", requireAll);
    }
  }

  private static String row(String path, JsonNode rule, JsonNode parent) {
    boolean required =
        StreamSupport.stream(parent.path("required").spliterator(), false)
            .anyMatch(key -> path.endsWith(key.asText()) && isLast(path, key.asText()));
    String absent = required ? "required" : "";
    String value = rule.has("default") ? "`" + rule.get("default") + "`" : absent;
    return String.format(
            "| `%s` | %s | %s | %s | %s |%n",
            path, type(rule), rule.path("unit").asText(), value, rule.path("description").asText())
        .replace(System.lineSeparator(), "\n");
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
    JsonNode type = rule.path("type");
    return type.isArray()
        ? StreamSupport.stream(type.spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining(" or "))
        : type.asText();
  }
}
