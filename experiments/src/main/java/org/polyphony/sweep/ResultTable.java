package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.store.AtomicFile;

/**
 * Runs as a table: a row for each, a column for each axis and each value of {@code summary.json},
 * lists numbered from 0, means by what they are of. A value that a run does not have is empty; each
 * of the applications of a host experiment is left out.
 */
final class ResultTable {
  private static final String AXES = "axes";
  private static final String APPLICATIONS = "applications";
  private static final String METRIC = "metric"; // a mean has it

  private ResultTable() {}

  /**
   * Writes the table.
   *
   * @param first columns that it has whether a run has them or not
   */
  static void write(List<String> first, List<JsonNode> runs, Path file) {
    List<Map<String, String>> rows = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>(first);
    for (JsonNode run : runs) {
      Map<String, String> row = new LinkedHashMap<>();
      flatten(run, "", row);
      columns.addAll(row.keySet());
      rows.add(row);
    }
    AtomicFile.writeCsv(
        file,
        csv -> {
          csv.writeRecord(columns);
          for (Map<String, String> row : rows) {
            csv.writeRecord(columns.stream().map(column -> row.getOrDefault(column, "")).toList());
          }
        });
  }

  private static void flatten(JsonNode node, String path, Map<String, String> row) {
    if (node.isValueNode()) {
      row.put(path, text(node));
    } else if (path.equals(AXES)) {
      node.properties().forEach(axis -> row.put(AXES + "." + axis.getKey(), text(axis.getValue())));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(node.get(i), path + "." + name(node.get(i), i), row);
      }
    } else {
      String prefix = path.isEmpty() ? "" : path + ".";
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        boolean isNamed = node.has(METRIC) && field.getValue().isTextual(); // by its columns
        if (!field.getKey().equals(APPLICATIONS) && !isNamed) {
          flatten(field.getValue(), prefix + field.getKey(), row);
        }
      }
    }
  }

  /** Returns what a mean is of, or the number of another element. */
  private static String name(JsonNode element, int index) {
    return element.has(METRIC)
        ? String.join(
            ".",
            element.path(METRIC).asText(),
            element.path("group").asText(),
            element.path("policy").asText())
        : Integer.toString(index);
  }

  private static String text(JsonNode node) {
    return node.isNull() ? "" : node.isValueNode() ? node.asText() : node.toString();
  }
}
