package org.polyphony.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.FileKind;
import org.polyphony.config.ResourceFamily;
import org.polyphony.config.SweepFile;
import org.polyphony.gpu.config.Resource;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.Results;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Explanation;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepRuns;
import org.polyphony.sweep.TimeEstimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code polyphony explain}: a co-run with copies of every set of families of resources, then of
 * the parts of the families that are the largest cause of a slowdown.
 */
@Command(
    name = "explain",
    description = "Split the slowdown of each workload of an experiment by resource.",
    footer = {
      "",
      "Runs the experiment with copies of every set of three families of resources for",
      "each workload (8 runs), then of the parts of the largest family. A row is the",
      "drop of the slowdown with the copies, averaged over the orders of adding them.",
      "The families and the room on the SMs add up to slowdown - 1. The folder holds a",
      "sweep over the key 'copies' and explanation.csv.",
      "",
      "Examples:",
      "  polyphony explain two-kernels",
      "  polyphony explain quickstart --policy smk-even --repeat 3 --out why"
    })
final class ExplainCommand implements Callable<Integer> {
  private static final FileKind[] KINDS = {FileKind.EXPERIMENT};

  private static final Experiments.Extras NO_EXTRAS = new Experiments.Extras(false, 0);
  private static final int FAILED = 1;

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      completionCandidates = BundledNames.Runs.class,
      description = "experiment, by file or name ('polyphony list experiments')")
  private String config;

  @Mixin private RunOptions options;

  @Mixin private PolicyOption policy;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "seeds to run; means with 95%% intervals (default: ${DEFAULT-VALUE})")
  private int repeat = 1;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--resume", description = "resume: run only what is missing or failed")
  private boolean resume;

  @Option(names = "--dry-run", description = "list runs and estimate their time; run nothing")
  private boolean dryRun;

  ExplainCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    Arguments.requireAtLeast(1, "--repeat", repeat);
    Arguments.requireAtLeast(1, "--jobs", jobs);
    try (PolicyOption.Loaded loaded = policy.load(PartitionPolicy.class)) {
      return explain(loaded.before(options.overrides()));
    }
  }

  private int explain(List<String> sets) {
    Experiment experiment = load(sets);
    requireCopies(experiment);
    SweepFile file = sweep(experiment, ResourceFamily.copies());
    if (dryRun) {
      announce(file, file.runs());
      spec.commandLine().getOut().println("and a few more for the parts of the largest family");
      return 0;
    }
    Path path = options.out("explain-" + experiment.name());
    FolderKind.SWEEP.require(path);
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      Sweep sweep = new Sweep(file, SweepFolder.open(path, file, resume), services.device());
      Sweep.Result result = run(sweep, stop);
      if (result.failed() == 0 && !stop.isRequested()) {
        SweepFile detailed = sweep(experiment, withParts(sweep));
        sweep = new Sweep(detailed, SweepFolder.open(path, detailed, true), services.device());
        result = run(sweep, stop);
      }
      print(sweep, result, stop.isRequested());
      return result.failed() > 0 ? FAILED : interrupt.exitCode(stop.isRequested());
    }
  }

  /** Returns the copies of a sweep, and those that tell the parts of its largest causes apart. */
  private static Set<Set<Resource>> withParts(Sweep sweep) {
    SweepFile file = sweep.file();
    ExperimentConfig config = file.experiment(file.runs().get(0)).config();
    Set<Set<Resource>> copies = ResourceFamily.copies();
    Explanation.of(sweep.folder()).stream()
        .flatMap(found -> found.largestFamilies().stream().sorted())
        .forEach(family -> copies.addAll(family.copiesOfParts(config)));
    return copies;
  }

  private Experiment load(List<String> sets) {
    Experiments experiments = new Experiments(services.library(spec));
    Path file = GivenFile.of(FileKind.EXPERIMENT, config, KINDS);
    return experiments.load(file, sets, NO_EXTRAS);
  }

  private void requireCopies(Experiment experiment) {
    if (experiment.inputs().size() < 2) {
      throw Arguments.wrong("CONFIG", "one workload", "two or more, which slow each other down");
    }
    if (!experiment.spec().partitions().isEmpty()) {
      throw Arguments.wrong("CONFIG", "partitions", "workloads that share the device");
    }
    if (!experiment.spec().copies().isEmpty()) {
      throw Arguments.wrong("CONFIG", "copies", "an experiment without copies");
    }
  }

  private SweepFile sweep(Experiment experiment, Set<Set<Resource>> copies) {
    ObjectNode base = experiment.file().deepCopy();
    Path folder = Path.of(base.remove("folder").asText());
    base.remove("name");
    ObjectNode root = Json.object();
    root.put("name", "explain-" + experiment.name());
    root.set("base", base);
    ArrayNode values = root.putObject("axes").putArray("copies");
    copies.forEach(resources -> values.add(ResourceFamily.names(resources)));
    if (repeat > 1) {
      root.put("repeats", repeat);
    }
    return SweepFile.of(config, root, folder, WorkloadLibrary.names());
  }

  private void announce(SweepFile file, List<SweepFile.Run> runs) {
    TimeEstimate estimate = new SweepRuns(file, services.device()).estimate(runs);
    PrintWriter out = dryRun ? spec.commandLine().getOut() : spec.commandLine().getErr();
    out.printf("%d runs, %s%n", runs.size(), estimate.words(Math.min(runs.size(), jobs)));
    out.flush();
  }

  private Sweep.Result run(Sweep sweep, StopFlag stop) {
    List<SweepFile.Run> left = sweep.left(Shard.ALL);
    if (!left.isEmpty()) {
      announce(sweep.file(), left);
    }
    try (Progress progress = options.progress()) {
      return sweep.run(Shard.ALL, jobs, progress, stop);
    }
  }

  private void print(Sweep sweep, Sweep.Result result, boolean isInterrupted) {
    PrintWriter stdout = spec.commandLine().getOut();
    Path path = sweep.folder().path();
    if (isInterrupted || result.failed() > 0) {
      stdout.print(SweepOutcome.failures(sweep.folder().lines()));
      stdout.printf(
          "%d of %d runs done, %d failed; to resume, repeat the command with --resume%n",
          result.ended(), sweep.file().runs().size(), result.failed());
    } else {
      String none = "no workload has made progress in all runs\n";
      stdout.print(Explanation.of(sweep.folder()).map(Explanation::text).orElse(none));
      stdout.print(SweepOutcome.undecided(Results.read(path).runs()));
      stdout.printf("results in %s%n", path);
    }
    stdout.flush();
  }
}
