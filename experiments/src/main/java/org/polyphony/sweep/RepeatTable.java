package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.Seeds;
import org.polyphony.plot.MeanInterval;
import org.polyphony.store.Json;

/**
 * Means over seeds as a table: a row for each point of a sweep's axes that has run with two seeds
 * or more, with 95% intervals of Student's t.
 */
final class RepeatTable {
  private RepeatTable() {}

  /** Writes the table; without repeats there is none. */
  static void write(List<JsonNode> runs, Path file) {
    Map<JsonNode, List<JsonNode>> points = new LinkedHashMap<>();
    for (JsonNode run : runs) {
      if (run.path("axes").has(Seeds.KEY) && run.path("benchmarks").isArray()) {
        ObjectNode axes = run.path("axes").deepCopy();
        axes.remove(Seeds.KEY);
        points.computeIfAbsent(axes, a -> new ArrayList<>()).add(run);
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
      ResultTable.write(List.of(), rows, file);
    }
  }

  private static ObjectNode row(JsonNode axes, List<JsonNode> repeats) {
    ObjectNode row = Json.object();
    row.set("axes", axes);
    row.put("seeds", repeats.size());
    for (String metric : List.of("cycles", "stp", "antt")) {
      row.set(metric, mean(repeats, "/" + metric));
    }
    for (int i = 0; i < repeats.get(0).path("benchmarks").size(); i++) {
      ObjectNode benchmark = row.withArray("/benchmarks").addObject();
      benchmark.set("name", repeats.get(0).at("/benchmarks/" + i + "/name"));
      String progress = "normalizedProgress";
      benchmark.set(progress, mean(repeats, "/benchmarks/" + i + "/" + progress));
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
