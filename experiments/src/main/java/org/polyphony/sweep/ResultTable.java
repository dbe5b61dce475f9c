package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs as a table: a row for each, a column for each value of {@code summary.json}, lists numbered
 * from 0. A value that a run does not have is empty.
 */
final class ResultTable {
  private static final Set<String> AS_TEXT = Set.of("axes.workloads", "axes.policy");

  private ResultTable() {}

  static void write(List<JsonNode> runs, Writer writer) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>(List.of("run", "error"));
    for (JsonNode run : runs) {
      Map<String, String> row = new LinkedHashMap<>();
      flatten(run, "", row);
      columns.addAll(row.keySet());
      rows.add(row);
    }
    CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(writer);
    csv.writeRecord(columns);
    for (Map<String, String> row : rows) {
      csv.writeRecord(columns.stream().map(column -> row.getOrDefault(column, "")).toList());
    }
    csv.flush();
  }

  private static void flatten(JsonNode node, String path, Map<String, String> row) {
    boolean isWhole = node.isValueNode() || AS_TEXT.contains(path);
    if (isWhole) {
      row.put(path, node.isNull() ? "" : node.isValueNode() ? node.asText() : node.toString());
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(node.get(i), path + "." + i, row);
      }
    } else {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(e -> flatten(e.getValue(), prefix + e.getKey(), row));
    }
  }
}
