package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.study.silicon.CorunReport.Compared;

/**
 * Co-running kernels on a real H200 and on its model: launches per second, STP and ANTT of pairs of
 * the sample kernels on disjoint SMs and on two streams.
 */
final class Corun {
  static final String GPU = "hopper-h200";
  static final Figure FIGURE = new Figure("corun", Corun::reproduce);
  static final Table<Compared> TABLE = CorunReport.file("corun.csv", "sms");
  static final Table<Alone> ALONE_TABLE =
      CorunReport.aloneFile("corun-alone.csv", "sms", "launchesPerSecond");
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
            new CorunReport.Files(TABLE, ALONE_TABLE, "SMs"),
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
    String limit =
        cycles == 0
            ? "until both have finished a launch"
            : text("for at most %,d cycles, and the rest of a launch is extrapolated", cycles);
    return text(
        """
        Sample kernels of the measured sizes, launched back to back. Progress is launches per second over those of the kernel
        alone on all SMs. The simulated device has 1/%d of the SMs, L2 and DRAM channels, and grids shrink with it. Pairs on
        disjoint SMs (`spatial-fixed`; green contexts on the device) run
        %s. Pairs in two streams
        (`left-over`) run until each has finished two launches.
        """,
        device.divisor(), limit);
  }

  private static Stream<AgreementPoint> points(Compared p) {
    String series = p.measured().series();
    return Stream.of(
        CorunReport.point("STP", series, p.label(), p.stp()),
        CorunReport.point("ANTT", series, p.label(), p.antt()));
  }
}
