package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.config.FileKind;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.run.Progress;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.usercode.OwnPolicies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony host}: jobs on nodes with GPUs, under each scheduler of a config. */
@Command(
    name = "host",
    description = "Run a host experiment: jobs on GPU nodes under each scheduler.",
    footer = {
      "",
      "Writes host-summary.json, utilisation.csv, jobs.csv and activities.csv;",
      "'polyphony plot' draws them.",
      "",
      "Examples:",
      "  polyphony host schedgpu-table3",
      "  polyphony host configs/host/schedgpu-ara.json --set jobs[0].count=6 --out six"
    })
final class HostCommand implements Callable<Integer> {
  private static final Table<HostOutcome> TABLE =
      new Table<HostOutcome>()
          .text("run", HostOutcome::run)
          .text("makespan (s)", outcome -> seconds(outcome.makespanSeconds()))
          .text("turnaround (s)", outcome -> seconds(outcome.meanTurnaroundSeconds()))
          .text("wait (s)", outcome -> seconds(outcome.meanWaitSeconds()))
          .number("CPU %", "%.2f", outcome -> 100 * outcome.mean(Utilisation.CPU))
          .number("GPU %", "%.2f", outcome -> 100 * outcome.mean(Utilisation.GPU))
          .number("memory %", "%.2f", outcome -> 100 * outcome.mean(Utilisation.MEMORY))
          .text("jobs", HostCommand::jobs);

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      completionCandidates = BundledNames.Hosts.class,
      description = "host experiment: a file, or a name from 'polyphony list hosts'")
  private String given;

  @Mixin private RunOptions options;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "Java file with your policy, compiled and loaded: a broker policy or placement whose"
              + " class the config names")
  private String policy;

  HostCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    StopFlag stop = services.stops().get();
    try (OwnPolicies loaded = new OwnPolicies();
        Interrupt interrupt = Interrupt.raising(stop)) {
      return interrupt.exitCode(run(load(loaded), stop).partial());
    }
  }

  private HostExperiment load(OwnPolicies loaded) {
    GivenFile.sayWhichOfTwo(spec, given, FileKind.HOST.names());
    Path config = GivenFile.of(FileKind.HOST, given, FileKind.HOST);
    if (policy != null) {
      loaded.compile(Path.of(policy), NotificationPolicy.class, Placement.class);
    }
    return HostExperimentLoader.load(config, options.overrides());
  }

  @SuppressWarnings("try") // held while it runs
  private HostResults run(HostExperiment experiment, StopFlag stop) {
    for (String warning : experiment.warnings()) {
      spec.commandLine().getErr().println(Terminal.WARNING + warning);
    }
    HostResults results;
    OutputFolder folder;
    try (Progress progress = options.progress()) {
      HostRuns runs =
          new HostRuns(
              experiment, services.device().hostTools().showing(progress).endingWith(stop));
      folder = FolderKind.HOST.open(options.out(experiment.name()));
      try (FolderLock held = folder.hold()) {
        results = runs.run();
        write(folder, experiment, results);
      } catch (SimulationFailure e) {
        throw kept(e, folder, experiment);
      }
    }
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(TABLE.lines(results.outcomes()));
    String state = results.partial() ? "interrupted; partial results in " : "results in ";
    stdout.println(state + folder.path());
    return results;
  }

  private static SimulationFailure kept(
      SimulationFailure failure, OutputFolder folder, HostExperiment experiment) {
    Optional<HostResults> others =
        failure.soFar(HostResults.class).filter(results -> !results.outcomes().isEmpty());
    if (others.isEmpty()) {
      return failure;
    }
    write(folder, experiment, others.get());
    String kept = "\nresults of the other schedulers in " + folder.path();
    return new SimulationFailure(failure.getMessage() + kept, "", failure);
  }

  private static void write(OutputFolder folder, HostExperiment experiment, HostResults results) {
    FolderKind.HOST.clear(folder);
    OwnCode code = OwnCode.of(HostRuns.policies(experiment));
    code.write(folder);
    HostResultFiles.write(folder, experiment, results, Provenance.current().with(code));
  }

  /** Returns seconds with two decimals, less than one second with three digits. */
  static String seconds(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return value > 0 && value < 1
        ? new BigDecimal(value).round(new MathContext(3)).toPlainString()
        : text("%.2f", value);
  }

  private static String jobs(HostOutcome outcome) {
    List<String> words = new ArrayList<>();
    for (JobResult.Outcome kind : JobResult.Outcome.values()) {
      if (outcome.count(kind) > 0) {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        words.add(outcome.count(kind) + " " + name);
      }
    }
    return String.join(", ", words);
  }
}
