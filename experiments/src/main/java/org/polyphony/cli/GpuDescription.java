package org.polyphony.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.polyphony.config.GpuConfigs;
import org.polyphony.text.Sentences;

/**
 * A device in words: every value with its source.
 *
 * @param name of the device
 * @param about what it is
 * @param file where it is described
 * @param tree the description, with what it extends merged into it
 */
record GpuDescription(String name, String about, String file, JsonNode tree) {
  private static final Set<String> ANNOTATIONS =
      Set.of("source", "about", "references", "extends", "schemaVersion", "name");

  static GpuDescription of(String name) {
    JsonNode tree = GpuConfigs.described(name);
    return new GpuDescription(
        name, tree.path("about").asText(""), "configs/gpus/" + name + ".json", tree);
  }

  /** Returns the description as text. */
  String text() {
    StringBuilder text = new StringBuilder(name).append(" (").append(file).append(")\n");
    text.append(Sentences.wrapped(about, "  ", 100));
    TextTable table = new TextTable("value", "", "source");
    addValues(tree, "", table);
    text.append('\n').append(table);
    JsonNode references = tree.path("references");
    if (!references.isEmpty()) {
      text.append("\nsources\n");
      references
          .properties()
          .forEach(
              e ->
                  text.append("  ")
                      .append(e.getKey())
                      .append("  ")
                      .append(e.getValue().asText())
                      .append('\n'));
    }
    return text.toString();
  }

  private static void addValues(JsonNode node, String path, TextTable table) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String key = entry.getKey();
      if (!ANNOTATIONS.contains(key)) {
        addValue(entry.getValue(), path + key, source(node, key), table);
      }
    }
  }

  private static void addValue(JsonNode value, String path, String source, TextTable table) {
    if (value.isObject()) {
      addValues(value, path + ".", table);
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        addValue(value.get(i), path + "[" + i + "]", source, table);
      }
    } else {
      table.row(path, value.asText(), source);
    }
  }

  private static String source(JsonNode node, String key) {
    JsonNode source = node.path("source");
    return source.isTextual() ? source.asText() : source.path(key).asText("");
  }
}
