package org.polyphony.figure.hardware;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.Home;
import org.polyphony.figure.AgreementPoint;
import org.polyphony.figure.DocumentSection;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.figure.Scale;
import org.polyphony.store.OutputFolder;

/**
 * Two kernels at once on a real H200 and on its model: launches per second, STP and ANTT of pairs
 * of the sample kernels on disjoint SMs and on two streams.
 */
final class Corun {
  private static final String MEASURED = "h200-corun.json";
  private static final String GPU = "hopper-h200";
  private static final int QUARTER = 4;
  private static final String FOLDER = "corun";
  private static final String NOTE = "experiments/notes/corun.md";

  static final Figure FIGURE = new Figure("corun", Corun::reproduce);

  private Corun() {}

  private static void reproduce(Figure figure, FigureContext context) {
    CorunFile.Measured measured =
        CorunFile.read(
            context
                .inputs()
                .measured()
                .map(JsonInput::read)
                .orElseGet(() -> JsonInput.resource(MEASURED)));
    String gpu = context.gpuOr(GPU);
    int divisor = context.effort().scale() == Scale.PAPER ? 1 : QUARTER;
    CorunDevice device = new CorunDevice(gpu, divisor);
    Map<CorunSetting, CorunRun> runs =
        new CorunRuns(context, device, measured.sms()).run(CorunEstimate.needed(measured));
    if (context.stop().isRequested()) {
      return;
    }
    CorunReport report =
        CorunReport.of(
            measured, new CorunEstimate(measured, runs), 1000.0 * GpuConfigs.load(gpu).coreKhz());
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
    String text =
        report.markdown(context.command(), device, context.effort().cycles())
            + note()
            + "\n![simulated over measured]("
            + FOLDER
            + "/agreement.svg)\n\n";
    new DocumentSection(FIGURE.name())
        .write(context.folder().file("VALIDATION.md"), "# Validation\n", text);
  }

  private static String note() {
    Path file = Home.find().resolve(NOTE);
    return Files.exists(file) ? "\n" + DocumentSection.read(file).strip() + "\n" : "";
  }
}
