package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;
import org.polyphony.store.AtomicFile;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TraceFolders;
import org.polyphony.study.silicon.ValidationRuns.ComparedApplication;
import org.polyphony.study.silicon.ValidationRuns.ComparedLaunch;
import org.polyphony.text.Table;

/**
 * How close the device is to a reference simulator and to hardware, on SASS traces: total cycles,
 * cycles per kernel, miss rates, speed.
 */
final class Validation {
  static final Figure FIGURE = new Figure("validation", Validation::reproduce);
  static final Table<ComparedKernel> TABLE =
      new Table<ComparedKernel>("validation.csv")
          .text("against", ComparedKernel::against)
          .text("application", ComparedKernel::application)
          .text("launch", ComparedKernel::launch)
          .text("cycles", k -> text("%.0f", k.cycles.ours()))
          .text("theirs", k -> text("%.0f", k.cycles.theirs()));
  private static final String SAMPLE_REFERENCE = "sample-reference.json";
  private static final String REFERENCE_GPU = "gtx980-reference";
  private static final String MEASURED_GPU = "hopper-h200";
  private static final String NOTE = "experiments/notes/launches.md";
  private static final String COUNT = "%,.0f";
  private static final String SHARE = "%.1f%%";
  private static final String ERROR = "%+.1f%%";
  private static final Table<ComparedApplication> APPLICATIONS =
      new Table<ComparedApplication>()
          .text("application", ComparedApplication::name)
          .number("cycles", COUNT, a -> a.cycles().ours())
          .number("reference", COUNT, a -> a.cycles().theirs())
          .percent("error", ERROR, a -> a.cycles().error())
          .number("IPC", "%.1f", a -> a.ipc().ours())
          .number("reference", "%.1f", a -> a.ipc().theirs())
          .percent("L1D miss rate", SHARE, a -> 1 - a.device().l1HitRate())
          .percent("reference", SHARE, a -> a.reference().l1MissRate())
          .percent("L2 miss rate", SHARE, a -> 1 - a.device().l2HitRate())
          .percent("reference", SHARE, a -> a.reference().l2MissRate())
          .number("DRAM bytes", "%,d", a -> a.device().dramBytes())
          .number("speed-up", "%.0f", a -> a.speed().ours() / a.speed().theirs());
  private static final Table<ComparedLaunch> LAUNCHES =
      new Table<ComparedLaunch>()
          .text("launch", l -> "`" + l.label() + "`")
          .number("cycles", COUNT, l -> l.cycles().ours())
          .number("hardware", COUNT, l -> l.cycles().theirs())
          .percent("error", ERROR, l -> l.cycles().error())
          .percent("L1D hit rate", SHARE, l -> l.ours().device().l1HitRate())
          .percent("hardware", SHARE, l -> l.measured().l1HitRate())
          .percent("L2 hit rate", SHARE, l -> l.ours().device().l2HitRate())
          .percent("hardware", SHARE, l -> l.measured().l2HitRate())
          .number("L1D load sectors", "%,d", l -> l.ours().device().l1Accesses())
          .number("hardware", "%,d", l -> l.measured().loadSectors())
          .number("DRAM bytes", "%,d", l -> l.ours().device().dramBytes())
          .number("hardware", "%,d", l -> l.measured().dramBytes());

  /** A kernel launch, or all of an application, beside another's. */
  private record ComparedKernel(String against, String application, String launch, Pair cycles) {}

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
              "--reference: found none of the applications %s, allowed: a file with some of them;"
                  + " it has %s",
              traces.keySet(), reference.keySet()));
    }
    ValidationRuns runs = new ValidationRuns(context, traces);
    List<ComparedApplication> applications = runs.applications(gpu, reference);
    List<ComparedLaunch> launches =
        measured.isEmpty() ? List.of() : runs.launches(GpuConfigs.load(MEASURED_GPU), measured);
    List<String> headlines = headlines(applications, launches);
    Path document = context.folder().file("VALIDATION.md");
    String text =
        text("# Validation%n%nMade by%n%n    %s%n%n- ", context.command())
            + String.join("\n- ", headlines)
            + text("%n%n## Applications on %s against the reference simulator%n%n", gpuName)
            + APPLICATIONS.markdown(applications)
            + "\nIPC is thread instructions per cycle; speed-up is warp instructions simulated per"
            + " processor second over the reference's\nown speed (short runs: the second of two)."
            + " Each launch: `validation.csv`.\n"
            + launches(launches);
    AtomicFile.write(document, DocumentSection.keeping(document, text));
    TABLE.write(context.folder(), kernels(applications, launches));
    context.show(String.join("\n", headlines) + "\n");
  }

  private static String launches(List<ComparedLaunch> launches) {
    return launches.isEmpty()
        ? ""
        : "\n"
            + "## Kernel launches on hopper-h200 against hardware counters\n\n"
            + "Each launch by itself with cold caches, as it was measured; launches of which the"
            + " trace has only the first thread blocks\n"
            + "are left out.\n\n"
            + LAUNCHES.markdown(launches)
            + "\n"
            + DocumentSection.read(Home.find().resolve(NOTE));
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
        100 * ErrorStatistics.meanAbsoluteError(cycles),
        ErrorStatistics.logCorrelation(cycles));
  }

  /** Returns cycles of every application and launch, a row each. */
  private static Stream<ComparedKernel> kernels(
      List<ComparedApplication> applications, List<ComparedLaunch> launches) {
    List<ComparedKernel> rows = new ArrayList<>();
    for (ComparedApplication a : applications) {
      rows.add(new ComparedKernel("reference", a.name(), "all", a.cycles()));
      List<Pair> kernels = a.kernels();
      for (int i = 0; i < kernels.size(); i++) {
        rows.add(new ComparedKernel("reference", a.name(), Integer.toString(i), kernels.get(i)));
      }
    }
    for (ComparedLaunch l : launches) {
      rows.add(
          new ComparedKernel("hardware", l.application(), Integer.toString(l.index()), l.cycles()));
    }
    return rows.stream();
  }
}
