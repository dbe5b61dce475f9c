package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.text.Table;

/** Tables and lines of what two kernels at once do on our device and on hardware. */
final class CorunTables {
  private static final String ERROR = "%+.1f%%";

  private CorunTables() {}

  /** All co-runs that share the device in the same way. */
  private record Mode(String name, List<Pair> stp, List<Pair> antt) {}

  /**
   * Returns the table of pairs of a document.
   *
   * @param sharing heading of the column that says how they share the device
   */
  static Table<ComparedCorun> pairs(String sharing) {
    return new Table<ComparedCorun>()
        .text("pair", ComparedCorun::label)
        .text(sharing, ComparedCorun::series)
        .number("STP", "%.3f", p -> p.stp().ours())
        .number("measured", "%.3f", p -> p.stp().theirs())
        .percent("error", ERROR, p -> p.stp().error())
        .number("ANTT", "%.2f", p -> p.antt().ours())
        .number("measured", "%.2f", p -> p.antt().theirs())
        .percent("error", ERROR, p -> p.antt().error())
        .number("progress", p -> both(p.ours()))
        .number("measured", p -> both(p.theirs()))
        .percent("DRAM used", "%.0f%%", p -> p.run().dramUse())
        .percent("issue slots used", "%.0f%%", p -> p.run().issueUse());
  }

  /**
   * Returns the table of a file.
   *
   * @param file its name
   * @param sharing name of the column that says how they share the device
   */
  static Table<ComparedCorun> values(String file, String sharing) {
    return new Table<ComparedCorun>(file)
        .text("first", p -> p.measured().kernels().get(0))
        .text("second", p -> p.measured().kernels().get(1))
        .text(sharing, ComparedCorun::series)
        .text("stp", p -> exact(p.stp().ours()))
        .text("measuredStp", p -> exact(p.stp().theirs()))
        .text("antt", p -> exact(p.antt().ours()))
        .text("measuredAntt", p -> exact(p.antt().theirs()))
        .text("progressFirst", p -> exact(p.ours().get(0)))
        .text("measuredProgressFirst", p -> exact(p.theirs().get(0)))
        .text("progressSecond", p -> exact(p.ours().get(1)))
        .text("measuredProgressSecond", p -> exact(p.theirs().get(1)))
        .text("dramUse", p -> exact(p.run().dramUse()))
        .text("l2HitRate", p -> exact(p.run().l2HitRate()))
        .text("issueUse", p -> exact(p.run().issueUse()));
  }

  /** Returns the errors of all co-runs that share the device in the same way. */
  static String modes(String sharing, List<ComparedCorun> pairs) {
    Map<String, List<ComparedCorun>> modes = new LinkedHashMap<>();
    pairs.forEach(p -> modes.computeIfAbsent(p.series(), s -> new ArrayList<>()).add(p));
    return errors(sharing, modes);
  }

  /**
   * Returns the errors of co-runs by what they have in common.
   *
   * @param sharing heading of the column of that
   */
  static String errors(String sharing, Map<String, List<ComparedCorun>> modes) {
    return new Table<Mode>()
        .text(sharing, Mode::name)
        .number("co-runs", mode -> mode.stp.size())
        .percent("error of STP", "%.1f%%", m -> ErrorStatistics.meanAbsoluteError(m.stp))
        .number("rank correlation", "%.3f", m -> ErrorStatistics.rankCorrelation(m.stp))
        .percent("error of ANTT", "%.1f%%", m -> ErrorStatistics.meanAbsoluteError(m.antt))
        .number("rank correlation", "%.3f", m -> ErrorStatistics.rankCorrelation(m.antt))
        .markdown(
            modes.entrySet().stream()
                .map(mode -> new Mode(mode.getKey(), stp(mode.getValue()), antt(mode.getValue())))
                .toList());
  }

  static List<String> headlines(List<ComparedCorun> pairs) {
    return List.of(
        ErrorStatistics.line("STP of " + pairs.size() + " co-runs", stp(pairs)),
        ErrorStatistics.line("ANTT", antt(pairs)),
        ErrorStatistics.line(
            "progress of each kernel",
            pairs.stream().flatMap(p -> p.progress().stream()).toList()));
  }

  private static List<Pair> stp(List<ComparedCorun> pairs) {
    return pairs.stream().map(ComparedCorun::stp).toList();
  }

  private static List<Pair> antt(List<ComparedCorun> pairs) {
    return pairs.stream().map(ComparedCorun::antt).toList();
  }

  private static String both(List<Double> progress) {
    return text("%.2f + %.2f", progress.get(0), progress.get(1));
  }

  private static String exact(double value) {
    return text("%.4f", value);
  }

  static Stream<AgreementPoint> points(List<ComparedCorun> pairs) {
    return pairs.stream()
        .flatMap(
            p ->
                Stream.of(
                    point("STP", p.series(), p.label(), p.stp()),
                    point("ANTT", p.series(), p.label(), p.antt())));
  }

  static AgreementPoint point(String metric, String series, String name, Pair value) {
    return new AgreementPoint(
        metric, series, name, "measured", "simulated", value.theirs(), value.ours());
  }
}
