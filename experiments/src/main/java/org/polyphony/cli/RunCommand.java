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
import org.polyphony.config.Seeds;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.run.Build;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.RunCache;
import org.polyphony.sweep.Batch;
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
      "Writes summary.json, epochs.csv, decisions.csv, kernels.csv, roles.csv, timeline.csv and",
      "config.json to the output folder. A policy that measures and decides shows each decision in"
          + " a",
      "line, the first 40 of them. Alone runs are kept in a cache (POLYPHONY_CACHE, else",
      "~/.cache/polyphony).",
      "",
      "Examples:",
      "  polyphony run quickstart --beside spatial-even,smk-even",
      "  polyphony run configs/experiments/two-kernels.json --set gpu.sms=8 --out out/eight",
      "  polyphony run two-kernels --policy Mine.java --beside smk-even,maestro",
      "  polyphony run two-kernels --repeat 5 --beside spatial-even",
      "  polyphony run maestro --ipc-window 50000",
      "  polyphony run workloads/samples/sgemm"
    })
final class RunCommand implements Callable<Integer> {
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      description =
          "an experiment, by its file or as 'polyphony list experiments' has it; or a trace folder"
              + " or kernelslist.g to run alone on gtx980")
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
    List<Experiment> others =
        Beside.load(beside, experiment, set -> load(and(sets, set), options.isQuiet()));
    Path out = options.out(experiment.name());
    if (repeat > 1) {
      return runRepeatedly(experiment, others, out, sets);
    }
    return others.isEmpty()
        ? runOnce(experiment, RunFolder.open(out))
        : runBeside(experiment, others, out);
  }

  private int runOnce(Experiment experiment, RunFolder folder) {
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      Outcome outcome;
      try (Progress progress = options.progress()) {
        outcome = runner(new RunCache(services.cache())).run(experiment, progress, stop);
      }
      folder.replace(outcome);
      print(List.of(outcome), List.of(folder.folder().path()));
      return interrupt.exitCode(outcome.shared().partial());
    } catch (SimulationFailure e) {
      throw folder.kept(e);
    }
  }

  private ExperimentRunner runner(RunCache cache) {
    return new ExperimentRunner(services.simulation(), cache, Build.id());
  }

  private int runBeside(Experiment experiment, List<Experiment> others, Path out) {
    RunCache cache = new RunCache(services.cache());
    StopFlag stop = services.stops().get();
    List<Beside> runs = new ArrayList<>();
    runs.add(new Beside(experiment, RunFolder.open(out), runner(cache), stop));
    for (Experiment other : others) {
      RunFolder folder = RunFolder.open(Beside.folder(out, other));
      runs.add(new Beside(other, folder, runner(cache), stop));
    }
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      try (Progress progress = options.progress()) {
        new Batch(jobs, progress, stop).run(runs);
      }
      List<Outcome> outcomes = runs.stream().flatMap(run -> run.write().stream()).toList();
      if (!outcomes.isEmpty()) {
        print(outcomes, runs.stream().map(Beside::path).toList());
      }
      return interrupt.exitCode(stop.isRequested());
    }
  }

  private int runRepeatedly(
      Experiment experiment, List<Experiment> others, Path out, List<String> sets) {
    List<RepeatedRun> runs = new ArrayList<>();
    runs.add(repeated(experiment, out, sets));
    for (Experiment other : others) {
      runs.add(repeated(other, Beside.folder(out, other), and(sets, Beside.override(other))));
    }
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      try (Progress progress = options.progress()) {
        new Batch(jobs, progress, stop)
            .run(runs.stream().flatMap(run -> run.tasks(services, stop).stream()).toList());
      }
      print(runs, stop.isRequested());
      return interrupt.exitCode(stop.isRequested());
    }
  }

  private RepeatedRun repeated(Experiment experiment, Path out, List<String> sets) {
    return new RepeatedRun(
        experiment, repeat, out, seed -> load(and(sets, Seeds.KEY + "=" + seed), true));
  }

  private static List<String> and(List<String> sets, String set) {
    return Stream.concat(sets.stream(), Stream.of(set)).toList();
  }

  private Experiment load(List<String> sets, boolean isQuiet) {
    TraceOptions traces = services.traces(spec, strictTrace);
    return new Experiments(new WorkloadLibrary(isQuiet ? traces.quiet() : traces))
        .load(
            GivenFile.of(BundledFiles.EXPERIMENTS, config, FileKind.EXPERIMENT, FileKind.TRACE),
            sets,
            new Experiments.Extras(check, ipcWindow == null ? 0 : ipcWindow));
  }

  private void print(List<RepeatedRun> runs, boolean isInterrupted) {
    PrintWriter stdout = spec.commandLine().getOut();
    String all = runs.stream().map(run -> run.path().toString()).collect(joining(", "));
    if (isInterrupted) {
      int ended = runs.stream().mapToInt(RepeatedRun::ended).sum();
      stdout.printf(
          "interrupted: %d of %d runs done; results in %s%n", ended, runs.size() * repeat, all);
    } else {
      stdout.print(OutcomeTable.repeats(runs.stream().map(RepeatedRun::finish).toList()));
      stdout.println("results in " + all + "; further seeds in seed-n below");
    }
    stdout.flush();
  }

  private void print(List<Outcome> outcomes, List<Path> folders) {
    Outcome outcome = outcomes.get(0);
    Path folder = folders.get(0);
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(OutcomeTable.of(outcome));
    stdout.print(NextSteps.undecided(outcome));
    stdout.print(NextSteps.noise(outcome.experiment(), KnownNoise.shipped()));
    if (outcomes.size() > 1) {
      stdout.print("\n" + OutcomeTable.beside(outcomes) + "\n");
    }
    String state = outcome.shared().partial() ? "interrupted; partial results in " : "results in ";
    stdout.println(state + folder);
    if (!options.isQuiet() && !outcome.shared().partial()) {
      stdout.print(NextSteps.of(outcome, folder, folders.subList(1, folders.size())));
    }
    stdout.flush();
  }
}
