package org.polyphony.figure.maestro;

import java.util.List;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.store.AtomicFile;

/**
 * The classification of the benchmarks by the paper's rule: more than 12 times faster on 16 SMs
 * than on one is compute-intensive. Source: GPU Maestro Table 3 and section 5.
 */
final class Table3 {
  static final List<Integer> SMS = List.of(1, 2, 4, 8, 12, 16);

  static final Figure FIGURE =
      new Figure(
          "table3",
          "GPU Maestro Table 3",
          "speed-up of each benchmark from 1 to 16 SMs, and its class",
          Table3::reproduce);

  private Table3() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<BenchmarkRun> ended = new BenchmarkRuns(context).all(SMS);
    if (context.stop().isRequested()) {
      return;
    }
    Table3Report report =
        new Table3Report(
            context.gpuOr(BenchmarkRuns.GPU), context.effort().scale(), Table3Report.rows(ended));
    report.writeCsv(context.folder());
    AtomicFile.write(context.folder().file(figure.textFile()), report.markdown());
    FigureCharts.draw(context.folder(), "speedup");
    context.show(report.summary());
  }
}
