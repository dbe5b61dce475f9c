package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.text.Table;

/**
 * Pairs on our device beside the measured ones, as text.
 *
 * @param alone launches per second alone, by kernel and SMs
 * @param pairs those of which all runs are there
 */
record CorunReport(List<Alone> alone, List<ComparedCorun> pairs) {
  private static final String ERROR = "%+.1f%%";

  private static final Table<Alone> ALONE =
      new Table<Alone>()
          .text("kernel", Alone::kernel)
          .number("SMs", Alone::sms)
          .number("launches/s", "%,.0f", a -> a.rate().ours())
          .number("measured", "%,.0f", a -> a.rate().theirs())
          .percent("error", ERROR, a -> a.rate().error());

  static final Table<ComparedCorun> TABLE = CorunTables.values("corun.csv", "sms");

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
            .map(p -> new ComparedCorun(p, estimate.progress(p), estimate.run(p)))
            .toList();
    return new CorunReport(alone, pairs);
  }

  String summary() {
    return String.join("", headlines().stream().map(line -> line + "\n").toList());
  }

  private List<String> headlines() {
    if (pairs.isEmpty()) {
      return List.of("no pair has ended");
    }
    List<String> lines = new ArrayList<>(CorunTables.headlines(pairs));
    lines.add(
        ErrorStatistics.line(
            "launches per second alone", alone.stream().map(Alone::rate).toList()));
    return lines;
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
    text.append(CorunTables.modes("SMs", pairs)).append('\n');
    text.append(CorunTables.pairs("SMs").markdown(pairs)).append('\n');
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

  Stream<AgreementPoint> agreement() {
    return CorunTables.points(pairs);
  }
}
