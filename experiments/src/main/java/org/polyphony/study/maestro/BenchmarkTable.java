package org.polyphony.study.maestro;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.Table;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;

/**
 * The table of all bundled benchmarks: class, speedup, occupancy, IPC, bandwidth and hit rates.
 * Replaces the table in a README that has a place for it.
 */
final class BenchmarkTable {
  private static final DocumentSection SECTION = new DocumentSection("benchmarks");
  private static final String SHARE = "%.0f%%";
  private static final List<Integer> SMS = List.of(1, 16);
  private static final double GIGA = 1e9;

  static final Figure FIGURE = new Figure("benchmarks", BenchmarkTable::reproduce);

  private static final Table<BenchmarkRun.Curve> TABLE =
      new Table<BenchmarkRun.Curve>()
          .text("benchmark", row -> row.whole().benchmark())
          .text("class", row -> row.whole().paperType())
          .number("speedup, 16 SMs", "%.1f", row -> row.speedup(16))
          .percent("occupancy", SHARE, row -> row.whole().count("occupancy"))
          .number("solo IPC", "%.0f", row -> row.whole().ipc())
          .number("DRAM GB/s", "%.1f", row -> row.whole().dramBandwidth() / GIGA)
          .percent("DRAM used", SHARE, row -> row.whole().share("dramBytes", "dramPeakBytes"))
          .percent("L1 hits", SHARE, row -> row.whole().share("l1Hits", "l1Accesses"))
          .percent("L2 hits", SHARE, row -> row.whole().share("l2Hits", "l2Accesses"));

  private BenchmarkTable() {}

  /** Returns a line that a page does not show; it tells a table that is older than the program. */
  static String inputs(FigureContext context) {
    return "<!-- inputs: " + BenchmarkRun.inputs(context, SMS) + " -->\n";
  }

  private static void reproduce(Figure figure, FigureContext context) {
    List<BenchmarkRun.Curve> rows = BenchmarkRun.curves(context, SMS);
    if (context.stop().isRequested()) {
      return;
    }
    String table = TABLE.markdown(rows) + "\n";
    String text =
        Formats.text(
                "Made by `%s`: solo runs on gtx980, %,d thread instructions or all.%n%n%s%n",
                context.command(), context.effort().scale().aloneBudget(), inputs(context))
            + table;
    Path readme = context.folder().path().resolve("README.md");
    Path target = readme;
    if (Files.exists(readme) && SECTION.isIn(DocumentSection.read(readme))) {
      SECTION.write(readme, "", text);
    } else {
      target = context.folder().file("benchmarks.md");
      AtomicFile.write(target, "\n" + text);
    }
    context.out().print(table);
    context.out().println("written to " + target);
    context.out().flush();
  }
}
