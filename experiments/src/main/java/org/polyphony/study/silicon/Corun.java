package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.study.silicon.CorunReport.Compared;
import org.polyphony.text.Table;

/**
 * Two kernels at once on a real H200 and on its model: launches per second, STP and ANTT of pairs
 * of the sample kernels on disjoint SMs and on two streams.
 */
final class Corun {
  static final String GPU = "hopper-h200";
  static final Figure FIGURE = new Figure("corun", Corun::reproduce);
  static final Table<Compared> TABLE = CorunReport.file("corun.csv", "sms");
  private static final String MEASURED = "h200-corun.json";
  private static final int QUARTER = 4;
  private static final String NOTE = "experiments/notes/corun.md";

  private Corun() {}

  private static void reproduce(Figure figure, FigureContext context) {
    CorunFile.Measured measured =
        CorunFile.read(JsonInput.of(context.inputs().measured(), MEASURED));
    int divisor = context.effort().scale() == Scale.PAPER ? 1 : QUARTER;
    CorunDevice device = new CorunDevice(context.gpuOr(GPU), divisor);
    Map<CorunSetting, CorunRun> runs =
        new CorunRuns(context, device, measured.sms()).run(CorunEstimate.needed(measured));
    if (context.stop().isRequested()) {
      return;
    }
    CorunReport report = report(measured, new CorunEstimate(measured, runs), device);
    if (!report.pairs().isEmpty()) {
      OutputFolder folder = OutputFolder.open(context.folder().path().resolve(figure.name()));
      TABLE.write(folder, report.pairs().stream());
      report.write(
          figure,
          context,
          "Two kernels at once on " + device.gpu() + " against hardware",
          conditions(device, context.effort().cycles()) + "\n" + report.bySharing(),
          report.pairs().stream().flatMap(Corun::points),
          NOTE);
    }
    context.show(String.join("\n", report.headlines()) + "\n");
  }

  private static CorunReport report(
      CorunFile.Measured measured, CorunEstimate estimate, CorunDevice device) {
    double coreHz = 1000.0 * GpuConfigs.load(device.gpu()).coreKhz();
    List<Alone> alone = new ArrayList<>();
    measured
        .aloneRates()
        .forEach(
            (kernel, rates) ->
                rates.forEach(
                    (sms, rate) -> {
                      if (estimate.knowsAlone(kernel, sms)) {
                        double ours = coreHz / estimate.aloneCycles(kernel, sms);
                        alone.add(new Alone(kernel, sms, ours, rate));
                      }
                    }));
    List<Compared> pairs =
        measured.pairs().stream()
            .filter(estimate::knows)
            .map(p -> new Compared(p, estimate.progress(p), estimate.run(p)))
            .toList();
    return new CorunReport("SMs", "launches per second", alone, pairs);
  }

  private static String conditions(CorunDevice device, long cycles) {
    String part =
        device.divisor() == 1
            ? "All of the device, whole grids.\n"
            : text(
                "One SM stands for %1$d: SMs, L2, DRAM channels and grids are 1 / %1$d of those of"
                    + " %2$s.%n",
                device.divisor(), device.gpu());
    String limit =
        cycles == 0
            ? "until both have ended a launch.\n"
            : text(
                "for %,d cycles at most: the rest of a launch takes%nas long as alone on as many SMs,"
                    + " times the slowdown in the second half.%n",
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

  private static Stream<AgreementPoint> points(Compared p) {
    String series = p.measured().series();
    return Stream.of(
        CorunReport.point("STP", series, p.label(), p.stp()),
        CorunReport.point("ANTT", series, p.label(), p.antt()));
  }
}
