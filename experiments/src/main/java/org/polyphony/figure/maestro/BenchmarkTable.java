package org.polyphony.figure.maestro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.store.AtomicFile;

/**
 * The table of all bundled benchmarks: class, speed-up, occupancy, IPC, bandwidth and hit rates.
 * Replaces the table in a README that has a place for it.
 */
final class BenchmarkTable implements Figure {
  private static final String BEGIN = "<!-- benchmarks: begin -->\n";
  private static final String END = "<!-- benchmarks: end -->";
  private static final List<Integer> SMS = List.of(1, 16);
  private static final double GIGA = 1e9;

  /** Makes the figure. */
  public BenchmarkTable() {}

  @Override
  public String name() {
    return "benchmarks";
  }

  @Override
  public String about() {
    return "table of all benchmarks, as in workloads/README.md (--out workloads rewrites it)";
  }

  @Override
  public String source() {
    return "GPU Maestro Table 3";
  }

  @Override
  public void reproduce(FigureContext context) {
    List<BenchmarkRun> runs = new BenchmarkRuns(context).all(SMS);
    if (context.stop().isRequested()) {
      return;
    }
    String table = table(runs);
    Path readme = context.folder().file("README.md");
    String text = Files.exists(readme) ? read(readme) : "";
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    boolean hasPlace = 0 <= begin && begin < end;
    Path target = hasPlace ? readme : context.folder().file("benchmarks.md");
    AtomicFile.write(
        target,
        hasPlace
            ? text.substring(0, begin) + BEGIN + note(context) + table + text.substring(end)
            : note(context) + table);
    context.out().print(table);
    context.out().println("written to " + target);
    context.out().flush();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static String note(FigureContext context) {
    return String.format(
        Locale.ROOT,
        "\nMade by `%s`: each alone on gtx980, %,d thread instructions or all.%n%n",
        context.command(),
        context.effort().scale().aloneBudget());
  }

  private static String table(List<BenchmarkRun> runs) {
    StringBuilder text =
        new StringBuilder("| benchmark | class | speed-up, 16 SMs | occupancy | IPC alone |")
            .append(" DRAM GB/s | DRAM used | L1 hits | L2 hits |\n|---|---|")
            .append("--:|".repeat(7))
            .append('\n');
    for (int i = 0; i + 1 < runs.size(); i += SMS.size()) {
      BenchmarkRun one = runs.get(i);
      BenchmarkRun all = runs.get(i + 1);
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.1f | %s | %.0f | %.1f | %s | %s | %s |\n",
              all.benchmark(),
              all.paperType(),
              all.ipc() / one.ipc(),
              percent(all.occupancy()),
              all.ipc(),
              all.dramBandwidth() / GIGA,
              percent(all.dramUtilization()),
              percent(all.l1HitRate()),
              percent(all.l2HitRate())));
    }
    return text.append('\n').toString();
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.0f%%", 100 * share) : "-";
  }
}
