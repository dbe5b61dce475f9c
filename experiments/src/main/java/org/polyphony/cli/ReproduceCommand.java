package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.input.NearestName;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Build;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony reproduce}: figures, tables and comparisons with others. */
@HelpText.Groups({
  "Effort: --scale --pairs --cycles --repeat --deadline --jobs",
  "Selection: --part --benchmark --gpu",
  "Output: --out --quiet"
})
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Reproduce a paper's figure or table next to published values.",
    footer = {
      "",
      "docs/reproducing.md lists all options, including those for input files.",
      "",
      "Examples:",
      "  polyphony reproduce table3 --jobs 2",
      "  polyphony reproduce fig11 fig13 --pairs 12 --cycles 500000",
      "  polyphony reproduce all --part fig6 --part fig11 --out experiments",
      "  polyphony reproduce validation"
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final String SHIPPED_RESULTS = "experiments/pairs/runs.jsonl";
  private static final String NO_RESULTS = "none";
  private static final long LONG_ROUND = 1_000_000; // cycles

  private final Services services;

  @Spec private CommandSpec spec;
  @Mixin private EffortOptions effort;

  @Parameters(
      paramLabel = "FIGURE",
      completionCandidates = BundledNames.FigureNames.class,
      arity = "1..*",
      description = "figure or table ('polyphony list figures')")
  private List<String> figures = new ArrayList<>();

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "device to use instead of the figure's")
  private String gpu = "";

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      description = "benchmark to run; repeatable (default: all)")
  private List<String> benchmarks = new ArrayList<>();

  @Option(
      names = "--part",
      paramLabel = "FIGURE",
      completionCandidates = BundledNames.FigureNames.class,
      description =
          "figure, or paper (schedgpu, mgb), to include in 'all'; repeatable (default: all)")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--results",
      hidden = true,
      paramLabel = "FILE",
      description =
          "finished pairs to reuse and append to; 'none': cache only (default: "
              + SHIPPED_RESULTS
              + " for bundled devices and rounds of --scale paper or 1 M cycles, else none)")
  private String results;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "output folder; host figures go to DIR/FIGURE (default: out/FIGURE)")
  private Path out;

  @Option(names = "--quiet", description = "do not show progress")
  private boolean quiet;

  ReproduceCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    requireKnown("FIGURE", figures, Figures.names());
    List<Figure> wanted = figures.stream().map(Figures::of).toList();
    checkEffort(wanted);
    Instant until = effort.until();
    requireKnown("--benchmark", benchmarks, BundledModels.names());
    requireKnown("--part", parts, Figures.partsAndPapers());
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      for (Figure figure : wanted) {
        reproduce(figure, effort.of(figure, until), stop);
      }
      return interrupt.exitCode(stop.isRequested(), spec);
    }
  }

  private static void requireKnown(String argument, List<String> found, List<String> known) {
    for (String name : found) {
      if (!known.contains(name)) {
        GivenFile.refuseOurs(Path.of(name), "a figure from 'polyphony list figures'");
        throw Arguments.wrong(argument, "'" + name + "'", NearestName.oneOf(name, known));
      }
    }
  }

  private void checkEffort(List<Figure> wanted) {
    effort.check();
    for (Figure figure : wanted) {
      if (effort.isRepeated() && !Figures.runsPairs(figure)) {
        String allowed = "figures about pairs, such as fig11 or noise";
        throw Arguments.wrong("--repeat", figure.name(), allowed);
      }
    }
  }

  private void reproduce(Figure figure, FigureContext.Effort wanted, StopFlag stop) {
    PrintWriter err = spec.commandLine().getErr();
    OutputFolder folder = folderOf(figure);
    try (Progress progress = Terminal.progress(quiet, err)) {
      figure.reproduce(
          new FigureContext(
              new FigureContext.Tools(services.simulation(), services.cache(), Build.id()),
              new FigureContext.Inputs(gpu, benchmarks, parts, resultsFile(wanted, folder)),
              wanted,
              folder,
              commandLine(),
              spec.commandLine().getOut(),
              progress,
              stop));
    }
  }

  /** What the project ships is for everyone: short rounds and devices of one's own stay out. */
  private Optional<Path> resultsFile(FigureContext.Effort wanted, OutputFolder folder) {
    if (results == null) {
      boolean isLong = wanted.cycles() == 0 || wanted.cycles() >= LONG_ROUND;
      boolean isShipped = isLong && (gpu.isEmpty() || GpuConfigs.names().contains(gpu));
      return isShipped ? Optional.of(Home.find().resolve(SHIPPED_RESULTS)) : Optional.empty();
    }
    Path file = Path.of(results).toAbsolutePath().normalize();
    if (file.equals(folder.path().resolve(SweepFolder.LINES).toAbsolutePath().normalize())) {
      throw Arguments.wrong(
          "--results", results, "a file other than the one that the figure itself writes");
    }
    return results.equals(NO_RESULTS) ? Optional.empty() : Optional.of(Path.of(results));
  }

  private OutputFolder folderOf(Figure figure) {
    Path all = out == null ? Path.of("out") : out;
    Path path = out == null || figure.needsOwnFolder() ? all.resolve(figure.name()) : all;
    boolean goesOn = figure.isSweep() && SweepFolder.isOne(path);
    return goesOn ? OutputFolder.open(path) : FolderKind.FIGURE.open(path);
  }

  private String commandLine() {
    List<String> words = spec.commandLine().getParent().getParseResult().originalArgs();
    return "polyphony " + String.join(" ", words);
  }
}
