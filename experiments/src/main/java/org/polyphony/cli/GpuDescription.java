package org.polyphony.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.GpuFigures;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.results.table.Sentences;
import org.polyphony.results.table.Table;

/**
 * A device in words: every value with its source.
 *
 * @param name of the device
 * @param about what it is
 * @param file where it is described
 * @param tree the description, with what it extends merged into it
 * @param gpu the device
 */
record GpuDescription(String name, String about, String file, JsonNode tree, GpuConfig gpu) {
  private static final Set<String> ANNOTATIONS =
      Set.of("source", "about", "references", "validated", "extends", "schemaVersion", "name");

  /** A value of the file and its source. */
  private record Value(String path, String text, String source) {}

  static GpuDescription of(String name) {
    JsonNode tree = GpuConfigs.described(name);
    return new GpuDescription(
        tree.path("name").asText(),
        tree.path("about").asText(""),
        name.endsWith(".json") ? name : FileKind.GPU.place(name),
        tree,
        GpuConfigs.load(name));
  }

  /** Returns the description as text. */
  String text() {
    StringBuilder text = new StringBuilder(name).append(" (").append(file).append(")\n");
    text.append(Sentences.wrapped(about, "  "));
    text.append('\n').append(figures(gpu, tree.path("validated").asBoolean(true)));
    List<Value> values = new ArrayList<>();
    addValues(tree, "", values);
    text.append('\n');
    text.append(
        new Table<Value>()
            .text("value", Value::path)
            .text("", Value::text)
            .text("source", Value::source)
            .lines(values));
    JsonNode references = tree.path("references");
    if (!references.isEmpty()) {
      text.append("\nsources\n");
      for (Map.Entry<String, JsonNode> each : references.properties()) {
        text.append("  " + each.getKey() + "  " + each.getValue().asText() + "\n");
      }
    }
    return text.toString();
  }

  private static String figures(GpuConfig gpu, boolean isValidated) {
    StringBuilder text = new StringBuilder();
    text.append(
        new Table<GpuFigures.Figure>()
            .text("value", GpuFigures.Figure::name)
            .text("", GpuFigures.Figure::text)
            .lines(GpuFigures.of(gpu)));
    if (!isValidated) {
      text.append("not validated: no time or bandwidth was compared with a board\n");
    }
    GpuFigures.warnings(gpu).forEach(warning -> text.append("warning: " + warning + "\n"));
    return text.toString();
  }

  private static void addValues(JsonNode node, String path, List<Value> values) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      String key = entry.getKey();
      if (!ANNOTATIONS.contains(key)) {
        addValue(entry.getValue(), path + key, source(node, key), values);
      }
    }
  }

  private static void addValue(JsonNode value, String path, String source, List<Value> values) {
    if (value.isObject()) {
      addValues(value, path + ".", values);
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        addValue(value.get(i), path + "[" + i + "]", source, values);
      }
    } else {
      values.add(new Value(path, value.asText(), source));
    }
  }

  private static String source(JsonNode node, String key) {
    JsonNode source = node.path("source");
    return source.isTextual() ? source.asText() : source.path(key).asText("");
  }
}
