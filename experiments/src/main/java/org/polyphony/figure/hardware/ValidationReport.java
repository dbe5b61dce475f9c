package org.polyphony.figure.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.ErrorStatistics.Pair;

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

  /** Returns the headline figures, a line each. */
  String summary() {
    StringBuilder text = new StringBuilder();
    for (String line : headlines()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private List<String> headlines() {
    List<String> lines = new ArrayList<>();
    if (!applications.isEmpty()) {
      List<Pair> cycles = cycles();
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
      List<Pair> kernels = kernels();
      lines.add(
          text(
              "cycles of %d kernel launches: mean absolute error %.1f%%, correlation of logarithms"
                  + " %.4f",
              kernels.size(),
              100 * ErrorStatistics.meanAbsoluteError(kernels),
              ErrorStatistics.logCorrelation(kernels)));
      lines.add(
          text(
              "simulation speed: %.0f times the reference's own (geometric mean)",
              ErrorStatistics.geometricMeanRatio(speeds())));
    }
    if (!launches.isEmpty()) {
      List<Pair> cycles = launches.stream().map(ComparedLaunch::cycles).toList();
      lines.add(
          text(
              "cycles against hardware, %d kernel launches: mean absolute error %.1f%%,"
                  + " correlation of logarithms %.4f",
              cycles.size(),
              100 * ErrorStatistics.meanAbsoluteError(cycles),
              ErrorStatistics.logCorrelation(cycles)));
    }
    return lines;
  }

  private List<Pair> cycles() {
    return applications.stream().map(ComparedApplication::cycles).toList();
  }

  private List<Pair> kernels() {
    return applications.stream().flatMap(a -> a.kernels().stream()).toList();
  }

  private List<Pair> speeds() {
    return applications.stream().map(ComparedApplication::speed).toList();
  }

  /** Returns the whole comparison. */
  String markdown() {
    StringBuilder text = new StringBuilder("# Validation\n\nMade by\n\n    ");
    text.append(command).append("\n\n");
    headlines().forEach(line -> text.append("- ").append(line).append('\n'));
    appendApplications(text);
    appendKernels(text);
    appendLaunches(text);
    return text.toString();
  }

  private void appendApplications(StringBuilder text) {
    text.append("\n## Applications on ").append(gpu);
    text.append(" against the reference simulator\n\n");
    text.append("| application | cycles | reference | error | IPC | reference | L1D miss rate");
    text.append(" | reference | L2 miss rate | reference | L1D sectors | L2 sectors | DRAM bytes");
    text.append(" | speed-up |\n|---").append("|--:".repeat(13)).append("|\n");
    for (ComparedApplication a : applications) {
      var device = a.ours().shared().device();
      text.append(
          text(
              "| %s | %,.0f | %,.0f | %+.1f%% | %.1f | %.1f | %s | %s | %s | %s | %,d | %,d | %,d"
                  + " | %.0f |\n",
              a.name(),
              a.cycles().ours(),
              a.cycles().theirs(),
              100 * a.cycles().error(),
              a.ipc().ours(),
              a.ipc().theirs(),
              share(a.l1MissRate().ours()),
              share(a.l1MissRate().theirs()),
              share(a.l2MissRate().ours()),
              share(a.l2MissRate().theirs()),
              device.l1Accesses(),
              device.l2Accesses(),
              device.dramReadBytes() + device.dramWriteBytes(),
              a.speed().ours() / a.speed().theirs()));
    }
    text.append("\nIPC is thread instructions per cycle; speed-up is warp instructions simulated");
    text.append(" per processor second over the reference's own speed (short runs: the second of");
    text.append(" two). L1D and L2 sectors are look-ups by loads, stores and atomics.\n");
  }

  private void appendKernels(StringBuilder text) {
    text.append("\n## Kernel launches\n\n");
    text.append("| application | launch | kernel | cycles | reference | error |\n");
    text.append("|---|--:|---|--:|--:|--:|\n");
    for (ComparedApplication a : applications) {
      List<Pair> kernels = a.kernels();
      for (int i = 0; i < kernels.size(); i++) {
        Pair k = kernels.get(i);
        text.append(
            text(
                "| %s | %d | `%s` | %,.0f | %,.0f | %+.1f%% |\n",
                a.name(), i, k.name(), k.ours(), k.theirs(), 100 * k.error()));
      }
    }
  }

  private void appendLaunches(StringBuilder text) {
    if (launches.isEmpty()) {
      return;
    }
    text.append("\n## Kernel launches on hopper-h200 against hardware counters\n\n");
    text.append("Each launch by itself with cold caches, as it was measured; launches of which");
    text.append(" the trace has only the first thread blocks are left out.\n\n");
    text.append("| launch | cycles | hardware | error | L1D hit rate | hardware | L2 hit rate");
    text.append(" | hardware | L1D load sectors | hardware | DRAM bytes | hardware |\n|---");
    text.append("|--:".repeat(11)).append("|\n");
    for (ComparedLaunch l : launches) {
      var device = l.ours().device();
      text.append(
          text(
              "| `%s` | %,.0f | %,.0f | %+.1f%% | %s | %s | %s | %s | %,d | %,d | %,d | %,d |\n",
              l.label(),
              l.cycles().ours(),
              l.cycles().theirs(),
              100 * l.cycles().error(),
              share(l.l1HitRate()),
              share(l.measured().l1HitRate()),
              share(l.l2HitRate()),
              share(l.measured().l2HitRate()),
              device.l1Accesses(),
              l.measured().loadSectors(),
              device.dramReadBytes() + device.dramWriteBytes(),
              l.measured().dramBytes()));
    }
  }

  /** Returns cycles of every application and launch, a row each. */
  String csv() {
    StringBuilder text = new StringBuilder("against,application,launch,cycles,theirs\n");
    for (ComparedApplication a : applications) {
      text.append(row("reference", a.name(), "all", a.cycles()));
      List<Pair> kernels = a.kernels();
      for (int i = 0; i < kernels.size(); i++) {
        text.append(row("reference", a.name(), Integer.toString(i), kernels.get(i)));
      }
    }
    for (ComparedLaunch l : launches) {
      text.append(row("hardware", l.application(), Integer.toString(l.index()), l.cycles()));
    }
    return text.toString();
  }

  private static String row(String against, String application, String launch, Pair cycles) {
    return text(
        "%s,%s,%s,%.0f,%.0f\n", against, application, launch, cycles.ours(), cycles.theirs());
  }

  private static String share(double value) {
    return Double.isFinite(value) ? text("%.1f%%", 100 * value) : "-";
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
