package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;
import static org.polyphony.study.ErrorStatistics.meanAbsoluteError;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TraceFolders;
import org.polyphony.study.ValidationPage;
import org.polyphony.study.silicon.ValidationRuns.ComparedApplication;
import org.polyphony.study.silicon.ValidationRuns.ComparedLaunch;

/**
 * How close the device is to a reference simulator and to hardware, on SASS traces: total cycles,
 * cycles per kernel, miss rates, speed.
 */
final class Validation {
  static final Figure FIGURE = new Figure("validation", Validation::reproduce);
  static final Table<ComparedApplication> APPLICATIONS =
      new Table<ComparedApplication>("applications.csv")
          .text("application", ComparedApplication::name)
          .text("cycles", a -> whole(a.cycles().ours()))
          .text("referenceCycles", a -> whole(a.cycles().theirs()))
          .text("ipc", a -> a.ipc().ours())
          .text("referenceIpc", a -> a.ipc().theirs())
          .text("l1MissRate", a -> 1 - a.device().l1HitRate())
          .text("referenceL1MissRate", a -> a.reference().l1MissRate())
          .text("l2MissRate", a -> 1 - a.device().l2HitRate())
          .text("referenceL2MissRate", a -> a.reference().l2MissRate())
          .text("dramBytes", a -> a.device().dramBytes())
          .text("speedup", a -> a.speed().ours() / a.speed().theirs());
  static final Table<ComparedKernel> LAUNCHES =
      new Table<ComparedKernel>("launches.csv")
          .text("application", ComparedKernel::application)
          .text("launch", ComparedKernel::launch)
          .text("kernel", k -> k.cycles.name())
          .text("cycles", k -> whole(k.cycles.ours()))
          .text("referenceCycles", k -> whole(k.cycles.theirs()));
  static final Table<ComparedLaunch> HARDWARE =
      new Table<ComparedLaunch>("hardware.csv")
          .text("application", ComparedLaunch::application)
          .text("launch", ComparedLaunch::index)
          .text("kernel", l -> l.measured().name())
          .text("cycles", l -> whole(l.cycles().ours()))
          .text("measuredCycles", l -> whole(l.cycles().theirs()))
          .text("l1HitRate", l -> l.ours().device().l1HitRate())
          .text("measuredL1HitRate", l -> l.measured().l1HitRate())
          .text("l2HitRate", l -> l.ours().device().l2HitRate())
          .text("measuredL2HitRate", l -> l.measured().l2HitRate())
          .text("l1LoadSectors", l -> l.ours().device().l1Accesses())
          .text("measuredL1LoadSectors", l -> l.measured().loadSectors())
          .text("dramBytes", l -> l.ours().device().dramBytes())
          .text("measuredDramBytes", l -> l.measured().dramBytes());
  private static final String SAMPLE_REFERENCE = "sample-reference.json";
  private static final String REFERENCE_GPU = "gtx980-reference";
  private static final String MEASURED_GPU = "hopper-h200";

  /** A kernel launch on our device and on the reference. */
  record ComparedKernel(String application, int launch, Pair cycles) {}

  private Validation() {}

  private static void reproduce(Figure figure, FigureContext context) {
    Map<String, Path> traces =
        context.inputs().traces().map(TraceFolders::below).orElseGet(TraceFolders::bundled);
    Map<String, ValidationRuns.Reference> reference =
        ValidationRuns.Reference.read(JsonInput.of(context.inputs().reference(), SAMPLE_REFERENCE));
    Map<String, List<ValidationRuns.Measured>> measured =
        context
            .inputs()
            .measured()
            .map(file -> ValidationRuns.Measured.read(JsonInput.read(file)))
            .orElse(Map.of());
    String gpuName = context.gpuOr(REFERENCE_GPU);
    GpuConfig gpu = GpuConfigs.load(gpuName);
    if (traces.keySet().stream().noneMatch(reference::containsKey)) {
      throw new InvalidInputException(
          text(
              "--reference: none of the applications %s is in the file; give one with some of them"
                  + " (it has %s)",
              traces.keySet(), reference.keySet()));
    }
    ValidationRuns runs = new ValidationRuns(context, traces);
    List<ComparedApplication> applications = runs.applications(gpu, reference);
    List<ComparedLaunch> launches =
        measured.isEmpty() ? List.of() : runs.launches(GpuConfigs.load(MEASURED_GPU), measured);
    List<String> headlines = headlines(applications, launches);
    OutputFolder folder = OutputFolder.open(context.folder().path().resolve(figure.name()));
    APPLICATIONS.write(folder, applications.stream());
    LAUNCHES.write(folder, kernels(applications));
    HARDWARE.write(folder, launches.stream());
    String heading = "Single applications on %s and launches on %s";
    ValidationPage.write(
        figure, context, text(heading, gpuName, MEASURED_GPU), headlines, errors(launches));
    context.show(String.join("\n", headlines) + "\n");
  }

  private static List<String> headlines(
      List<ComparedApplication> applications, List<ComparedLaunch> launches) {
    List<String> lines = new ArrayList<>();
    if (!applications.isEmpty()) {
      List<Pair> cycles = applications.stream().map(ComparedApplication::cycles).toList();
      Pair worst = ErrorStatistics.worst(cycles);
      lines.add(
          agreement("cycles against the reference, %d applications", cycles)
              + text(", worst %+.1f%% (%s)", 100 * worst.error(), worst.name()));
      lines.add(
          agreement(
              "cycles of %d kernel launches",
              applications.stream().flatMap(a -> a.kernels().stream()).toList()));
      lines.add(
          text(
              "simulation speed: %.0f times the reference's own (geometric mean)",
              ErrorStatistics.geometricMeanRatio(
                  applications.stream().map(ComparedApplication::speed).toList())));
    }
    if (!launches.isEmpty()) {
      List<Pair> cycles = launches.stream().map(ComparedLaunch::cycles).toList();
      lines.add(agreement("cycles against hardware, %d kernel launches", cycles));
    }
    return lines;
  }

  private static String agreement(String what, List<Pair> cycles) {
    return text(
        what + ": mean absolute error %.1f%%, correlation of logarithms %.4f",
        cycles.size(),
        100 * meanAbsoluteError(cycles),
        ErrorStatistics.logCorrelation(cycles));
  }

  private static Stream<ComparedKernel> kernels(List<ComparedApplication> applications) {
    return applications.stream()
        .flatMap(
            a ->
                IntStream.range(0, a.kernels().size())
                    .mapToObj(i -> new ComparedKernel(a.name(), i, a.kernels().get(i))));
  }

  /** Returns the errors of the launches of each application. */
  private static String errors(List<ComparedLaunch> launches) {
    Map<String, List<Pair>> byApplication =
        launches.stream()
            .collect(
                Collectors.groupingBy(
                    ComparedLaunch::application,
                    TreeMap::new,
                    Collectors.mapping(ComparedLaunch::cycles, Collectors.toList())));
    return new Table<Map.Entry<String, List<Pair>>>()
        .text("application", Map.Entry::getKey)
        .number("launches", of -> of.getValue().size())
        .percent("error of cycles", "%.1f%%", of -> meanAbsoluteError(of.getValue()))
        .percent("worst", "%+.1f%%", of -> ErrorStatistics.worst(of.getValue()).error())
        .markdown(byApplication.entrySet());
  }

  private static String whole(double cycles) {
    return text("%.0f", cycles);
  }
}
