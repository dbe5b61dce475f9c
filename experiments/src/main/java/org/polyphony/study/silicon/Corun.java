package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
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

  private Corun() {}

  private static void reproduce(Figure figure, FigureContext context) {
    MeasuredPairs measured =
        MeasuredPairs.onSms(JsonInput.of(context.inputs().measured(), MEASURED));
    int divisor = context.effort().scale() == Scale.PAPER ? 1 : QUARTER;
    CorunDevice device = new CorunDevice(context.gpuOr(GPU), divisor);
    long cycles = context.effort().cycles();
    KernelRuns runs =
        new KernelRuns(
            context,
            figure.name(),
            setting -> experiment(setting, device, measured.sms()),
            setting -> setting.isSpatial() ? cycles : 0);
    CorunEstimate estimate = new CorunEstimate(measured, runs.all(CorunEstimate.needed(measured)));
    if (context.stop().isRequested()) {
      return;
    }
    double coreHz = 1000.0 * GpuConfigs.load(device.gpu()).coreKhz();
    CorunReport report =
        new CorunReport(
            TABLE,
            "SMs",
            "launches per second",
            measured.alone((kernel, sms) -> coreHz / estimate.aloneCycles(kernel, sms)),
            measured.pairs().stream()
                .filter(estimate::knows)
                .map(p -> new Compared(p, estimate.progress(p), estimate.run(p)))
                .toList());
    if (!report.pairs().isEmpty()) {
      report.write(
          figure,
          context,
          "Two kernels at once on " + device.gpu() + " against hardware",
          conditions(device, cycles) + "\n" + report.bySharing(),
          report.pairs().stream().flatMap(Corun::points));
    }
    context.show(String.join("\n", report.headlines()) + "\n");
  }

  private static ObjectNode experiment(KernelSetting setting, CorunDevice device, int wholeSms) {
    ObjectNode root = setting.experiment(device.scale());
    device.writeTo(root, setting.kernels().size() == 1 ? setting.parts().get(0) : wholeSms);
    if (setting.isSpatial()) {
      ObjectNode policy = (ObjectNode) root.get("policy");
      policy.put("idleSms", "keep");
      setting.parts().forEach(sms -> policy.withArray("/sms").add(device.sms(sms)));
    }
    return root;
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
                "for %,d cycles at most: the rest of a launch takes%nas long as alone on as many"
                    + " SMs, times the slowdown in the second half.%n",
                cycles);
    return """
    Sample kernels at the sizes of the measurement, launched back to back. Progress is launches per second together over
    those alone on all SMs; STP is its sum, ANTT the mean of its inverses.
    """
        + part
        + "Disjoint SMs (`spatial-fixed` with `idleSms: keep`, like the green contexts of the"
        + " device) run "
        + limit
        + "Two streams (`left-over`) run for a turn, which is a launch of each, after a first"
        + " launch.\n";
  }

  private static Stream<AgreementPoint> points(Compared p) {
    String series = p.measured().series();
    return Stream.of(
        CorunReport.point("STP", series, p.label(), p.stp()),
        CorunReport.point("ANTT", series, p.label(), p.antt()));
  }
}
