package org.polyphony.study.silicon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.GpuConfigs;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;

/**
 * Two kernels on the same SMs of a real H200 and of its model: units per second, STP and ANTT of
 * pairs with 1 to 7 of 8 thread blocks each.
 */
final class SmkSilicon {
  private static final String MEASURED = "h200-smk.json";
  private static final String NOTE = "experiments/notes/smk-silicon.md";
  private static final long CYCLES = 600_000; // the longest thread block lives 280,000
  private static final int QUARTER = 4;
  private static final int SIXTEENTH = 16;

  static final Figure FIGURE = new Figure("smk-silicon", SmkSilicon::reproduce);

  private SmkSilicon() {}

  private static void reproduce(Figure figure, FigureContext context) {
    SmkFile.Measured measured = SmkFile.read(JsonInput.of(context.inputs().measured(), MEASURED));
    int divisor = context.effort().scale() == Scale.PAPER ? QUARTER : SIXTEENTH;
    CorunDevice device = new CorunDevice(context.gpuOr(Corun.GPU), divisor);
    long asked = context.effort().askedCycles().orElse(0);
    long cycles = asked == 0 ? CYCLES : asked; // what is starved would not end without a limit
    SmkRuns simulated = new SmkRuns(context, device, measured.sms(), cycles);
    int orderPairs = context.effort().pairs();
    Map<SmkSetting, CorunRun> runs = simulated.run(SmkEstimate.needed(measured, orderPairs));
    if (context.stop().isRequested()) {
      return;
    }
    SmkReport report =
        SmkReport.of(new SmkEstimate(measured, rates(simulated, runs), runs, orderPairs));
    if (!report.isEmpty()) {
      write(context, report, report.markdown(context.command(), device, cycles));
    }
    context.show(report.summary());
  }

  /** Returns units per second of all SMs of the whole device. */
  private static Map<SmkSetting, List<Double>> rates(
      SmkRuns simulated, Map<SmkSetting, CorunRun> runs) {
    double coreHz = 1000.0 * GpuConfigs.load(simulated.device().gpu()).coreKhz();
    Map<String, Double> instructions =
        simulated.unitInstructions(
            runs.keySet().stream().flatMap(s -> s.kernels().stream()).distinct().toList());
    Map<SmkSetting, List<Double>> rates = new LinkedHashMap<>();
    runs.forEach(
        (setting, run) ->
            rates.put(
                setting,
                simulated.unitsPerCycle(setting, run, instructions).stream()
                    .map(units -> units * coreHz)
                    .toList()));
    return rates;
  }

  private static void write(FigureContext context, SmkReport report, String text) {
    OutputFolder folder = OutputFolder.open(context.folder().path().resolve(FIGURE.name()));
    SmkReport.TABLE.write(folder, report.pairs().stream());
    SmkReport.ALONE_TABLE.write(folder, report.alone().stream());
    AgreementPoint.TABLE.write(folder, report.agreement());
    FIGURE.draw(folder);
    Corun.section(FIGURE, context, text, NOTE);
  }
}
