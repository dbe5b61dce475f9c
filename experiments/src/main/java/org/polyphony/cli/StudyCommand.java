package org.polyphony.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.polyphony.config.StudyFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Build;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.PairSeeds;
import org.polyphony.sweep.SweepFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony study}: an evaluation described as data. */
@HelpText.Groups({
  "Effort: --scale --pairs --cycles --repeat --deadline --jobs",
  "Output: --out --quiet"
})
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = "Run a study, check its claims, draw its charts and write its page.",
    footer = {
      "",
      "docs/studies.md explains study.json. The same command resumes a study.",
      "",
      "Examples:",
      "  polyphony study experiments/studies/fig6",
      "  polyphony study mine/my-study --scale paper --deadline 600 --out out/mine"
    })
final class StudyCommand implements Callable<Integer> {
  private static final String RUNS = "runs.jsonl";

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "folder with a study.json, or that file")
  private Path folder;

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      description =
          "quick: 50 M instructions per benchmark, 6 pairs of 250,000 cycles; paper: up to 1 G"
              + " instructions, all pairs (default: quick)")
  private String scale = "quick";

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "benchmark pairs to run, in a fixed random order (default: by scale)")
  private Integer pairs;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "length of a pair: what each benchmark executes alone in N cycles")
  private Long cycles;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "run pairs with seeds 1 to N (default: by study)")
  private Integer repeat;

  @Option(
      names = "--deadline",
      paramLabel = "MINUTES",
      description = "stop starting new pairs after so many minutes and use the finished ones")
  private Integer deadline;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--out", paramLabel = "DIR", description = "output folder (default: out/NAME)")
  private Path out;

  @Option(names = "--quiet", description = "do not show progress")
  private boolean quiet;

  StudyCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    Arguments.requireAtLeast(1, "--jobs", jobs);
    Arguments.requireAtLeast(1, "--pairs", pairs);
    Arguments.requireAtLeast(0, "--cycles", cycles);
    Arguments.requireAtLeast(1, "--repeat", repeat);
    Arguments.requireAtLeast(1, "--deadline", deadline);
    Scale chosen = Arguments.oneOf("--scale", scale, List.of(Scale.values()), Scale::commandName);
    Figure study = Studies.of(StudyFile.folder(folder));
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop);
        Progress progress = Terminal.progress(quiet, spec.commandLine().getErr())) {
      study.reproduce(context(study, chosen, progress, stop));
      return interrupt.exitCode(stop.isRequested());
    }
  }

  private FigureContext context(Figure study, Scale chosen, Progress progress, StopFlag stop) {
    Path path = out == null ? Path.of("out").resolve(study.name()) : out;
    boolean isResumed = study.isSweep() && SweepFolder.isOne(path);
    OutputFolder results = isResumed ? OutputFolder.open(path) : FolderKind.FIGURE.open(path);
    return new FigureContext(
        new FigureContext.Tools(services.simulation(), services.cache(), Build.id()),
        new FigureContext.Inputs(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "",
            List.of(),
            List.of(),
            Optional.of(results.file(RUNS))),
        effort(study, chosen),
        results,
        "polyphony "
            + String.join(" ", spec.commandLine().getParent().getParseResult().originalArgs()),
        spec.commandLine().getOut(),
        progress,
        stop);
  }

  private FigureContext.Effort effort(Figure study, Scale chosen) {
    int count = pairs == null ? chosen.pairs() : pairs;
    return new FigureContext.Effort(
        chosen,
        jobs,
        count,
        new PairSeeds(repeat == null ? study.usualSeeds() : repeat, count),
        cycles == null ? study.usualCycles() : OptionalLong.of(cycles),
        deadline == null ? Instant.MAX : Instant.now().plus(Duration.ofMinutes(deadline)));
  }
}
