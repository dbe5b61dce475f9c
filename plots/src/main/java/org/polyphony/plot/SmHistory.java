package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SmUse;

/**
 * The use of SMs over time: STP of each epoch, the role of each SM, and how many thread blocks of
 * each workload it held; each a panel.
 */
final class SmHistory {
  private static final double THOUSAND = 1e3;
  private static final double HALF = 0.44; // of the height of a row
  private static final int[] OF_WORKLOADS = {0, 6, 2, 4}; // series styles

  /** Roles of our policies and their series styles; other words have the styles after. */
  private static final Map<String, Integer> KNOWN =
      Map.of("follower", 5, "more", 1, "fewer", 4, "dedicated", 2, "spatial", 0);

  private static final int[] OF_OTHERS = {6, 3, 8};

  private final RunRecord run;
  private final long end; // core cycles
  private final int sms;
  private final Row shared;
  private final List<Row> rows = new ArrayList<>();

  private SmHistory(Results results, List<SmUse> uses) {
    run = results.sharedRuns().get(0);
    end = (long) run.number("/cycles");
    sms = 1 + uses.stream().mapToInt(SmUse::sm).max().orElse(0);
    shared =
        Row.of(run)
            .with(Map.of("run", results.folder().getFileName().toString(), "end", end / THOUSAND));
  }

  /** Returns the rows of each run that has {@code roles.csv}. */
  static List<Row> rows(Results results) {
    return results.singleRuns().stream()
        .filter(run -> !run.sharedRuns().isEmpty())
        .flatMap(run -> run.table(ResultFile.ROLES).map(roles -> rows(run, roles)).stream())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> rows(Results results, CsvTable roles) {
    List<SmUse> uses = SmUse.read(roles);
    SmHistory history = new SmHistory(results, uses);
    results.table(ResultFile.EPOCHS).ifPresent(history::addStp);
    history.addRoles(uses);
    if (results.has(ResultFile.TIMELINE)) {
      history.addBlocks(results);
    }
    return history.rows;
  }

  private void addStp(CsvTable epochs) {
    double from = 0;
    int count = run.names().size();
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      double to = epochs.number(row, ResultColumn.END_CYCLE) / THOUSAND;
      rows.add(
          shared
              .with(
                  Map.of("panel", "STP", "from", from, "to", to, "epochStp", run.stp(epochs, row)))
              .with(Map.of("of", "each epoch, including later rounds"))
              .with(Map.of("summary", run.stpWords(), "summaryStp", run.stp())));
      from = to;
    }
  }

  private void addRoles(List<SmUse> uses) {
    Row panel = panel("Role of each SM");
    Map<String, Integer> styles = new LinkedHashMap<>();
    for (SmUse.Until span : SmUse.spans(uses, end)) {
      String role = span.use().role();
      int style = styles.computeIfAbsent(role, r -> style(r, styles.size()));
      rows.add(
          box(panel, span.use().sm(), span.use().cycle(), span.to(), style)
              .with(Map.of("of", role.isEmpty() ? "no role" : role)));
    }
  }

  private static int style(String role, int count) {
    int other = role.isEmpty() ? Boxes.BLUISH : OF_OTHERS[count % OF_OTHERS.length];
    return KNOWN.getOrDefault(role, other);
  }

  private void addBlocks(Results results) {
    List<String> workloads = new RunRecord(run.summary(), DisplayNames.none()).names();
    ResidentBlocks blocks =
        ResidentBlocks.read(results.path(ResultFile.TIMELINE), workloads, sms, end);
    for (int i = 0; i < workloads.size(); i++) {
      String name = run.names().get(i);
      Row panel = panel(name + " on each SM");
      double most = blocks.most(i);
      String words = Math.round(most) + " thread blocks of " + name + " (paler: fewer)";
      int style = OF_WORKLOADS[i % OF_WORKLOADS.length];
      for (ResidentBlocks.Held held : blocks.of(i)) {
        rows.add(
            box(panel, held.sm(), held.from(), held.to(), style)
                .with(Map.of("of", words, "shade", held.blocks() / most)));
      }
    }
  }

  private Row panel(String title) {
    Row panel = shared.with(Map.of("panel", title));
    IntStream.range(0, sms).forEach(sm -> rows.add(panel.with(Map.of("row", sm))));
    return panel;
  }

  private static Row box(Row panel, int sm, long from, long to, int style) {
    return panel
        .with(Map.of("row", sm, "top", sm - HALF, "bottom", sm + HALF))
        .with(Map.of("from", from / THOUSAND, "to", to / THOUSAND, "style", style));
  }
}
