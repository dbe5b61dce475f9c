package org.polyphony.figure.hardware;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.figure.AgreementPoint;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.ErrorStatistics.Pair;
import org.polyphony.text.Table;

/**
 * Pairs on our device beside the measured ones, as text.
 *
 * @param alone launches per second alone, by kernel and SMs
 * @param pairs those of which all runs are there
 */
record CorunReport(List<Alone> alone, List<ComparedCorun> pairs) {
  private static final String ERROR = "%+.1f%%";

  private static final Table<Mode> MODES =
      new Table<Mode>()
          .text("SMs", Mode::name)
          .number("co-runs", mode -> mode.stp.size())
          .percent("error of STP", "%.1f%%", m -> ErrorStatistics.meanAbsoluteError(m.stp))
          .number("rank correlation", "%.3f", m -> ErrorStatistics.rankCorrelation(m.stp))
          .percent("error of ANTT", "%.1f%%", m -> ErrorStatistics.meanAbsoluteError(m.antt))
          .number("rank correlation", "%.3f", m -> ErrorStatistics.rankCorrelation(m.antt));

  private static final Table<ComparedCorun> PAIRS =
      new Table<ComparedCorun>()
          .text("pair", ComparedCorun::label)
          .text("SMs", ComparedCorun::series)
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

  private static final Table<Alone> ALONE =
      new Table<Alone>()
          .text("kernel", Alone::kernel)
          .number("SMs", Alone::sms)
          .number("launches/s", "%,.0f", a -> a.rate().ours())
          .number("measured", "%,.0f", a -> a.rate().theirs())
          .percent("error", ERROR, a -> a.rate().error());

  static final Table<ComparedCorun> TABLE =
      new Table<ComparedCorun>("corun.csv")
          .text("first", p -> p.measured().kernels().get(0))
          .text("second", p -> p.measured().kernels().get(1))
          .text("sms", ComparedCorun::series)
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

  /** A kernel alone on some SMs: launches per second. */
  record Alone(String kernel, int sms, Pair rate) {}

  /** All co-runs that share the device in the same way. */
  private record Mode(String name, List<Pair> stp, List<Pair> antt) {}

  /** Compares what an estimate knows. */
  static CorunReport of(CorunFile.Measured measured, CorunEstimate estimate, double coreHz) {
    List<Alone> alone = new ArrayList<>();
    measured
        .aloneRates()
        .forEach(
            (kernel, rates) ->
                rates.forEach(
                    (sms, rate) -> {
                      if (estimate.knowsAlone(kernel, sms)) {
                        double ours = coreHz / estimate.aloneCycles(kernel, sms);
                        String name = kernel + " on " + sms;
                        alone.add(new Alone(kernel, sms, new Pair(name, ours, rate)));
                      }
                    }));
    List<ComparedCorun> pairs =
        measured.pairs().stream()
            .filter(estimate::knows)
            .map(pair -> new ComparedCorun(pair, estimate.progress(pair), estimate.run(pair)))
            .toList();
    return new CorunReport(alone, pairs);
  }

  /** Returns the headline figures, a line each. */
  String summary() {
    return String.join("", headlines().stream().map(line -> line + "\n").toList());
  }

  private List<String> headlines() {
    if (pairs.isEmpty()) {
      return List.of("no pair has ended");
    }
    return List.of(
        line("STP of " + pairs.size() + " co-runs", stp(pairs)),
        line("ANTT", antt(pairs)),
        line(
            "progress of each kernel", pairs.stream().flatMap(p -> p.progress().stream()).toList()),
        line("launches per second alone", alone.stream().map(Alone::rate).toList()));
  }

  private static List<Pair> stp(List<ComparedCorun> pairs) {
    return pairs.stream().map(ComparedCorun::stp).toList();
  }

  private static List<Pair> antt(List<ComparedCorun> pairs) {
    return pairs.stream().map(ComparedCorun::antt).toList();
  }

  private static String line(String what, List<Pair> values) {
    Pair worst = ErrorStatistics.worst(values);
    return text(
        "%s: mean absolute error %.1f%%, worst %+.1f%% (%s), rank correlation %.3f",
        what,
        100 * ErrorStatistics.meanAbsoluteError(values),
        100 * worst.error(),
        worst.name(),
        ErrorStatistics.rankCorrelation(values));
  }

  /**
   * Returns the section of the validation.
   *
   * @param command that made it
   * @param device what ran
   * @param cycles after which a run on disjoint SMs may end; 0 for none
   */
  String markdown(String command, CorunDevice device, long cycles) {
    StringBuilder text = new StringBuilder("## Two kernels at once on ").append(device.gpu());
    text.append(" against hardware\n\nMade by\n\n    ").append(command).append("\n\n");
    headlines().forEach(line -> text.append("- ").append(line).append('\n'));
    text.append('\n').append(conditions(device, cycles)).append('\n');
    text.append(MODES.markdown(modes())).append('\n');
    text.append(PAIRS.markdown(pairs)).append('\n');
    text.append("Launches per second alone:\n\n").append(ALONE.markdown(alone));
    return text.toString();
  }

  private static String conditions(CorunDevice device, long cycles) {
    String part =
        device.divisor() == 1
            ? "All of the device, whole grids.\n"
            : text(
                """
                One SM stands for %1$d: the device has 1 / %1$d of the SMs, of L2 and of the DRAM channels of %2$s, and grids
                have 1 / %1$d of the thread blocks, so that an SM has as much to do, and as much of the memory, as on all of it.
                """,
                device.divisor(), device.gpu());
    String limit =
        cycles == 0
            ? "until both have ended a launch.\n"
            : text(
                """
                for %,d cycles at most: of a launch
                that does not end in them the rest takes as long as alone on as many SMs, times the slowdown in the second half.
                """,
                cycles);
    return """
    Sample kernels at the sizes of the measurement, launched back to back. Progress is launches per second together over
    those alone on all SMs; STP is its sum, ANTT the mean of its inverses.
    """
        + part
        + "Disjoint SMs (`spatial-fixed` with `idleSms: keep`, like the green contexts of the device) run "
        + limit
        + "Two streams (`left-over`) run for a turn, which is a launch of each, after a first launch.\n";
  }

  private List<Mode> modes() {
    Map<String, List<ComparedCorun>> modes = new LinkedHashMap<>();
    pairs.forEach(p -> modes.computeIfAbsent(p.series(), s -> new ArrayList<>()).add(p));
    return modes.entrySet().stream()
        .map(mode -> new Mode(mode.getKey(), stp(mode.getValue()), antt(mode.getValue())))
        .toList();
  }

  private static String both(List<Double> progress) {
    return text("%.2f + %.2f", progress.get(0), progress.get(1));
  }

  private static String exact(double value) {
    return text("%.4f", value);
  }

  /** Returns the points of the chart. */
  Stream<AgreementPoint> agreement() {
    return pairs.stream()
        .flatMap(p -> Stream.of(point("STP", p, p.stp()), point("ANTT", p, p.antt())));
  }

  private static AgreementPoint point(String metric, ComparedCorun of, Pair value) {
    return new AgreementPoint(
        metric, of.series(), of.label(), "measured", "simulated", value.theirs(), value.ours());
  }
}
