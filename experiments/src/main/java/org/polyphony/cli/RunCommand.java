package org.polyphony.cli;

import static java.util.stream.Collectors.joining;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuFigures;
import org.polyphony.config.Seeds;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.Repeats;
import org.polyphony.run.TimeEstimate;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.TraceOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony run}: one experiment from its config to its result files. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs one experiment: each workload alone, then all together.",
    footer = {
      "",
      "Writes summary.json, epochs.csv, decisions.csv, kernels.csv, roles.csv, timeline.csv,",
      "resolved.json (every value) and config.json (runs it again) to the output folder. A policy",
      "that measures and decides shows each decision in a line, the first 40 of them. Alone runs are",
      "kept in a cache (POLYPHONY_CACHE, else ~/.cache/polyphony).",
      "",
      "Examples:",
      "  polyphony run quickstart --beside spatial-even,smk-even",
      "  polyphony run configs/experiments/two-kernels.json --set gpu.sms=8 --out out/eight",
      "  polyphony run two-kernels --policy Mine.java --beside smk-even,maestro",
      "  polyphony run two-kernels --repeat 5 --beside spatial-even",
      "  polyphony run maestro --ipc-window 50000",
      "  polyphony run BS --set gpu=volta-v100",
      "  polyphony run workloads/samples/sgemm"
    })
final class RunCommand implements Callable<Integer> {
  private static final FileKind[] KINDS = {FileKind.EXPERIMENT, FileKind.TRACE, FileKind.MODEL};

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      completionCandidates = BundledNames.Runs.class,
      description =
          "an experiment, by its file or as 'polyphony list experiments' has it; a folder of results,"
              + " to run again; or a benchmark, a kernel model or a trace, to run alone on gtx980")
  private String config;

  @Mixin private RunOptions options;

  @Mixin private PolicyOption policy;

  @Option(
      names = "--beside",
      paramLabel = "POLICY",
      split = ",",
      description =
          "runs the same under other policies, too, and shows STP and ANTT of all; their results go"
              + " to DIR-POLICY")
  private List<String> beside = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description =
          "runs the experiment with N consecutive seeds, beginning at its own, and shows means with"
              + " 95%% intervals; seed n goes to DIR/seed-n, means go to DIR/repeats.json (default:"
              + " ${DEFAULT-VALUE})")
  private int repeat = 1;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "number of runs in parallel with --beside or --repeat (default: number of processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--dry-run", description = "list the runs and estimate their time; run nothing")
  private boolean dryRun;

  @Option(
      names = "--check",
      description = "verifies conservation in every epoch, not only at the end")
  private boolean check;

  @Option(names = "--strict-trace", description = "makes an unknown opcode in a trace an error")
  private boolean strictTrace;

  @Option(
      names = "--ipc-window",
      paramLabel = "N",
      description = "writes ipc.csv: IPC over windows of N thread instructions per SM, as 50000")
  private Integer ipcWindow;

  RunCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    if (ipcWindow != null && ipcWindow < 1) {
      throw Arguments.wrong("--ipc-window", ipcWindow, "1 or more thread instructions per SM");
    }
    Arguments.requireAtLeast(1, "--repeat", repeat);
    Arguments.requireAtLeast(1, "--jobs", jobs);
    try (PolicyOption.Loaded loaded = policy.load(PartitionPolicy.class)) {
      return run(loaded.before(options.overrides()));
    }
  }

  private int run(List<String> sets) {
    Experiment experiment = load(sets, options.isQuiet());
    GpuFigures.warnings(experiment.request().gpu())
        .forEach(text -> spec.commandLine().getErr().println(Terminal.WARNING + text));
    if (dryRun) {
      return estimate(experiment, sets);
    }
    Path out = options.out(experiment.name());
    StopFlag stop = services.stops().get();
    if (repeat == 1 && beside.isEmpty()) {
      return runOnce(experiment, RunFolder.open(out), stop);
    }
    RunBatch batch =
        new RunBatch(
            experiment,
            beside,
            repeat,
            out,
            more -> load(Stream.concat(sets.stream(), more.stream()).toList(), true));
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      print(batch, run(batch, stop));
      return interrupt.exitCode(stop.isRequested());
    }
  }

  private int estimate(Experiment own, List<String> sets) {
    PrintWriter stdout = spec.commandLine().getOut();
    TimeEstimate estimate = services.device().estimate();
    Seeds seeds = new Seeds(own.request().seed(), repeat);
    beside.forEach(policy -> RunBatch.check(policy, own));
    for (String policy : Stream.concat(Stream.of(""), beside.stream()).toList()) {
      for (long seed : seeds.all()) {
        List<String> all = new ArrayList<>(sets);
        all.addAll(policy.isEmpty() ? List.of() : List.of("policy=" + policy));
        all.add(Seeds.KEY + "=" + seed);
        Experiment experiment = load(all, true);
        stdout.println(words(experiment));
        estimate.add(experiment);
      }
    }
    int runs = repeat * (1 + beside.size());
    String time = estimate.words(Math.min(runs, jobs));
    stdout.printf("%d run%s, %s%n", runs, runs == 1 ? "" : "s", time);
    return 0;
  }

  private static String words(Experiment experiment) {
    String names = experiment.inputs().stream().map(Experiment.Input::name).collect(joining("+"));
    RunRequest request = experiment.request();
    return names + " under " + request.sharing().policy() + ", seed " + request.seed();
  }

  private List<Repeats> run(RunBatch batch, StopFlag stop) {
    try (Progress progress = options.progress()) {
      return batch.run(jobs, services.device(), progress, stop);
    }
  }

  private int runOnce(Experiment experiment, RunFolder folder, StopFlag stop) {
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      Outcome outcome;
      try (Progress progress = options.progress()) {
        outcome = services.device().runner().run(experiment, progress, stop);
      }
      folder.clear();
      folder.write(outcome);
      PrintWriter stdout = spec.commandLine().getOut();
      print(stdout, outcome);
      boolean isPartial = outcome.shared().partial();
      stdout.println(
          (isPartial ? "interrupted; partial results in " : "results in ")
              + folder.folder().path());
      if (!options.isQuiet() && !isPartial) {
        stdout.print(NextSteps.of(outcome, List.of(folder.folder().path())));
      }
      stdout.flush();
      return interrupt.exitCode(isPartial);
    } catch (SimulationFailure e) {
      folder.clear();
      throw folder.kept(e);
    }
  }

  private Experiment load(List<String> sets, boolean isQuiet) {
    TraceOptions traces = services.traces(spec, strictTrace);
    Experiments experiments =
        new Experiments(new WorkloadLibrary(isQuiet ? traces.quiet() : traces));
    Experiments.Extras extras = new Experiments.Extras(check, ipcWindow == null ? 0 : ipcWindow);
    boolean isExperiment = BundledFiles.EXPERIMENTS.names().contains(config);
    return !isExperiment && WorkloadLibrary.names().contains(config)
        ? experiments.alone(config, sets, extras)
        : experiments.load(GivenFile.of(BundledFiles.EXPERIMENTS, config, KINDS), sets, extras);
  }

  private void print(RunBatch batch, List<Repeats> policies) {
    PrintWriter stdout = spec.commandLine().getOut();
    String all = batch.folders().stream().map(Path::toString).collect(joining(", "));
    if (policies.isEmpty()) {
      stdout.println("interrupted: " + batch.ended() + " runs done; results in " + all);
    } else if (repeat > 1) {
      stdout.print(OutcomeTable.means(policies));
      stdout.println("results in " + all + "; further seeds in seed-n below");
    } else {
      Outcome own = batch.own().orElseThrow();
      print(stdout, own);
      stdout.print("\n" + OutcomeTable.means(policies) + "\n");
      stdout.println("results in " + batch.folders().get(0));
      stdout.print(options.isQuiet() ? "" : NextSteps.of(own, batch.folders()));
    }
    stdout.flush();
  }

  private static void print(PrintWriter stdout, Outcome outcome) {
    stdout.print(OutcomeTable.of(outcome));
    stdout.print(NextSteps.undecided(outcome));
    stdout.print(NextSteps.noise(outcome.experiment(), NextSteps.KnownNoise.shipped()));
  }
}
