package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;

/** Pairs of kernels on our device beside the measured ones. */
record CorunReport(Files files, String unit, List<Alone> alone, List<Compared> pairs) {
  /**
   * The tables of a comparison.
   *
   * @param sharing what a series of pairs has in common
   */
  record Files(Table<Compared> pairs, Table<Alone> alone, String sharing) {}

  /** A kernel alone on a part of the device: units of its work per second. */
  record Alone(String kernel, int part, double ours, double theirs) {
    Pair rate() {
      return new Pair(kernel + " " + part, ours, theirs);
    }
  }

  /** Two kernels at once, on our device and on hardware. */
  record Compared(MeasuredPair measured, List<Double> ours, CorunRun run) {
    String label() {
      return String.join("/", measured.kernels());
    }

    private String name() {
      return label() + " " + measured.series();
    }

    /** Returns system throughput: the sum of progress. */
    Pair stp() {
      return new Pair(name(), ours.get(0) + ours.get(1), measured.stp());
    }

    /** Returns average normalized turnaround time: the mean of the inverses. */
    Pair antt() {
      return new Pair(name(), (1 / ours.get(0) + 1 / ours.get(1)) / 2, measured.antt());
    }

    List<Pair> progress() {
      return List.of(
          new Pair(name() + ", first", ours.get(0), measured.progress().get(0)),
          new Pair(name() + ", second", ours.get(1), measured.progress().get(1)));
    }
  }

  /** All pairs that have something in common. */
  private record Group(String name, List<Pair> stp, List<Pair> antt) {
    static Group of(Map.Entry<String, List<Compared>> group) {
      return new Group(
          group.getKey(),
          group.getValue().stream().map(Compared::stp).toList(),
          group.getValue().stream().map(Compared::antt).toList());
    }
  }

  /** Returns the table of pairs in a file. */
  static Table<Compared> file(String file, String sharing) {
    return new Table<Compared>(file)
        .text("first", p -> p.measured.kernels().get(0))
        .text("second", p -> p.measured.kernels().get(1))
        .text(sharing, p -> p.measured.series())
        .text("stp", p -> exact(p.stp().ours()))
        .text("measuredStp", p -> exact(p.stp().theirs()))
        .text("antt", p -> exact(p.antt().ours()))
        .text("measuredAntt", p -> exact(p.antt().theirs()))
        .text("progressFirst", p -> exact(p.ours.get(0)))
        .text("measuredProgressFirst", p -> exact(p.measured.progress().get(0)))
        .text("progressSecond", p -> exact(p.ours.get(1)))
        .text("measuredProgressSecond", p -> exact(p.measured.progress().get(1)))
        .text("dramUse", p -> exact(p.run.dramUse()))
        .text("l2HitRate", p -> exact(p.run.l2HitRate()))
        .text("issueUse", p -> exact(p.run.issueUse()));
  }

  /** Returns the table of kernels alone in a file. */
  static Table<Alone> aloneFile(String file, String part, String rate) {
    return new Table<Alone>(file)
        .text("kernel", Alone::kernel)
        .number(part, Alone::part)
        .number(rate, "%.0f", Alone::ours)
        .number(
            "measured" + rate.substring(0, 1).toUpperCase(Locale.ROOT) + rate.substring(1),
            "%.0f",
            Alone::theirs);
  }

  private static String exact(double value) {
    return text("%.4f", value);
  }

  boolean isEmpty() {
    return pairs.isEmpty() && alone.isEmpty();
  }

  /** Returns how far ours are from the measured ones, a line for each value. */
  List<String> headlines() {
    List<String> lines = new ArrayList<>();
    if (!pairs.isEmpty()) {
      Group all = Group.of(Map.entry("all", pairs));
      lines.add(ErrorStatistics.line("STP of " + pairs.size() + " co-runs", all.stp));
      lines.add(ErrorStatistics.line("ANTT", all.antt));
      lines.add(
          ErrorStatistics.line(
              "progress of each kernel",
              pairs.stream().flatMap(p -> p.progress().stream()).toList()));
    }
    if (!alone.isEmpty()) {
      lines.add(ErrorStatistics.line(unit + ", solo", alone.stream().map(Alone::rate).toList()));
    }
    return lines.isEmpty() ? List.of("no run has ended") : lines;
  }

  /** Returns the errors of pairs by how they share the device. */
  String bySharing() {
    Map<String, List<Compared>> groups = new LinkedHashMap<>();
    pairs.forEach(p -> groups.computeIfAbsent(p.measured.series(), s -> new ArrayList<>()).add(p));
    return errors(files.sharing, groups);
  }

  /** Returns the errors of groups of pairs. */
  static String errors(String heading, Map<String, List<Compared>> groups) {
    return new Table<Group>()
        .text(heading, Group::name)
        .number("co-runs", group -> group.stp.size())
        .percent("error of STP", "%.1f%%", g -> ErrorStatistics.meanAbsoluteError(g.stp))
        .number("rank correlation", "%.3f", g -> ErrorStatistics.rankCorrelation(g.stp))
        .percent("error of ANTT", "%.1f%%", g -> ErrorStatistics.meanAbsoluteError(g.antt))
        .number("rank correlation", "%.3f", g -> ErrorStatistics.rankCorrelation(g.antt))
        .markdown(groups.entrySet().stream().map(Group::of).toList());
  }

  static AgreementPoint point(String metric, String series, String name, Pair value) {
    return new AgreementPoint(
        metric, series, name, "measured", "simulated", value.theirs(), value.ours());
  }
}
