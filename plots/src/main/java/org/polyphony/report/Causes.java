package org.polyphony.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;

/** What slows each workload down, by resource. */
final class Causes {
  private static final String WHOLE = "slowdown";

  private Causes() {}

  /** A workload of a point, and the row of each cause. */
  private record Workload(int first, Map<String, Integer> rowOf) {
    /** Returns the largest cause, or the part that is most of it; a dash if there is none. */
    private String largest(CsvTable csv) {
      return rowOf.entrySet().stream()
          .filter(row -> csv.number(row.getValue(), ResultColumn.LARGEST) == 1)
          .map(Map.Entry::getKey)
          .reduce("-", (family, part) -> part);
    }
  }

  static Section section(Source source) {
    Section section = new Section("causes", "Slowdown by cause");
    Optional<CsvTable> explanation = source.results().table(ResultFile.EXPLANATION);
    return explanation
        .map(
            csv ->
                section
                    .paragraph(
                        "Slowdown: time of a round over the time of the solo run, and the shares"
                            + " that add up to it. Room is the slowdown that remains with copies of"
                            + " all families; the share of a family is the drop of the slowdown"
                            + " with copies of it, averaged over the orders. No cause is named where"
                            + " no share is clearly the largest.")
                    .table(table(csv)))
        .orElse(section);
  }

  private static HtmlTable<Workload> table(CsvTable csv) {
    List<Workload> workloads = workloads(csv);
    HtmlTable<Workload> table =
        new HtmlTable<>("Slowdown by cause", workloads)
            .text("Workload", workload -> csv.name(workload.first, ResultColumn.BENCHMARK));
    if (workloads.stream().anyMatch(of -> !csv.text(of.first, ResultColumn.POINT).isEmpty())) {
      table.text("Point", workload -> csv.text(workload.first, ResultColumn.POINT));
    }
    table.text("Largest cause", workload -> workload.largest(csv));
    for (String cause : csv.rowsBy(ResultColumn.CAUSE).keySet()) {
      String format = cause.equals(WHOLE) ? "%.3f" : "%+.3f";
      table.number(
          cause,
          format,
          workload ->
              workload.rowOf.containsKey(cause)
                  ? csv.number(workload.rowOf.get(cause), ResultColumn.MEAN)
                  : Double.NaN);
    }
    return table;
  }

  private static List<Workload> workloads(CsvTable csv) {
    List<Workload> workloads = new ArrayList<>();
    for (int row = 0; row < csv.rows(); row++) {
      String cause = csv.text(row, ResultColumn.CAUSE);
      if (cause.equals(WHOLE)) {
        workloads.add(new Workload(row, new LinkedHashMap<>()));
      }
      if (!workloads.isEmpty()) {
        workloads.get(workloads.size() - 1).rowOf.put(cause, row);
      }
    }
    return workloads;
  }
}
