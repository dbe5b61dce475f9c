package org.polyphony.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.plot.ResidentBlocks;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SmUse;

/** What the policy of a run did with the SMs over time, and what it compared to decide that. */
final class Decisions {
  private static final int WORKLOAD_LOOKS = 4;

  /** A role is a policy's word; those that it lists here have their looks in this order. */
  private static final List<String> KNOWN_ROLES =
      List.of("follower", "more", "fewer", "dedicated", "spatial");

  private static final int ROLE_LOOKS = 8;

  private Decisions() {}

  static Section section(Source source) {
    Results results = source.results();
    Optional<CsvTable> decisions = results.table(ResultFile.DECISIONS);
    Section section = new Section("decisions", decisions.isPresent() ? "Decisions" : "SMs");
    if (!source.isSingle() || results.table(ResultFile.ROLES).isEmpty()) {
      return section;
    }
    RunRecord run = source.records().get(0);
    long end = (long) run.number("/cycles");
    int sms = results.json(ResultFile.RESOLVED).map(c -> c.at("/gpu/sms").asInt()).orElse(0);
    if (end < 1 || sms < 1 || run.names().size() < 2) {
      return section;
    }
    section.paragraph(
        "Role and thread blocks of each SM over time. Zoom with the buttons or, on the map,"
            + " with + and − or Ctrl and the wheel; pan by dragging or with the arrow keys; point"
            + " at or tap a cell for details. Under maestro and tutti, followers have the partition"
            + " in force, trial SMs more or fewer thread blocks of one workload, and dedicated SMs"
            + " run one workload alone.");
    section.markup(map(results, run, end, sms));
    decisions.ifPresent(csv -> section.table(candidates(csv, objective(run))));
    return section;
  }

  private static String map(Results results, RunRecord run, long end, int sms) {
    TimeMap map = new TimeMap(end);
    List<String> rows = IntStream.range(0, sms).mapToObj(sm -> "SM " + sm).toList();
    addStp(map, results, run);
    List<SmUse> uses = SmUse.read(results.table(ResultFile.ROLES).orElseThrow());
    List<String> roles =
        uses.stream().filter(use -> !use.isIdle()).map(SmUse::role).distinct().toList();
    map.addCells("Role of each SM under the policy", rows, cells(uses, roles, end));
    if (results.has(ResultFile.TIMELINE)) {
      ResidentBlocks blocks =
          ResidentBlocks.read(results.path(ResultFile.TIMELINE), run.names(), sms, end);
      for (int i = 0; i < run.names().size(); i++) {
        String title =
            String.format(
                Locale.ROOT,
                "Thread blocks of %s on each SM, darker for more, at most %d",
                run.names().get(i),
                blocks.most(i));
        map.addCells(title, rows, cells(blocks, i, run.names().get(i)));
      }
    }
    return map.html(
        roles.stream()
            .map(role -> new TimeMap.Look(look(role, roles), role.isEmpty() ? "no role" : role))
            .toList());
  }

  /** Returns what the policy used each SM for. */
  private static List<TimeMap.Cell> cells(List<SmUse> uses, List<String> roles, long end) {
    List<TimeMap.Cell> cells = new ArrayList<>();
    for (SmUse.Until span : SmUse.spans(uses, end)) {
      SmUse use = span.use();
      List<String> words = new ArrayList<>(use.role().isEmpty() ? List.of() : List.of(use.role()));
      use.quotas().forEach((workload, quota) -> words.add(workload + " " + quota));
      String look = look(use.role(), roles);
      String text = String.join(", ", words);
      cells.add(new TimeMap.Cell(use.cycle(), span.to(), use.sm(), look, 1, text));
    }
    return cells;
  }

  private static String look(String role, List<String> roles) {
    if (role.isEmpty()) {
      return "role-none";
    }
    int known = KNOWN_ROLES.indexOf(role);
    List<String> others = roles.stream().filter(r -> !KNOWN_ROLES.contains(r)).toList();
    return "role-" + (known >= 0 ? known : KNOWN_ROLES.size() + others.indexOf(role)) % ROLE_LOOKS;
  }

  private static List<TimeMap.Cell> cells(ResidentBlocks blocks, int workload, String name) {
    double most = blocks.most(workload);
    String look = "workload-" + workload % WORKLOAD_LOOKS;
    return blocks.of(workload).stream()
        .map(
            held -> {
              String words =
                  String.format(Locale.ROOT, "%d thread blocks of %s", held.blocks(), name);
              double opacity = held.blocks() / most;
              return new TimeMap.Cell(held.from(), held.to(), held.sm(), look, opacity, words);
            })
        .toList();
  }

  private static void addStp(TimeMap map, Results results, RunRecord run) {
    Optional<CsvTable> epochs = results.table(ResultFile.EPOCHS);
    if (epochs.isEmpty()) {
      return;
    }
    int count = run.names().size();
    List<Long> cycles = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    long start = 0;
    for (int row = 0; row + count <= epochs.get().rows(); row += count) {
      cycles.add(start);
      values.add(run.stp(epochs.get(), row));
      start = (long) epochs.get().number(row, ResultColumn.END_CYCLE);
    }
    if (values.stream().allMatch(Double::isFinite) && Double.isFinite(run.stp())) {
      String title = "STP of each epoch, including later rounds; dashed: first rounds, ";
      map.addLine(title + HtmlTable.text("%.3f", run.stp()), cycles, values, run.stp());
    }
  }

  private static String objective(RunRecord run) {
    return switch (run.summary().path("objective").asText("")) {
      case "antt" -> "ANTT, lower is better";
      case "stp" -> "STP, higher is better";
      default -> "as defined in METRICS.md for the policy";
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

  /** Returns what each workload has in some rows. */
  private static String each(CsvTable csv, List<Integer> rows, IntFunction<String> value) {
    return rows.stream()
        .map(row -> csv.text(row, ResultColumn.BENCHMARK) + " " + value.apply(row))
        .collect(Collectors.joining(", "));
  }
}
