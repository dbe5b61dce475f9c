package org.polyphony.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.polyphony.plot.CsvTable;
import org.polyphony.plot.Results;
import org.polyphony.plot.RunRecord;

/** What the policy of a run did with the SMs over time, and what it compared to decide that. */
final class Decisions implements Part {
  private static final String EVENTS = "timeline.csv";
  private static final int WORKLOAD_LOOKS = 4;

  @Override
  public Optional<Section> section(Source source) {
    Results results = source.results();
    if (!source.isSingle() || results.table("roles.csv").isEmpty()) {
      return Optional.empty();
    }
    RunRecord run = source.runs().get(0).record();
    long end = (long) run.number("/cycles");
    int sms = results.json("config.json").map(c -> c.at("/gpu/sms").asInt()).orElse(0);
    if (end < 1 || sms < 1 || run.names().size() < 2) {
      return Optional.empty();
    }
    Optional<CsvTable> decisions = results.table("decisions.csv");
    Section section = new Section("decisions", decisions.isPresent() ? "Decisions" : "SMs");
    section.paragraph(
        "What each SM was used for and how many thread blocks it held. Zoom with the buttons or, on"
            + " the map, with the keys + and − or Ctrl and the wheel; move by dragging or with the"
            + " arrow keys. Point at a cell, or tap it, to read it. Under maestro followers have the"
            + " partition in force, on trial SMs the first workload has one thread block more, or"
            + " fewer, and a dedicated SM has one workload alone.");
    section.markup(map(results, run, end, sms));
    decisions.ifPresent(csv -> section.table(candidates(csv, objective(run))));
    return Optional.of(section);
  }

  private static String map(Results results, RunRecord run, long end, int sms) {
    TimeMap map = new TimeMap(end);
    List<String> rows = IntStream.range(0, sms).mapToObj(sm -> "SM " + sm).toList();
    addStp(map, results, run);
    SmRoles roles = new SmRoles(results.table("roles.csv").orElseThrow(), end);
    map.addCells("What the policy uses each SM for", rows, roles.cells());
    if (results.has(EVENTS)) {
      ResidentBlocks blocks =
          ResidentBlocks.read(results.folder().resolve(EVENTS), run.names(), sms, end);
      for (int i = 0; i < run.names().size(); i++) {
        String title =
            String.format(
                Locale.ROOT,
                "Thread blocks of %s on each SM: the darker the more, at most %d",
                run.names().get(i),
                blocks.most(i));
        map.addCells(title, rows, blocks.cells(i, "workload-" + i % WORKLOAD_LOOKS));
      }
    }
    return map.html(roles.looks());
  }

  private static void addStp(TimeMap map, Results results, RunRecord run) {
    Optional<CsvTable> epochs = results.table("epochs.csv");
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
      start = (long) epochs.get().number(row, "endCycle");
    }
    if (values.stream().allMatch(Double::isFinite) && Double.isFinite(run.stp())) {
      String title = "STP of each epoch, later rounds included; dashed: of the first rounds, ";
      map.addLine(title + Numbers.ratio(run.stp()), cycles, values, run.stp());
    }
  }

  private static String objective(RunRecord run) {
    return switch (run.summary().path("objective").asText("")) {
      case "antt" -> "ANTT, lower is better";
      case "stp" -> "STP, higher is better";
      default -> "as METRICS.md defines it for the policy";
    };
  }

  /** A candidate of a decision: its first row and the words of all its workloads. */
  private record Candidate(int row, List<String> blocks, List<String> ipc) {}

  private static Table candidates(CsvTable csv, String objective) {
    Map<String, Candidate> candidates = new LinkedHashMap<>();
    for (int row = 0; row < csv.rows(); row++) {
      String key =
          String.join(
              "\n",
              csv.text(row, "epoch"),
              csv.text(row, "cycle"),
              csv.text(row, "pair"),
              csv.text(row, "candidate"));
      int first = row;
      Candidate candidate =
          candidates.computeIfAbsent(
              key, k -> new Candidate(first, new ArrayList<>(), new ArrayList<>()));
      String workload = csv.text(row, "benchmark") + " ";
      candidate.blocks().add(workload + csv.text(row, "threadBlocks"));
      double ipc = csv.number(row, "ipc");
      candidate
          .ipc()
          .add(workload + (Double.isFinite(ipc) ? String.format(Locale.ROOT, "%.1f", ipc) : "–"));
    }
    Table table = new Table("Candidates of each decision and the winner; score: " + objective);
    table.text("Epoch").number("Cycle").text("Pair").text("Candidate").text("Thread blocks");
    table.text("IPC of an SM").number("Score").text("Chosen");
    candidates.values().forEach(candidate -> row(table, csv, candidate));
    return table;
  }

  private static void row(Table table, CsvTable csv, Candidate candidate) {
    int row = candidate.row();
    boolean isChosen = csv.text(row, "chosen").equals("true");
    Table.Cell name = Table.Cell.of(csv.text(row, "candidate"));
    Table.Cell score = Table.Cell.number("%.3f", csv.number(row, "score"));
    table.row(
        Table.Cell.of(csv.text(row, "epoch")),
        Table.Cell.number("%,.0f", csv.number(row, "cycle")),
        Table.Cell.of(csv.text(row, "pair")),
        isChosen ? name.asBest() : name,
        Table.Cell.of(String.join(", ", candidate.blocks())),
        Table.Cell.of(String.join(", ", candidate.ipc())),
        isChosen ? score.asBest() : score,
        Table.Cell.of(isChosen ? "chosen" : ""));
  }
}
