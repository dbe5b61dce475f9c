package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.polyphony.plot.MeanInterval;
import org.polyphony.plot.RunRecord;
import org.polyphony.plot.Sharing;

/** STP and ANTT of each set of workloads under each setting, side by side. */
final class Pairs implements Part {
  private static final int MOST_SETTINGS = 24;

  @Override
  public Optional<Section> section(Source source) {
    List<RunRecord> runs = source.runs().stream().map(Source.Run::record).toList();
    Sharing sharing = new Sharing(runs.stream().filter(RunRecord::isShared).toList());
    int settings = sharing.settings().size();
    if (source.isSingle() || settings < 2 || settings > MOST_SETTINGS) {
      return Optional.empty();
    }
    Section section = new Section("pairs", "Workloads compared");
    section.paragraph(
        "Over several seeds: means, with 95% intervals of Student's t. The best of a row is bold.");
    section.table(table("STP, higher is better", sharing, RunRecord::stp, 1));
    section.table(table("ANTT, lower is better", sharing, RunRecord::antt, -1));
    return Optional.of(section);
  }

  private static Table table(
      String caption, Sharing sharing, ToDoubleFunction<RunRecord> metric, int direction) {
    Table table = new Table(caption).text("Workloads").text("Category");
    sharing.settings().forEach(table::number);
    for (String workloads : sharing.workloads()) {
      List<MeanInterval> values =
          sharing.settings().stream().map(s -> sharing.mean(s, workloads, metric)).toList();
      double best =
          values.stream()
              .mapToDouble(MeanInterval::mean)
              .filter(Double::isFinite)
              .map(v -> direction * v)
              .max()
              .orElse(0);
      List<Table.Cell> cells = new ArrayList<>();
      cells.add(Table.Cell.of(sharing.category(workloads)));
      for (MeanInterval value : values) {
        Table.Cell cell =
            value.hasInterval()
                ? Table.Cell.sorted(value.text("%.3f"), value.mean())
                : Table.Cell.number("%.3f", value.mean());
        cells.add(direction * value.mean() == best ? cell.asBest() : cell);
      }
      table.row(Table.Cell.of(workloads), cells);
    }
    return table;
  }
}
