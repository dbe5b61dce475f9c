package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.KernelName;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.text.Table;

/**
 * The comparison as Markdown and CSV.
 *
 * @param command that made it
 * @param gpu device that was compared with the reference
 * @param applications beside the reference
 * @param launches beside hardware; empty when there was nothing to compare with
 */
record ValidationReport(
    String command,
    String gpu,
    List<ComparedApplication> applications,
    List<ComparedLaunch> launches) {
  private static final String COUNT = "%,.0f";
  private static final String SHARE = "%.1f%%";
  private static final String ERROR = "%+.1f%%";

  private static final Table<ComparedApplication> APPLICATIONS =
      new Table<ComparedApplication>()
          .text("application", ComparedApplication::name)
          .number("cycles", COUNT, a -> a.cycles().ours())
          .number("reference", COUNT, a -> a.cycles().theirs())
          .percent("error", ERROR, a -> a.cycles().error())
          .number("IPC", "%.1f", a -> a.ipc().ours())
          .number("reference", "%.1f", a -> a.ipc().theirs())
          .percent("L1D miss rate", SHARE, a -> a.l1MissRate().ours())
          .percent("reference", SHARE, a -> a.l1MissRate().theirs())
          .percent("L2 miss rate", SHARE, a -> a.l2MissRate().ours())
          .percent("reference", SHARE, a -> a.l2MissRate().theirs())
          .number("L1D sectors", "%,d", a -> a.device().l1Accesses())
          .number("L2 sectors", "%,d", a -> a.device().l2Accesses())
          .number("DRAM bytes", "%,d", a -> a.device().dramBytes())
          .number("speed-up", "%.0f", a -> a.speed().ours() / a.speed().theirs());

  private static final Table<ComparedKernel> KERNELS =
      new Table<ComparedKernel>()
          .text("application", ComparedKernel::application)
          .number("launch", ComparedKernel::launch)
          .text("kernel", k -> "`" + KernelName.shown(k.cycles().name()) + "`")
          .number("cycles", COUNT, k -> k.cycles().ours())
          .number("reference", COUNT, k -> k.cycles().theirs())
          .percent("error", ERROR, k -> k.cycles().error());

  private static final Table<ComparedLaunch> LAUNCHES =
      new Table<ComparedLaunch>()
          .text("launch", l -> "`" + l.label() + "`")
          .number("cycles", COUNT, l -> l.cycles().ours())
          .number("hardware", COUNT, l -> l.cycles().theirs())
          .percent("error", ERROR, l -> l.cycles().error())
          .percent("L1D hit rate", SHARE, l -> l.ours().device().l1HitRate())
          .percent("hardware", SHARE, l -> l.measured().l1HitRate())
          .percent("L2 hit rate", SHARE, l -> l.ours().device().l2HitRate())
          .percent("hardware", SHARE, l -> l.measured().l2HitRate())
          .number("L1D load sectors", "%,d", l -> l.ours().device().l1Accesses())
          .number("hardware", "%,d", l -> l.measured().loadSectors())
          .number("DRAM bytes", "%,d", l -> l.ours().device().dramBytes())
          .number("hardware", "%,d", l -> l.measured().dramBytes());

  static final Table<ComparedKernel> TABLE =
      new Table<ComparedKernel>("validation.csv")
          .text("against", ComparedKernel::against)
          .text("application", ComparedKernel::application)
          .text("launch", ComparedKernel::launch)
          .text("cycles", k -> text("%.0f", k.cycles().ours()))
          .text("theirs", k -> text("%.0f", k.cycles().theirs()));

  /** A kernel launch, or all of an application, beside another's. */
  record ComparedKernel(String against, String application, String launch, Pair cycles) {}

  private static Stream<ComparedKernel> kernels(ComparedApplication a) {
    List<ComparedKernel> rows = new ArrayList<>();
    for (Pair kernel : a.kernels()) {
      rows.add(new ComparedKernel("reference", a.name(), Integer.toString(rows.size()), kernel));
    }
    return rows.stream();
  }

  boolean hasLaunches() {
    return !launches.isEmpty();
  }

  String summary() {
    return String.join("", headlines().stream().map(line -> line + "\n").toList());
  }

  private List<String> headlines() {
    List<String> lines = new ArrayList<>();
    if (!applications.isEmpty()) {
      List<Pair> cycles = applications.stream().map(ComparedApplication::cycles).toList();
      Pair worst = ErrorStatistics.worst(cycles);
      lines.add(
          text(
              "cycles against the reference, %d applications: mean absolute error %.1f%%, worst"
                  + " %+.1f%% (%s), correlation of logarithms %.4f",
              cycles.size(),
              100 * ErrorStatistics.meanAbsoluteError(cycles),
              100 * worst.error(),
              worst.name(),
              ErrorStatistics.logCorrelation(cycles)));
      List<Pair> kernels = applications.stream().flatMap(a -> a.kernels().stream()).toList();
      lines.add(agreement("cycles of %d kernel launches", kernels));
      lines.add(
          text(
              "simulation speed: %.0f times the reference's own (geometric mean)",
              ErrorStatistics.geometricMeanRatio(
                  applications.stream().map(ComparedApplication::speed).toList())));
    }
    if (!launches.isEmpty()) {
      List<Pair> cycles = launches.stream().map(ComparedLaunch::cycles).toList();
      lines.add(agreement("cycles against hardware, %d kernel launches", cycles));
    }
    return lines;
  }

  private static String agreement(String what, List<Pair> cycles) {
    return text(
        what + ": mean absolute error %.1f%%, correlation of logarithms %.4f",
        cycles.size(),
        100 * ErrorStatistics.meanAbsoluteError(cycles),
        ErrorStatistics.logCorrelation(cycles));
  }

  String markdown() {
    StringBuilder text = new StringBuilder("# Validation\n\nMade by\n\n    ");
    text.append(command).append("\n\n");
    headlines().forEach(line -> text.append("- ").append(line).append('\n'));
    text.append("\n## Applications on ").append(gpu).append(" against the reference simulator\n\n");
    text.append(APPLICATIONS.markdown(applications));
    text.append("\nIPC is thread instructions per cycle; speed-up is warp instructions simulated");
    text.append(" per processor second over the reference's own speed (short runs: the second of");
    text.append(" two). L1D and L2 sectors are look-ups by loads, stores and atomics.\n");
    text.append("\n## Kernel launches\n\n");
    text.append(
        KERNELS.markdown(applications.stream().flatMap(ValidationReport::kernels).toList()));
    if (!launches.isEmpty()) {
      text.append("\n## Kernel launches on hopper-h200 against hardware counters\n\n");
      text.append("Each launch by itself with cold caches, as it was measured; launches of which");
      text.append(" the trace has only the first thread blocks are left out.\n\n");
      text.append(LAUNCHES.markdown(launches));
    }
    return text.toString();
  }

  /** Writes cycles of every application and launch, a row each. */
  void writeCsv(OutputFolder folder) {
    Stream<ComparedKernel> reference =
        applications.stream()
            .flatMap(
                a ->
                    Stream.concat(
                        Stream.of(new ComparedKernel("reference", a.name(), "all", a.cycles())),
                        kernels(a)));
    Stream<ComparedKernel> hardware =
        launches.stream()
            .map(
                l ->
                    new ComparedKernel(
                        "hardware", l.application(), Integer.toString(l.index()), l.cycles()));
    TABLE.write(folder, Stream.concat(reference, hardware));
  }
}
