package org.polyphony.figure.hardware;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.ErrorStatistics.Pair;

/**
 * Pairs on our device beside the measured ones, as text.
 *
 * @param alone launches per second alone, by kernel and SMs
 * @param pairs those of which all runs are there
 */
record CorunReport(List<Alone> alone, List<ComparedCorun> pairs) {
  /** A kernel alone on some SMs: launches per second. */
  record Alone(String kernel, int sms, Pair rate) {}

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
    StringBuilder text = new StringBuilder();
    headlines().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private List<String> headlines() {
    List<String> lines = new ArrayList<>();
    if (pairs.isEmpty()) {
      return List.of("no pair has ended");
    }
    List<Pair> stp = pairs.stream().map(ComparedCorun::stp).toList();
    List<Pair> antt = pairs.stream().map(ComparedCorun::antt).toList();
    List<Pair> progress = pairs.stream().flatMap(p -> p.progress().stream()).toList();
    lines.add(line("STP of " + stp.size() + " co-runs", stp));
    lines.add(line("ANTT", antt));
    lines.add(line("progress of each kernel", progress));
    lines.add(line("launches per second alone", alone.stream().map(Alone::rate).toList()));
    return lines;
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
    appendModes(text);
    appendPairs(text);
    appendAlone(text);
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

  private void appendModes(StringBuilder text) {
    Map<String, List<ComparedCorun>> modes = new LinkedHashMap<>();
    pairs.forEach(p -> modes.computeIfAbsent(p.series(), s -> new ArrayList<>()).add(p));
    text.append("| SMs | co-runs | error of STP | rank correlation | error of ANTT");
    text.append(" | rank correlation |\n|---|--:|--:|--:|--:|--:|\n");
    modes.forEach(
        (mode, some) -> {
          List<Pair> stp = some.stream().map(ComparedCorun::stp).toList();
          List<Pair> antt = some.stream().map(ComparedCorun::antt).toList();
          text.append(
              text(
                  "| %s | %d | %.1f%% | %.3f | %.1f%% | %.3f |\n",
                  mode,
                  some.size(),
                  100 * ErrorStatistics.meanAbsoluteError(stp),
                  ErrorStatistics.rankCorrelation(stp),
                  100 * ErrorStatistics.meanAbsoluteError(antt),
                  ErrorStatistics.rankCorrelation(antt)));
        });
    text.append('\n');
  }

  private void appendPairs(StringBuilder text) {
    text.append("| pair | SMs | STP | measured | error | ANTT | measured | error | progress");
    text.append(" | measured | DRAM used | issue slots used |\n|---|---");
    text.append("|--:".repeat(10)).append("|\n");
    for (ComparedCorun p : pairs) {
      text.append(
          text(
              "| %s | %s | %.3f | %.3f | %+.1f%% | %.2f | %.2f | %+.1f%% | %s | %s | %.0f%% | %.0f%%"
                  + " |\n",
              p.label(),
              p.series(),
              p.stp().ours(),
              p.stp().theirs(),
              100 * p.stp().error(),
              p.antt().ours(),
              p.antt().theirs(),
              100 * p.antt().error(),
              both(p.ours()),
              both(p.measured().progress()),
              100 * p.run().dramUse(),
              100 * p.run().issueUse()));
    }
    text.append('\n');
  }

  private static String both(List<Double> progress) {
    return text("%.2f + %.2f", progress.get(0), progress.get(1));
  }

  private void appendAlone(StringBuilder text) {
    text.append("Launches per second alone:\n\n| kernel | SMs | launches/s | measured | error |\n");
    text.append("|---|--:|--:|--:|--:|\n");
    for (Alone a : alone) {
      text.append(
          text(
              "| %s | %d | %,.0f | %,.0f | %+.1f%% |\n",
              a.kernel(), a.sms(), a.rate().ours(), a.rate().theirs(), 100 * a.rate().error()));
    }
  }

  /** Returns every pair, a row each. */
  String csv() {
    StringBuilder text =
        new StringBuilder("first,second,sms,stp,measuredStp,antt,measuredAntt,progressFirst,");
    text.append("measuredProgressFirst,progressSecond,measuredProgressSecond,dramUse,l2HitRate,");
    text.append("issueUse\n");
    for (ComparedCorun p : pairs) {
      text.append(
          text(
              "%s,%s,%s,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f\n",
              p.measured().kernels().get(0),
              p.measured().kernels().get(1),
              p.series(),
              p.stp().ours(),
              p.stp().theirs(),
              p.antt().ours(),
              p.antt().theirs(),
              p.ours().get(0),
              p.measured().progress().get(0),
              p.ours().get(1),
              p.measured().progress().get(1),
              p.run().dramUse(),
              p.run().l2HitRate(),
              p.run().issueUse()));
    }
    return text.toString();
  }

  /** Returns the points of the chart. */
  String agreement() {
    StringBuilder text = new StringBuilder("metric,series,point,xName,yName,x,y\n");
    for (ComparedCorun p : pairs) {
      text.append(point("STP", p, p.stp())).append(point("ANTT", p, p.antt()));
    }
    return text.toString();
  }

  private static String point(String metric, ComparedCorun of, Pair value) {
    return text(
        "%s,%s,%s,measured,simulated,%.4f,%.4f\n",
        metric, of.series(), of.label(), value.theirs(), value.ours());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
