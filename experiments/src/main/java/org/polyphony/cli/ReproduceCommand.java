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
import org.polyphony.run.Build;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony reproduce}: figures, tables and comparisons with others. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "Runs what a figure needs and puts what it measures beside what others state.",
    footer = {
      "",
      "Examples:",
      "  polyphony reproduce table3 --scale quick --jobs 2",
      "  polyphony reproduce benchmarks --scale paper --out workloads",
      "  polyphony reproduce fig11 fig13 --pairs 12 --cycles 500000",
      "  polyphony reproduce fig11 --pairs 231 --scale paper --jobs 2",
      "  polyphony reproduce fig11 --pairs 90 --cycles 1000000 --repeat 3 --repeat-pairs 30",
      "  polyphony reproduce noise --scale paper",
      "  polyphony reproduce all --part fig6 --part fig11 --out experiments",
      "  polyphony reproduce validation",
      "  polyphony reproduce validation --traces traces --reference cycles.json --out experiments"
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
      description = "what to make; 'polyphony list figures' lists them")
  private List<String> figures = new ArrayList<>();

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "folder with a subfolder of traces for each application")
  private Path traces;

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description = "cycles of a reference simulator, as JSON")
  private Path reference;

  @Option(names = "--measured", paramLabel = "FILE", description = "counters of hardware, as JSON")
  private Path measured;

  @Option(names = "--gpu", paramLabel = "NAME", description = "device, in place of the figure's")
  private String gpu = "";

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description =
          "order of the benchmarks' instructions: compiled, or source as GPU Maestro's simulator"
              + " executes them (default: ${DEFAULT-VALUE})")
  private String order = Conditions.COMPILED;

  @Option(
      names = "--benchmark",
      paramLabel = "NAME",
      description = "runs this bundled benchmark; may be repeated (default: all)")
  private List<String> benchmarks = new ArrayList<>();

  @Option(
      names = "--part",
      paramLabel = "FIGURE",
      description =
          "makes 'all' of this figure, or of those of a paper: schedgpu, mgb; may be repeated"
              + " (default: all)")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      description =
          "quick: 50 million thread instructions of each benchmark, 200 alone, or, of pairs, 6 and"
              + " 250,000 cycles, minutes; paper: a billion or all, and all 231 pairs, hours"
              + " (default: quick)")
  private String scale = "quick";

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "pairs of benchmarks, the first of a random order in which the categories take turns;"
              + " more later repeat none (default: that of the scale)")
  private Integer pairs;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "runs pairs of benchmarks with seeds 1 to N; a pair's value is then the mean over its"
              + " seeds, and intervals are drawn over pairs and seeds (default: 1, noise 5)")
  private Integer repeat;

  @Option(
      names = "--repeat-pairs",
      paramLabel = "K",
      description =
          "runs only the first K pairs of the sample with all seeds, the others with seed 1"
              + " (default: all pairs)")
  private Integer repeatPairs;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "begins no further run of a pair after N minutes; figures then show the pairs that have"
              + " ended (default: no limit)")
  private Integer minutes;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description =
          "each benchmark of a pair runs what it executes alone in N core cycles; 0: a billion"
              + " thread instructions or all (default: that of the scale)")
  private Long cycles;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "runs of pairs that have ended: none in it is repeated, those that end are added to it;"
              + " 'none': the cache alone (default: "
              + SHIPPED_RESULTS
              + " for bundled devices and rounds of --scale paper or a million cycles, else none)")
  private String results;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "runs side by side (default: one for each processor)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for what is made, for host figures DIR/FIGURE (default: out/FIGURE)")
  private Path out;

  @Option(names = "--quiet", description = "shows no progress")
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
    requireKnown("--order", List.of(order), List.of(Conditions.COMPILED, "source"));
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
        GivenFile.refuseOurs(Path.of(name), "a figure as 'polyphony list figures' has it");
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
        String allowed = "it with figures about pairs, as fig11 or noise";
        throw Arguments.wrong("--repeat", "it with " + figure.name(), allowed);
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
                  order,
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
    if (file.equals(folder.file(SweepFolder.LINES).toAbsolutePath().normalize())) {
      throw Arguments.wrong(
          "--results", results, "another file than the one that the figure writes itself");
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
