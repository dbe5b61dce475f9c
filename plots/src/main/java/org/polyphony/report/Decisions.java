package org.polyphony.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.RunRecord;

/** What the policy of a run compared to decide what it did with the SMs. */
final class Decisions {
  private Decisions() {}

  static Section section(Source source) {
    Section section = new Section("decisions", "Decisions");
    if (source.isSingle()) {
      RunRecord run = source.records().get(0);
      source
          .results()
          .table(ResultFile.DECISIONS)
          .ifPresent(csv -> section.table(candidates(csv, objective(run))));
    }
    return section;
  }

  private static String objective(RunRecord run) {
    return switch (run.summary().path("objective").asText("")) {
      case "antt" -> "ANTT, lower is better";
      case "stp" -> "STP, higher is better";
      default -> "as 'polyphony list metrics' defines it for the policy";
    };
  }

  /** Returns the rows of each candidate, one for each workload. */
  private static List<List<Integer>> candidates(CsvTable csv) {
    Map<String, List<Integer>> candidates = new LinkedHashMap<>();
    for (int row = 0; row < csv.rows(); row++) {
      String key =
          String.join(
              "\n",
              csv.text(row, ResultColumn.EPOCH),
              csv.text(row, ResultColumn.CYCLE),
              csv.text(row, ResultColumn.PAIR),
              csv.text(row, ResultColumn.CANDIDATE));
      candidates.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
    }
    return List.copyOf(candidates.values());
  }

  private static HtmlTable<List<Integer>> candidates(CsvTable csv, String objective) {
    Predicate<List<Integer>> isChosen =
        rows -> csv.text(rows.get(0), ResultColumn.CHOSEN).equals("true");
    return new HtmlTable<>(
            "Candidates of each decision and the winner; score: " + objective, candidates(csv))
        .text("Epoch", rows -> csv.text(rows.get(0), ResultColumn.EPOCH))
        .number("Cycle", "%,.0f", rows -> csv.number(rows.get(0), ResultColumn.CYCLE))
        .text("Pair", rows -> csv.text(rows.get(0), ResultColumn.PAIR))
        .cell(
            "Candidate",
            false,
            rows ->
                HtmlTable.Cell.of(csv.text(rows.get(0), ResultColumn.CANDIDATE))
                    .best(isChosen.test(rows)))
        .text(
            "Thread blocks",
            rows -> each(csv, rows, row -> csv.text(row, ResultColumn.THREAD_BLOCKS)))
        .text(
            "IPC of an SM",
            rows ->
                each(csv, rows, row -> HtmlTable.text("%.1f", csv.number(row, ResultColumn.IPC))))
        .cell(
            "Score",
            true,
            rows -> {
              double score = csv.number(rows.get(0), ResultColumn.SCORE);
              return HtmlTable.Cell.number(HtmlTable.text("%.3f", score), score)
                  .best(isChosen.test(rows));
            })
        .text("Chosen", rows -> isChosen.test(rows) ? "chosen" : "");
  }

  /** Returns the values of each workload in some rows. */
  private static String each(CsvTable csv, List<Integer> rows, IntFunction<String> value) {
    return rows.stream()
        .map(row -> csv.text(row, ResultColumn.BENCHMARK) + " " + value.apply(row))
        .collect(Collectors.joining(", "));
  }
}
