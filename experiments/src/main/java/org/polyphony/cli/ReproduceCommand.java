package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
import org.polyphony.study.Scale;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony reproduce}: figures, tables and comparisons with others. */
@HelpText.Groups({
  "Effort: --scale --pairs --cycles --repeat --minutes --jobs",
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

  @Parameters(
      paramLabel = "FIGURE",
      arity = "1..*",
      description = "figure or table ('polyphony list figures')")
  private List<String> figures = new ArrayList<>();

  @Option(
      names = "--traces",
      hidden = true,
      paramLabel = "DIR",
      description = "folder with one subfolder of traces per application")
  private Path traces;

  @Option(
      names = "--reference",
      hidden = true,
      paramLabel = "FILE",
      description = "cycles of a reference simulator (JSON)")
  private Path reference;

  @Option(
      names = "--measured",
      hidden = true,
      paramLabel = "FILE",
      description = "hardware counters (JSON)")
  private Path measured;

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
      description =
          "figure, or paper (schedgpu, mgb), to include in 'all'; repeatable (default: all)")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      description =
          "quick (minutes): 50 M instructions per benchmark, 6 pairs of 250,000 cycles;"
              + " paper (hours): up to 1 G instructions, all 231 pairs (default: quick)")
  private String scale = "quick";

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "benchmark pairs to run, in a fixed random order (default: by scale)")
  private Integer pairs;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "run pairs with seeds 1 to N (default: 1, noise: 5)")
  private Integer repeat;

  @Option(
      names = "--repeat-pairs",
      hidden = true,
      paramLabel = "K",
      description =
          "run only the first K pairs with all seeds, the others with seed 1 (default: all)")
  private Integer repeatPairs;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "stop starting new pairs after N minutes and plot the finished ones (default: no"
              + " limit)")
  private Integer minutes;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description =
          "length of a pair: what each benchmark executes alone in N cycles; 0: up to 1 G"
              + " instructions")
  private Long cycles;

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
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

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
    Instant until = minutes == null ? Instant.MAX : Instant.now().plus(Duration.ofMinutes(minutes));
    checkEffort(wanted);
    requireKnown("--benchmark", benchmarks, BundledModels.names());
    requireKnown("--part", parts, Figures.partsAndPapers());
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      for (Figure figure : wanted) {
        reproduce(figure, effort(figure, until), stop);
      }
      return interrupt.exitCode(stop.isRequested());
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
    scale();
    Arguments.requireAtLeast(1, "--jobs", jobs);
    if (pairs != null && (pairs < 1 || pairs > Scale.PAPER.pairs())) {
      throw Arguments.wrong("--pairs", pairs, "1 to " + Scale.PAPER.pairs());
    }
    Arguments.requireAtLeast(0, "--cycles", cycles);
    Arguments.requireAtLeast(1, "--minutes", minutes);
    Arguments.requireAtLeast(1, "--repeat", repeat);
    Arguments.requireAtLeast(1, "--repeat-pairs", repeatPairs);
    for (Figure figure : wanted) {
      if (repeat != null && !Figures.runsPairs(figure)) {
        String allowed = "figures about pairs, such as fig11 or noise";
        throw Arguments.wrong("--repeat", figure.name(), allowed);
      }
    }
  }

  private Scale scale() {
    return Arguments.oneOf("--scale", scale, List.of(Scale.values()), Scale::commandName);
  }

  private FigureContext.Effort effort(Figure figure, Instant until) {
    int pairCount = pairs == null ? scale().pairs() : pairs;
    int seeds = repeat == null ? figure.usualSeeds() : repeat;
    int repeated = repeatPairs == null ? pairCount : repeatPairs;
    OptionalLong asked = cycles == null ? figure.usualCycles() : OptionalLong.of(cycles);
    return new FigureContext.Effort(
        scale(), jobs, pairCount, new PairSeeds(seeds, repeated), asked, until);
  }

  private void reproduce(Figure figure, FigureContext.Effort effort, StopFlag stop) {
    PrintWriter err = spec.commandLine().getErr();
    OutputFolder folder = folderOf(figure);
    try (Progress progress = Terminal.progress(quiet, err)) {
      figure.reproduce(
          new FigureContext(
              new FigureContext.Tools(services.simulation(), services.cache(), Build.id()),
              new FigureContext.Inputs(
                  Optional.ofNullable(traces),
                  Optional.ofNullable(reference),
                  Optional.ofNullable(measured),
                  gpu,
                  benchmarks,
                  parts,
                  resultsFile(effort, folder)),
              effort,
              folder,
              commandLine(),
              spec.commandLine().getOut(),
              progress,
              stop));
    }
  }

  /** What the project ships is for everyone: short rounds and devices of one's own stay out. */
  private Optional<Path> resultsFile(FigureContext.Effort effort, OutputFolder folder) {
    if (results == null) {
      boolean isLong = effort.cycles() == 0 || effort.cycles() >= LONG_ROUND;
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
