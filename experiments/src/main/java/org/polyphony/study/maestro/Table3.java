package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import java.util.List;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.BenchmarkRun.Curve;

/**
 * Classification of the benchmarks by the paper's rule: compute-intensive if more than 12 times
 * faster on 16 SMs than on one. Source: GPU Maestro Table 3 and section 5.
 */
final class Table3 {
  static final Figure FIGURE = new Figure("table3", Table3::reproduce);

  private static final List<Integer> SMS = List.of(1, 2, 4, 8, 12, 16);
  private static final double LIMIT = 12;

  static final Table<Row> TABLE =
      new Table<Row>(ResultFile.SPEEDUPS)
          .text(ResultColumn.BENCHMARK, row -> row.run.benchmark())
          .text("paperType", row -> row.run.paperType())
          .text(ResultColumn.TYPE, row -> type(row.of))
          .text(ResultColumn.SMS, row -> row.run.sms())
          .text(ResultColumn.CYCLES, row -> row.run.whole("cycles"))
          .text(ResultColumn.THREAD_INSTRUCTIONS, row -> row.run.whole("threadInstructions"))
          .text(ResultColumn.IPC, row -> row.run.ipc())
          .text(ResultColumn.SPEEDUP, row -> row.of.speedup(row.run.sms()));

  /** A benchmark on a number of SMs. */
  private record Row(Curve of, BenchmarkRun run) {}

  private Table3() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<Curve> curves = BenchmarkRun.curves(context, SMS);
    if (context.stop().isRequested()) {
      return;
    }
    TABLE.write(
        context.folder(),
        curves.stream().flatMap(of -> of.bySms().values().stream().map(run -> new Row(of, run))));
    Table<Curve> table =
        new Table<Curve>()
            .text("benchmark", of -> of.whole().benchmark())
            .text("paper", of -> of.whole().paperType())
            .text("measured", Table3::type);
    for (int sms : SMS) {
      table = table.number(sms + " SMs", "%.2f", of -> of.speedup(sms));
    }
    figure.report(
        context,
        text(
            "%s, %,d thread instructions of each or all",
            context.gpuOr(BenchmarkRun.GPU), context.effort().scale().aloneBudget()),
        List.of(finding(curves)),
        "Speed-up over one SM, L2 and DRAM unchanged; COM is more than 12 on 16 SMs.\n\n"
            + table.markdown(curves));
  }

  private static String type(Curve of) {
    return of.speedup(16) > LIMIT ? "COM" : "MEM";
  }

  private static Finding finding(List<Curve> rows) {
    List<String> others =
        rows.stream()
            .filter(of -> !type(of).equals(of.whole().paperType()))
            .map(of -> of.whole().benchmark())
            .toList();
    String agreement =
        text("%d of %d", rows.size() - others.size(), rows.size())
            + (others.isEmpty() ? "" : "; different: " + String.join(", ", others));
    return new Finding(
        "classes of the benchmarks",
        text("%1$d of %1$d", rows.size()),
        agreement,
        Verdict.of(others.isEmpty()));
  }
}
