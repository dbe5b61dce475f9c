package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.config.SweepFile;
import org.polyphony.run.Build;
import org.polyphony.run.Progress;
import org.polyphony.run.StopFlag;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AloneCache;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony sweep}: an experiment over axes, many runs side by side. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = "Runs an experiment over axes: pairs, policies, any value of a config, seeds.",
    footer = {
      "",
      "Each run that ends is kept at once; an interrupted sweep goes on with --resume, which also",
      "repeats runs that failed. results.jsonl and results.csv hold all runs in the order of the",
      "sweep and are the same to the byte whatever the number of jobs, interruptions or shards.",
      "Ends with 1 when a run failed; its line in the results says why.",
      "",
      "Examples:",
      "  polyphony sweep configs/sweeps/policies.json --dry-run",
      "  polyphony sweep configs/sweeps/policies.json --jobs 8 --out out/policies",
      "  polyphony sweep configs/sweeps/policies.json --jobs 8 --out out/policies --resume",
      "  polyphony sweep configs/sweeps/policies.json --shard 2/16 --out part-2"
    })
final class SweepCommand implements Callable<Integer> {
  private static final double WARP_INSTRUCTIONS_PER_SECOND = 0.5e6; // of a thread, a cautious value
  private static final double LANES = 26; // active, as in most benchmarks

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CONFIG", description = "a sweep file, see configs/README.md")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "replaces a value of the base experiment; may be repeated")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for the results (default: out/ and the sweep's name)")
  private Path out;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "runs side by side (default: one for each processor)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--resume", description = "goes on with what is missing or has failed")
  private boolean resume;

  @Option(names = "--dry-run", description = "lists the runs and estimates their time")
  private boolean dryRun;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "runs the i-th of n parts; 'merge' puts the parts together")
  private String shard = "1/1";

  @Option(names = "--quiet", description = "shows no progress")
  private boolean quiet;

  SweepCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    if (jobs < 1) {
      throw Arguments.wrong("--jobs", jobs, "1 or more");
    }
    Shard part = Shard.parse(shard);
    SweepFile file =
        SweepFile.load(config, overrides, WorkloadLibrary.names(), BundledModels.names());
    if (dryRun) {
      return list(file, part);
    }
    Path path = out == null ? Path.of("out", file.name()) : out;
    SweepFolder folder = SweepFolder.open(path, file, resume);
    StopFlag stop = new StopFlag();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      Sweep sweep = new Sweep(file, folder, device());
      Sweep.Result result = run(sweep, part, stop);
      boolean isInterrupted = stop.isRequested();
      print(file, folder, result, isInterrupted);
      int exitCode = result.failed() > 0 ? 1 : 0;
      return isInterrupted ? interrupt.exitCode(true) : exitCode;
    }
  }

  private Sweep.Device device() {
    WorkloadLibrary library = new WorkloadLibrary(services.packedTraces(), false, notice -> {});
    return new Sweep.Device(
        services.simulation(), new AloneCache(services.cache()), library, Build.id());
  }

  private Sweep.Result run(Sweep sweep, Shard part, StopFlag stop) {
    try (Progress progress = Terminal.progress(quiet, spec.commandLine().getErr())) {
      return sweep.run(part, jobs, progress, stop);
    }
  }

  private void print(
      SweepFile file, SweepFolder folder, Sweep.Result result, boolean isInterrupted) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        "%s%d of %d runs done, %d failed; results in %s%n",
        isInterrupted ? "interrupted: " : "",
        result.ended(),
        file.runs().size(),
        result.failed(),
        folder.path());
    stdout.flush();
  }

  private int list(SweepFile file, Shard part) {
    PrintWriter stdout = spec.commandLine().getOut();
    List<SweepFile.Run> runs = part.of(file.runs());
    double instructions = 0;
    for (SweepFile.Run run : runs) {
      stdout.println(run.id());
      var experiment = file.experiment(run).config();
      instructions += (double) experiment.instructionBudget() * experiment.workloads().size();
    }
    double hours = instructions / LANES / WARP_INSTRUCTIONS_PER_SECOND / jobs / 3600;
    stdout.printf("%d runs, at most about %s on %d threads%n", runs.size(), duration(hours), jobs);
    stdout.flush();
    return 0;
  }

  private static String duration(double hours) {
    return hours < 2
        ? Math.max(1, Math.round(hours * 60)) + " minutes"
        : Math.round(hours) + " hours";
  }
}
