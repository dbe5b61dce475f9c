package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.FileKind;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.run.Build;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.OwnCode;
import org.polyphony.run.PolicyFailure;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.ResultFiles;
import org.polyphony.run.SimulationFailure;
import org.polyphony.run.StopFlag;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AloneCache;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;
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
      "  polyphony run maestro --ipc-window 50000",
      "  polyphony run workloads/samples/sgemm"
    })
final class RunCommand implements Callable<Integer> {
  private static final int MOST_FRAMES = 10; // of a policy; a longer message would be cut

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
    try (PolicyOption.Loaded loaded = policy.load(PartitionPolicy.class)) {
      return run(loaded.before(options.overrides()));
    }
  }

  private int run(List<String> sets) {
    Experiment experiment = load(sets);
    List<Experiment> others =
        Beside.load(
            beside, experiment, set -> load(Stream.concat(sets.stream(), Stream.of(set)).toList()));
    OutputFolder folder = FolderKind.RUN.open(options.out(experiment.name()));
    AloneCache cache = new AloneCache(services.cache());
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop);
        Beside running = Beside.start(others, folder.path(), services, cache, stop)) {
      Outcome outcome = simulate(experiment, cache, stop);
      write(folder, outcome);
      List<Beside.Ended> ended = running.await();
      ended.forEach(other -> write(other.folder(), other.outcome()));
      print(outcome, folder, ended);
      return interrupt.exitCode(outcome.shared().partial());
    } catch (PolicyFailure e) {
      throw kept(e, folder);
    } catch (SimulationFailure e) {
      throw reported(e, folder);
    }
  }

  private static void write(OutputFolder folder, Outcome outcome) {
    FolderKind.RUN.clear(folder);
    OwnCode code = OwnCode.of(List.of(outcome.experiment().request().sharing().policy()));
    ResultFiles.write(folder, outcome, Provenance.current().with(code));
  }

  private static SimulationFailure kept(PolicyFailure failure, OutputFolder folder) {
    failure.outcome().ifPresent(o -> write(folder, o));
    StringBuilder text = new StringBuilder(failure.getMessage());
    failure.frames().stream()
        .limit(MOST_FRAMES)
        .forEach(frame -> text.append("\n    at ").append(frame));
    text.append("\npartial results in ").append(folder.path());
    return new SimulationFailure(text.toString(), "", failure);
  }

  private static SimulationFailure reported(SimulationFailure failure, OutputFolder folder) {
    if (failure.report().isEmpty()) {
      return failure;
    }
    Path file = folder.file(ResultFiles.FAILURE);
    FolderKind.RUN.clear(folder);
    AtomicFile.write(file, failure.getMessage() + "\n" + failure.report() + "\n");
    return new SimulationFailure(failure.getMessage() + "; see " + file, "", failure);
  }

  private Experiment load(List<String> sets) {
    TraceOptions traces = services.traces(spec, strictTrace);
    return new Experiments(new WorkloadLibrary(options.isQuiet() ? traces.quiet() : traces))
        .load(
            GivenFile.of(BundledFiles.EXPERIMENTS, config, FileKind.EXPERIMENT, FileKind.TRACE),
            sets,
            new Experiments.Extras(check, ipcWindow == null ? 0 : ipcWindow));
  }

  private Outcome simulate(Experiment experiment, AloneCache cache, StopFlag stop) {
    try (Progress progress = options.progress()) {
      return new ExperimentRunner(services.simulation(), cache, Build.id())
          .run(experiment, progress, stop);
    }
  }

  private void print(Outcome outcome, OutputFolder folder, List<Beside.Ended> others) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(OutcomeTable.of(outcome));
    stdout.print(NextSteps.undecided(outcome));
    if (!others.isEmpty()) {
      List<Outcome> all = new ArrayList<>(List.of(outcome));
      others.forEach(other -> all.add(other.outcome()));
      stdout.print("\n" + OutcomeTable.beside(all) + "\n");
    }
    String state = outcome.shared().partial() ? "interrupted; partial results in " : "results in ";
    stdout.println(state + folder.path());
    if (!options.isQuiet() && !outcome.shared().partial()) {
      List<Path> folders = others.stream().map(other -> other.folder().path()).toList();
      stdout.print(NextSteps.of(outcome, folder.path(), folders));
    }
    stdout.flush();
  }
}
