package org.polyphony.cli;

import static org.polyphony.results.table.Formats.finite;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.table.Table;

/** The mean shares of the causes of slowdowns in several folders that have explained them. */
final class ComparedCauses {
  private final Map<String, Map<String, Double>> means = new LinkedHashMap<>(); // by label

  ComparedCauses(List<Compared> folders) {
    for (Compared folder : folders) {
      folder
          .runs()
          .flatMap(results -> results.table(ResultFile.EXPLANATION))
          .ifPresent(csv -> means.put(folder.label(), means(csv)));
    }
  }

  private static Map<String, Double> means(CsvTable csv) {
    Map<String, Double> means = new LinkedHashMap<>();
    csv.rowsBy(ResultColumn.CAUSE)
        .forEach(
            (cause, rows) ->
                means.put(
                    cause,
                    rows.stream()
                        .mapToDouble(row -> csv.number(row, ResultColumn.MEAN))
                        .average()
                        .orElseThrow()));
    return means;
  }

  /** Returns a line for each cause and a column for each folder; empty unless there are two. */
  String table() {
    if (means.size() < 2) {
      return "";
    }
    Set<String> causes = new LinkedHashSet<>();
    means.values().forEach(of -> causes.addAll(of.keySet()));
    Table<String> table = new Table<String>().text("mean share of slowdowns", cause -> cause);
    for (Map.Entry<String, Map<String, Double>> folder : means.entrySet()) {
      table =
          table.text(
              folder.getKey(),
              cause -> finite("%.3f", folder.getValue().getOrDefault(cause, Double.NaN)));
    }
    return "\n" + table.lines(causes);
  }
}
