package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.polyphony.plot.GeometricMean;
import org.polyphony.plot.RunRecord;
import org.polyphony.plot.Sharing;

/** STP and ANTT of each setting (policy and other axes), by category of workloads. */
final class Settings implements Part {
  @Override
  public Optional<Section> section(Source source) {
    List<RunRecord> runs = source.comparedRuns();
    if (source.isSingle() || runs.isEmpty()) {
      return Optional.empty();
    }
    Sharing sharing = new Sharing(runs);
    if (sharing.settings().size() * sharing.workloads().size() == 1) {
      return Optional.empty(); // nothing to compare
    }
    Section section = new Section("settings", "Settings compared");
    section.paragraph(
        "Geometric means over sets of workloads, with 95% confidence intervals from 2,000 bootstrap"
            + " samples, of several seeds within each set, too. A setting is a policy and the value of every other axis; compare only"
            + " settings that have the same number of sets.");
    section.table(table("STP, higher is better", sharing, RunRecord::stp));
    section.table(table("ANTT, lower is better", sharing, RunRecord::antt));
    return Optional.of(section);
  }

  private static Table table(String caption, Sharing sharing, ToDoubleFunction<RunRecord> metric) {
    Table table = new Table(caption).text("Setting").number("Sets").number("All");
    List<String> categories = sharing.categories().size() > 1 ? sharing.categories() : List.of();
    categories.forEach(table::number);
    for (String setting : sharing.settings()) {
      List<Table.Cell> cells = new ArrayList<>();
      List<double[]> all = sharing.values(setting, null, metric);
      cells.add(Table.Cell.number("%,.0f", all.size()));
      cells.add(mean(all));
      categories.forEach(c -> cells.add(mean(sharing.values(setting, c, metric))));
      table.row(Table.Cell.of(setting), cells);
    }
    return table;
  }

  private static Table.Cell mean(List<double[]> values) {
    GeometricMean mean = GeometricMean.of(values);
    if (values.stream().mapToInt(repeats -> repeats.length).sum() < 2) {
      return Table.Cell.number("%.3f", mean.mean());
    }
    String interval = Numbers.ratio(mean.low()) + " to " + Numbers.ratio(mean.high());
    return Table.Cell.sorted(Numbers.ratio(mean.mean()) + " (" + interval + ")", mean.mean());
  }
}
