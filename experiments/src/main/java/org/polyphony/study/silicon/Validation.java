package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.Home;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.store.AtomicFile;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TraceFolders;

/**
 * How close the device is to a reference simulator and to hardware, on SASS traces: total cycles,
 * cycles per kernel, miss rates, speed.
 */
final class Validation {
  private static final String SAMPLE_REFERENCE = "sample-reference.json";
  private static final String REFERENCE_GPU = "gtx980-reference";
  private static final String MEASURED_GPU = "hopper-h200";

  private static final String NOTE = "experiments/notes/launches.md";

  static final Figure FIGURE = new Figure("validation", Validation::reproduce);

  private Validation() {}

  private static void reproduce(Figure figure, FigureContext context) {
    Map<String, Path> traces =
        context.inputs().traces().map(TraceFolders::below).orElseGet(TraceFolders::bundled);
    Map<String, ReferenceFile.Application> reference =
        ReferenceFile.read(JsonInput.of(context.inputs().reference(), SAMPLE_REFERENCE));
    Map<String, List<MeasuredFile.Launch>> measured =
        context.inputs().measured().map(JsonInput::read).map(MeasuredFile::read).orElse(Map.of());
    String gpuName = context.gpuOr(REFERENCE_GPU);
    GpuConfig gpu = GpuConfigs.load(gpuName);
    GpuConfig hardware = measured.isEmpty() ? gpu : GpuConfigs.load(MEASURED_GPU);
    requireSome(traces, reference);

    ValidationRuns runs = new ValidationRuns(context, traces);
    List<ComparedApplication> applications = runs.applications(gpu, reference);
    List<ComparedLaunch> launches = runs.launches(hardware, measured);
    write(context, new ValidationReport(context.command(), gpuName, applications, launches));
  }

  private static void requireSome(
      Map<String, Path> traces, Map<String, ReferenceFile.Application> reference) {
    if (traces.keySet().stream().noneMatch(reference::containsKey)) {
      throw new InvalidInputException(
          text(
              "--reference: found none of the applications %s, allowed: a file with some of them;"
                  + " it has %s",
              traces.keySet(), reference.keySet()));
    }
  }

  private static void write(FigureContext context, ValidationReport report) {
    Path document = context.folder().file("VALIDATION.md");
    String note = "";
    if (report.hasLaunches()) {
      note = "\n" + DocumentSection.read(Home.find().resolve(NOTE));
    }
    AtomicFile.write(document, DocumentSection.keeping(document, report.markdown() + note));
    report.writeCsv(context.folder());
    context.show(report.summary());
  }
}
