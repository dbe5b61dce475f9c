package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.config.Seeds;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;

/**
 * Runs as a table: a row for each, a column for each axis and each value of {@code summary.json},
 * lists numbered from 0, means by what they are of. A value that a run does not have is empty; each
 * of the applications of a host experiment is left out.
 */
final class ResultTable {
  private static final String AXES = "axes";
  private static final String APPLICATIONS = "applications";
  private static final List<String> METRICS = List.of("cycles", "stp", "antt");
  private static final String PROGRESS = "normalizedProgress";
  private static final String METRIC = "metric"; // a mean has it

  private ResultTable() {}

  /**
   * Writes the table.
   *
   * @param first columns that it has whether a run has them or not
   * @param runs read twice, for the columns and for the rows: memory need not hold them all
   */
  static void write(List<String> first, Iterable<? extends JsonNode> runs, Path file) {
    Set<String> columns = new LinkedHashSet<>(first);
    runs.forEach(run -> columns.addAll(row(run).keySet()));
    AtomicFile.writeCsv(
        file,
        csv -> {
          csv.writeRecord(columns);
          for (JsonNode run : runs) {
            Map<String, String> row = row(run);
            csv.writeRecord(
                columns.stream()
                    .map(column -> Table.unlikeFormula(row.getOrDefault(column, "")))
                    .toList());
          }
        });
  }

  private static Map<String, String> row(JsonNode run) {
    Map<String, String> row = new LinkedHashMap<>();
    flatten(run, "", row);
    return row;
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

  /** Returns the quantity of a mean, or the number of another element. */
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

  /**
   * Writes means over seeds with 95% intervals of Student's t: a row for each point of a sweep's
   * axes that has run with two seeds or more; without such there is no table.
   */
  static void writeMeans(Iterable<JsonNode> runs, Path file) {
    Map<JsonNode, List<JsonNode>> points = new LinkedHashMap<>();
    for (JsonNode run : runs) {
      if (run.path("axes").has(Seeds.KEY) && run.path("benchmarks").isArray()) {
        ObjectNode axes = run.path("axes").deepCopy();
        axes.remove(Seeds.KEY);
        points.computeIfAbsent(axes, a -> new ArrayList<>()).add(metrics(run));
      }
    }
    List<JsonNode> rows = new ArrayList<>();
    points.forEach(
        (axes, repeats) -> {
          if (repeats.size() > 1) {
            rows.add(row(axes, repeats));
          }
        });
    if (!rows.isEmpty()) {
      write(List.of(), rows, file);
    }
  }

  /** Returns the values of a run of which there are means. */
  private static ObjectNode metrics(JsonNode run) {
    ObjectNode metrics = Json.object();
    METRICS.forEach(metric -> metrics.set(metric, run.path(metric)));
    for (JsonNode benchmark : run.path("benchmarks")) {
      ObjectNode some = metrics.withArray("/benchmarks").addObject();
      some.set("name", benchmark.path("name"));
      some.set(PROGRESS, benchmark.path(PROGRESS));
    }
    return metrics;
  }

  private static ObjectNode row(JsonNode axes, List<JsonNode> repeats) {
    ObjectNode row = Json.object();
    row.set("axes", axes);
    row.put("seeds", repeats.size());
    for (String metric : METRICS) {
      row.set(metric, mean(repeats, "/" + metric));
    }
    for (int i = 0; i < repeats.get(0).path("benchmarks").size(); i++) {
      ObjectNode benchmark = row.withArray("/benchmarks").addObject();
      benchmark.set("name", repeats.get(0).at("/benchmarks/" + i + "/name"));
      benchmark.set(PROGRESS, mean(repeats, "/benchmarks/" + i + "/" + PROGRESS));
    }
    return row;
  }

  private static ObjectNode mean(List<JsonNode> repeats, String pointer) {
    MeanInterval mean =
        MeanInterval.of(
            repeats.stream().mapToDouble(run -> run.at(pointer).asDouble(Double.NaN)).toArray());
    ObjectNode node = Json.object();
    node.set("mean", Json.number(mean.mean()));
    node.set("low", Json.number(mean.low()));
    return node.set("high", Json.number(mean.high()));
  }
}
