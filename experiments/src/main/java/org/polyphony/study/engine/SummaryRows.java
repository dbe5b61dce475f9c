package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;

/** Rows of a run from its {@code summary.json}: one for each workload. */
final class SummaryRows {
  private static final String BENCHMARKS = "benchmarks";
  private static final Set<String> LEFT_OUT =
      Set.of(BENCHMARKS, "axes", "provenance", "host", "run", "schemaVersion");

  /** The columns of all that a summary can have. */
  static final Columns COLUMNS =
      new Columns(
          Stream.concat(
              Stream.of(Column.ofTexts(LongTable.WORKLOAD), Column.ofNumbers(LongTable.NUMBER)),
              Summary.metrics().stream()
                  .map(SummaryRows::column)
                  .filter(of -> !LEFT_OUT.contains(of.name().replaceAll("[.\\[].*", "")))));

  private SummaryRows() {}

  private static Column column(Metric of) {
    String name = of.path().replace(BENCHMARKS + "[]", LongTable.WORKLOAD);
    return of.isNumber() ? Column.ofNumbers(name) : Column.ofTexts(name);
  }

  /**
   * Returns the rows.
   *
   * @param identity what identifies the run, and further columns of it
   */
  static List<Row> of(Map<String, Object> identity, JsonNode summary) {
    Map<String, Object> ofRun = new LinkedHashMap<>(identity);
    summary.properties().stream()
        .filter(field -> !LEFT_OUT.contains(field.getKey()))
        .forEach(field -> Row.flatten(field.getValue(), field.getKey(), ofRun));
    List<Row> rows = new ArrayList<>();
    for (JsonNode benchmark : summary.path(BENCHMARKS)) {
      Map<String, Object> cells = new LinkedHashMap<>(ofRun);
      cells.put(LongTable.WORKLOAD, benchmark.path("name").asText());
      cells.put(LongTable.NUMBER, rows.size() + 1);
      Row.flatten(benchmark, LongTable.WORKLOAD, cells);
      rows.add(new Row(cells));
    }
    return rows;
  }
}
