package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.FileKind;
import org.polyphony.config.SweepFile;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.cluster.NodePolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.RunKind;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.slurm.Division;
import org.polyphony.workload.kernel.BundledModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "With --executor slurm the runs are job arrays, which go on when this process ends; the same",
      "command with --resume watches them again. Tasks that the cluster lost are submitted again.",
      "",
      "Examples:",
      "  polyphony sweep policies --dry-run",
      "  polyphony sweep configs/sweeps/policies.json --jobs 8 --out out/policies",
      "  polyphony sweep configs/sweeps/policies.json --jobs 8 --out out/policies --resume",
      "  polyphony sweep configs/sweeps/policies.json --shard 2/16 --out part-2",
      "  polyphony sweep configs/sweeps/policies.json --executor slurm \\",
      "    --slurm-option=--partition=main --slurm-option=--time=2:00:00 --out out/policies"
    })
final class SweepCommand implements Callable<Integer> {
  private static final Class<?>[] KINDS = {
    PartitionPolicy.class, NodePolicy.class, NotificationPolicy.class, Placement.class
  };
  private static final String LOCAL = "local";
  private static final String SLURM = "slurm";

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      description = "a sweep, by its file or as 'polyphony list sweeps' has it")
  private String given;

  @Mixin private RunOptions options;

  @Mixin private PolicyOption policy;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "runs side by side, on Slurm in each task (default: one for each processor, on Slurm 1)")
  private Integer jobs;

  @Option(names = "--resume", description = "goes on with what is missing or has failed")
  private boolean resume;

  @Option(names = "--dry-run", description = "lists the runs and estimates their time")
  private boolean dryRun;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "runs the i-th of n parts; 'merge' puts the parts together")
  private String shard = "1/1";

  @Option(
      names = "--executor",
      paramLabel = "NAME",
      description = "local: this process (default); slurm: job arrays of a Slurm cluster")
  private String executor = LOCAL;

  @Mixin private SlurmOptions slurm;

  @Option(
      names = "--serve",
      paramLabel = "PORT",
      description =
          "shows progress, results and charts on a page of this machine while it runs,"
              + " http://localhost:PORT; 0 takes a port that is free")
  private Integer port;

  SweepCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    checkOptions();
    try (PolicyOption.Loaded loaded = policy.load(KINDS)) {
      return sweep(loaded.before(options.overrides()));
    }
  }

  private int sweep(List<String> sets) {
    Shard part = Shard.parse(shard);
    Path config = GivenFile.of(BundledFiles.SWEEPS, given, FileKind.SWEEP);
    SweepFile file = SweepFile.load(config, sets, WorkloadLibrary.names(), BundledModels.names());
    warn(file);
    if (dryRun) {
      return list(file, part);
    }
    Optional<SlurmSweep> cluster =
        isLocal() ? Optional.empty() : Optional.of(cluster(config, sets));
    Path path = options.out(file.name());
    FolderKind.SWEEP.require(path);
    StopFlag stop = services.stops().get();
    try (LivePage page = page(path);
        Interrupt interrupt = Interrupt.raising(stop)) {
      announce(page);
      Sweep sweep = new Sweep(file, SweepFolder.open(path, file, resume), kind(file));
      compareCode(sweep);
      Sweep.Result result = run(sweep, part, cluster, stop);
      boolean isInterrupted = stop.isRequested();
      print(sweep, result, isInterrupted);
      cluster.ifPresent(c -> c.explainReturn(config, path, spec.commandLine().getOut()));
      int exitCode = result.failed() > 0 ? 1 : 0;
      return isInterrupted ? interrupt.exitCode(true) : exitCode;
    }
  }

  /** Says what is hardly meant, each once, however many runs it is about. */
  private void warn(SweepFile file) {
    if (file.kind() == FileKind.HOST) {
      file.runs().stream()
          .flatMap(run -> file.hostExperiment(run).warnings().stream())
          .distinct()
          .forEach(warning -> spec.commandLine().getErr().println(Terminal.WARNING + warning));
    }
  }

  private void compareCode(Sweep sweep) {
    int forgotten = sweep.forgetOtherCode();
    if (forgotten > 0) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf("your policy has changed; runs made again: %d%n", forgotten);
    }
    if (policy.isSource()) {
      sweep.keepSource();
    }
  }

  private LivePage page(Path path) {
    return port == null ? LivePage.NONE : LivePage.open(path, port);
  }

  private void announce(LivePage page) {
    if (port != null) {
      spec.commandLine().getErr().println("watch it at " + page.address());
    }
  }

  private boolean isLocal() {
    return executor.equals(LOCAL);
  }

  private int jobs() {
    int usual = isLocal() ? Runtime.getRuntime().availableProcessors() : 1;
    return jobs == null ? usual : jobs;
  }

  private void checkOptions() {
    if (jobs() < 1) {
      throw Arguments.wrong("--jobs", jobs, "1 or more");
    }
    if (port != null && (port < 0 || port > LivePage.LAST_PORT)) {
      throw Arguments.wrong("--serve", port, "a port, 0 to " + LivePage.LAST_PORT);
    }
    if (!List.of(LOCAL, SLURM).contains(executor)) {
      throw Arguments.wrong("--executor", "'" + executor + "'", LOCAL + ", " + SLURM);
    }
    slurm.check(isLocal());
    if (!isLocal() && policy.isSource()) {
      String allowed = "its class by name, with its folder in POLYPHONY_CLASSPATH";
      throw Arguments.wrong("--policy with --executor slurm", "a Java file", allowed);
    }
  }

  private SlurmSweep cluster(Path config, List<String> sets) {
    Division.Origin origin =
        new Division.Origin(
            config.toAbsolutePath().normalize(), sets, Provenance.current().gitCommit());
    return new SlurmSweep(services, origin, slurm.options(jobs()));
  }

  private RunKind kind(SweepFile file) {
    return RunKind.of(file, services.device(Provenance.current()));
  }

  private Sweep.Result run(Sweep sweep, Shard part, Optional<SlurmSweep> cluster, StopFlag stop) {
    try (Progress progress = options.progress()) {
      return cluster.isPresent()
          ? cluster.get().run(sweep, part, progress, stop)
          : sweep.run(part, jobs(), progress, stop);
    }
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
    if (isInterrupted) {
      stdout.println("go on with the same command and --resume");
    }
  }

  private int list(SweepFile file, Shard part) {
    PrintWriter stdout = spec.commandLine().getOut();
    List<SweepFile.Run> runs = part.of(file.runs());
    RunKind kind = kind(file);
    double seconds = 0;
    for (SweepFile.Run run : runs) {
      stdout.println(run.id());
      seconds += kind.estimateSeconds(run);
    }
    double hours = seconds / jobs() / 3600;
    String seeds = file.repeats() > 1 ? " (" + file.repeats() + " seeds of each setting)" : "";
    stdout.printf(
        "%d runs%s, at most about %s on %d threads%n", runs.size(), seeds, duration(hours), jobs());
    return 0;
  }

  private static String duration(double hours) {
    long minutes = Math.max(1, Math.round(hours * 60));
    String few = minutes == 1 ? "1 minute" : minutes + " minutes";
    return hours < 2 ? few : Math.round(hours) + " hours";
  }
}
