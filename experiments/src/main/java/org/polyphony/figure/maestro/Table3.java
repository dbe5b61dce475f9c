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
final class Table3 implements Figure {
  static final List<Integer> SMS = List.of(1, 2, 4, 8, 12, 16);

  /** Makes the figure. */
  public Table3() {}

  @Override
  public String name() {
    return "table3";
  }

  @Override
  public String about() {
    return "speed-up of each benchmark from 1 to 16 SMs, and its class";
  }

  @Override
  public String source() {
    return "GPU Maestro Table 3";
  }

  @Override
  public void reproduce(FigureContext context) {
    BenchmarkRuns runs = new BenchmarkRuns(context);
    List<BenchmarkRun> ended = runs.all(SMS);
    if (context.stop().isRequested()) {
      return;
    }
    Table3Report report = new Table3Report(runs.gpu(), context.effort().scale(), ended);
    AtomicFile.write(context.folder().file("table3.csv"), report.csv());
    AtomicFile.write(context.folder().file("TABLE3.md"), report.markdown());
    FigureCharts.draw(context.folder(), "speedup");
    context.show(report.summary());
  }
}
