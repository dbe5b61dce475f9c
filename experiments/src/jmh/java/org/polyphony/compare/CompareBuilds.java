package org.polyphony.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.input.Home;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the same experiments with two builds and tells whether each result file is the same. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    usageHelpWidth = 100,
    description =
        "Runs the same experiments with two builds and compares the results byte by byte.",
    footer = {
      "",
      "Of summary.json, host and provenance are left out. Both builds use the configs, models and",
      "samples of this working tree. Exit codes: 0 all the same, 1 a difference, 2 bad input."
    })
public final class CompareBuilds implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BASE", description = "jar of one build, lib/ beside it")
  private Path base;

  @Parameters(index = "1", paramLabel = "NEW", description = "jar of the other build")
  private Path changed;

  @Option(names = "--experiments", defaultValue = "200", description = "random ones (default 200)")
  private int experiments;

  @Option(names = "--seed", defaultValue = "1", description = "of random experiments (default 1)")
  private long seed;

  @Option(names = "--only", paramLabel = "N", description = "runs only random experiment N")
  private Integer only;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = "runs each trace below DIR, and the bundled samples, on three devices")
  private Path traces;

  @Option(
      names = "--trace-budget",
      paramLabel = "N",
      defaultValue = "1000000000",
      description = "thread instructions of a trace at most (default 1000000000)")
  private long traceBudget;

  @Option(names = "--jobs", defaultValue = "1", description = "2: both builds at once (default 1)")
  private int jobs;

  @Option(
      names = "--base-java",
      paramLabel = "JDK",
      defaultValue = "${sys:java.home}",
      description = "runs the base (default: the JDK of this command)")
  private Path baseJava;

  @Option(
      names = "--new-java",
      paramLabel = "JDK",
      defaultValue = "${sys:java.home}",
      description = "runs the new build (default: the JDK of this command)")
  private Path changedJava;

  @Option(
      names = "--added",
      paramLabel = "FILE",
      description = "a result file that only the new build writes, no difference; may be repeated")
  private List<String> added = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out/compare",
      description = "keeps experiments, and results that differ (default out/compare)")
  private Path out;

  private CompareBuilds() {}

  /**
   * Runs the command and ends the JVM with its exit code.
   *
   * @param args as {@code --help} says
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new CompareBuilds()).execute(args));
  }

  @Override
  public Integer call() {
    if (jobs < 1 || jobs > 2) {
      throw bad("--jobs: found " + jobs + ", allowed 1 or 2");
    }
    Path home = Home.find().toAbsolutePath();
    Path folder = out.toAbsolutePath().normalize();
    for (String name : List.of("experiments", "base", "new", "base-cache", "new-cache")) {
      ResultComparison.delete(folder.resolve(name));
    }
    try (Build one = build(base, baseJava, home, folder.resolve("base-cache"));
        Build other = build(changed, changedJava, home, folder.resolve("new-cache"));
        Comparison comparison = new Comparison(one, other, folder, added, jobs)) {
      if (only != null) {
        comparison.run(RandomExperiment.trial(seed, only));
        return comparison.end() ? 0 : 1;
      }
      comparison.runRandom(seed, experiments);
      if (traces != null) {
        Path samples = home.resolve("workloads").resolve("samples");
        Trial.ofTraces(samples, traceBudget).forEach(comparison::run);
        Trial.ofTraces(traces, traceBudget).forEach(comparison::run);
      }
      return comparison.end() ? 0 : 1;
    }
  }

  private static Build build(Path jar, Path java, Path home, Path cache) {
    Path absolute = jar.toAbsolutePath();
    if (!absolute.toFile().isFile()) {
      throw bad("no jar: " + jar);
    }
    return new Build(java, absolute, home, cache);
  }

  private static CommandLine.ParameterException bad(String message) {
    return new CommandLine.ParameterException(new CommandLine(new CompareBuilds()), message);
  }
}
