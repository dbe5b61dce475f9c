package org.polyphony.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.config.FileKind;
import org.polyphony.config.SweepFile;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Explanation;
import org.polyphony.sweep.Search;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepRuns;
import org.polyphony.sweep.TimeEstimate;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony sweep}: an experiment over axes, many runs side by side. */
@HelpText.Groups({
  "Experiment: --set --policy --jobs --resume --dry-run --shard --approximate",
  "Output: --out --quiet"
})
@Command(
    name = "sweep",
    description = "Run an experiment over axes: pairs, policies, values, seeds.",
    footer = {
      "",
      "Finished runs are kept; --resume continues an interrupted sweep and retries",
      "failed runs; after new values, axes or seeds in CONFIG it runs only new points.",
      "results.jsonl and results.csv list all runs in the order of the sweep, byte for",
      "byte the same for any number of jobs, interruptions or shards.",
      "Sweeps of host experiments name your policy class in the config, not here.",
      "",
      "Examples:",
      "  polyphony sweep policies --dry-run",
      "  polyphony sweep configs/sweeps/policies.json --jobs 8 --out out/policies",
      "  polyphony sweep policies --shard 2/16 --out part-2"
    })
final class SweepCommand implements Callable<Integer> {
  private static final Class<?>[] KINDS = {
    PartitionPolicy.class, NotificationPolicy.class, Placement.class
  };
  private static final String WHOLE = "1/1";

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      completionCandidates = BundledNames.Sweeps.class,
      description = "sweep, by file or name ('polyphony list sweeps')")
  private String given;

  @Mixin private RunOptions options;

  @Mixin private PolicyOption policy;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--resume", description = "resume: run only points that are missing or failed")
  private boolean resume;

  @Option(names = "--approximate", description = RunOptions.APPROXIMATE)
  private boolean approximate;

  @Option(names = "--dry-run", description = "list runs and estimate their time; run nothing")
  private boolean dryRun;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "run part I of N; 'merge' combines the parts")
  private String shard = WHOLE;

  SweepCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    Arguments.requireAtLeast(1, "--jobs", jobs);
    try (PolicyOption.Loaded loaded = policy.load(KINDS)) {
      return sweep(loaded.before(options.overrides(approximate)));
    }
  }

  private int sweep(List<String> sets) {
    Shard part = Shard.parse(shard);
    GivenFile.sayWhichOfTwo(spec, given, FileKind.SWEEP.names());
    Path config = GivenFile.of(FileKind.SWEEP, given, FileKind.SWEEP);
    SweepFile file = SweepFile.load(config, sets, WorkloadLibrary.names(), BundledModels.names());
    warn(file);
    new SweepRuns(file, services.device()).requireModelled();
    if (file.search().isPresent()) {
      requireOneProcess();
      Search.requireMetric(file);
    }
    if (dryRun) {
      return list(file, part);
    }
    Path path = options.out(file.name());
    FolderKind.SWEEP.require(path);
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      Sweep sweep = new Sweep(file, SweepFolder.open(path, file, resume), services.device());
      compareCode(sweep);
      Optional<Search> search = file.search().map(of -> new Search(sweep));
      Sweep.Result result = run(sweep, search, part, stop);
      boolean isInterrupted = stop.isRequested();
      print(search.map(Search::tested).orElse(sweep), result, isInterrupted);
      search.ifPresent(of -> print(of, isInterrupted));
      int exitCode = result.failed() > 0 ? 1 : 0;
      return isInterrupted ? interrupt.exitCode(true) : exitCode;
    }
  }

  /** Warns of values that are probably mistakes, once however many runs have them. */
  private void warn(SweepFile file) {
    if (file.isOfHosts()) {
      file.samples().stream()
          .flatMap(run -> file.hostExperiment(run).warnings().stream())
          .distinct()
          .forEach(warning -> spec.commandLine().getErr().println(Terminal.WARNING + warning));
    }
  }

  private void compareCode(Sweep sweep) {
    long changed = sweep.file().search().isPresent() ? 0 : sweep.ofOtherCode();
    if (changed > 0) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf("your policy has changed; runs repeated: %d%n", changed);
    }
    if (policy.isSource()) {
      sweep.keepSource();
    }
  }

  /** Each step of a search rests on the one before. */
  private void requireOneProcess() {
    if (!shard.equals(WHOLE)) {
      String sentence = "a search runs in one process; use --jobs to run its points in parallel";
      throw Arguments.wrong("--shard", sentence, "");
    }
  }

  private Sweep.Result run(Sweep sweep, Optional<Search> search, Shard part, StopFlag stop) {
    try (Progress progress = options.progress()) {
      return search.isPresent()
          ? search.get().run(jobs, progress, stop)
          : sweep.run(part, jobs, progress, stop);
    }
  }

  private void print(Search search, boolean isInterrupted) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(SearchOutcome.table(search.config(), search.found()));
    if (!isInterrupted) {
      Path folder = search.tested().folder().path();
      List<RunRecord> runs = Results.read(folder).runs();
      stdout.print(SearchOutcome.warning(search.config(), runs));
      stdout.print(SweepOutcome.undecided(runs));
      stdout.print(options.isQuiet() ? "" : SweepOutcome.next(folder));
    }
    stdout.flush();
  }

  private void print(Sweep sweep, Sweep.Result result, boolean isInterrupted) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        "%s%d of %d runs done, %d failed; results in %s%n",
        isInterrupted ? "interrupted: " : "",
        result.ended(),
        sweep.file().runs().size(),
        result.failed(),
        sweep.folder().path());
    long leftOut = sweep.folder().leftOut();
    if (leftOut > 0) {
      stdout.printf("finished runs that the axes no longer have, kept in runs/: %d%n", leftOut);
    }
    Iterable<JsonNode> lines = sweep.folder().lines();
    stdout.print(SweepOutcome.failures(lines));
    stdout.print(SweepOutcome.approximated(lines));
    if (isInterrupted) {
      stdout.println("to resume, repeat the command with --resume");
    } else if (sweep.file().search().isEmpty()) {
      Results results = Results.read(sweep.folder().path());
      stdout.print(SweepOutcome.table(results.runs()));
      Explanation.of(sweep.folder()).ifPresent(found -> stdout.print("\n" + found.text()));
      stdout.print(SweepOutcome.undecided(results.runs()));
      stdout.print(options.isQuiet() ? "" : SweepOutcome.next(sweep.folder().path()));
    }
    stdout.flush();
  }

  private int list(SweepFile file, Shard part) {
    PrintWriter stdout = spec.commandLine().getOut();
    List<SweepFile.Run> runs = part.of(file.runs());
    runs.forEach(run -> stdout.println(run.id()));
    String seeds = file.repeats() > 1 ? " (" + file.repeats() + " seeds of each setting)" : "";
    TimeEstimate estimate = new SweepRuns(file, services.device()).estimate(runs);
    boolean isSearch = file.search().isPresent();
    long count = isSearch ? Search.mostRuns(file) : runs.size();
    estimate.scale((double) count / Math.max(1, runs.size()));
    String most = isSearch ? "at most " : "";
    stdout.printf("%s%d runs%s, %s%n", most, count, seeds, estimate.words(jobs));
    return 0;
  }
}
