package org.polyphony.study.silicon;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.Home;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;

/**
 * Two kernels at once on a real H200 and on its model: launches per second, STP and ANTT of pairs
 * of the sample kernels on disjoint SMs and on two streams.
 */
final class Corun {
  private static final String MEASURED = "h200-corun.json";
  static final String GPU = "hopper-h200";
  private static final int QUARTER = 4;
  private static final String FOLDER = "corun";
  private static final String NOTE = "experiments/notes/corun.md";

  static final Figure FIGURE = new Figure("corun", Corun::reproduce);

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
    CorunReport report =
        CorunReport.of(
            measured,
            new CorunEstimate(measured, runs),
            1000.0 * GpuConfigs.load(device.gpu()).coreKhz());
    if (!report.pairs().isEmpty()) {
      write(context, device, report);
    }
    context.show(report.summary());
  }

  private static void write(FigureContext context, CorunDevice device, CorunReport report) {
    OutputFolder folder = OutputFolder.open(context.folder().path().resolve(FOLDER));
    CorunReport.TABLE.write(folder, report.pairs().stream());
    AgreementPoint.TABLE.write(folder, report.agreement());
    FIGURE.draw(folder);
    section(
        FIGURE,
        context,
        report.markdown(context.command(), device, context.effort().cycles()),
        NOTE);
  }

  /**
   * Writes the section of a figure in the validation, with its chart.
   *
   * @param text what was measured
   * @param note a file that explains it, from the root of the project; may be absent
   */
  static void section(Figure figure, FigureContext context, String text, String note) {
    Path file = Home.find().resolve(note);
    String explained = Files.exists(file) ? "\n" + DocumentSection.read(file).strip() + "\n" : "";
    String chart = "\n![simulated over measured](" + figure.name() + "/agreement.svg)\n\n";
    new DocumentSection(figure.name())
        .write(context.folder().file("VALIDATION.md"), "# Validation\n", text + explained + chart);
  }
}
