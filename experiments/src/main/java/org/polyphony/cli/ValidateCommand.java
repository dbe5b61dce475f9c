package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.host.HostRuns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony validate}: all that {@code run} checks before it simulates. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = "Checks experiments, their devices and their workloads without running them.",
    footer = {"", "Example:", "  polyphony validate configs/experiments/*.json"})
final class ValidateCommand implements Callable<Integer> {
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CONFIG", arity = "1..*", description = "experiment files or traces")
  private List<Path> configs = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "replaces a value of every config; may be repeated")
  private List<String> overrides = new ArrayList<>();

  @Option(names = "--strict-trace", description = "makes an unknown opcode in a trace an error")
  private boolean strictTrace;

  ValidateCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    Experiments experiments =
        new Experiments(
            new WorkloadLibrary(
                services.packedTraces(), strictTrace, spec.commandLine().getErr()::println));
    List<String> wrong = new ArrayList<>();
    for (Path config : configs) {
      try {
        if (HostExperimentLoader.isHostExperiment(config)) {
          spec.commandLine().getOut().println(hostLine(config));
          continue;
        }
        Experiment experiment =
            experiments.load(config, overrides, new Experiments.Extras(false, 0));
        spec.commandLine().getOut().println(line(config, experiment));
      } catch (InvalidInputException e) {
        wrong.add(e.getMessage());
      }
    }
    if (!wrong.isEmpty()) {
      throw new InvalidInputException(String.join("\n", wrong));
    }
    return 0;
  }

  private String hostLine(Path config) {
    HostExperiment experiment = HostExperimentLoader.load(config, overrides);
    int jobs = new HostRuns(experiment, services.hostTools(Progress.SILENT)).jobs().size();
    List<String> runs = experiment.schedulers().stream().map(SchedulerConfig::id).toList();
    return "%s: valid: %d jobs, %s".formatted(config, jobs, String.join(", ", runs));
  }

  private static String line(Path config, Experiment experiment) {
    List<String> names = experiment.inputs().stream().map(Experiment.Input::name).toList();
    return "%s: valid: %s on %s, %s"
        .formatted(
            config,
            String.join(", ", names),
            experiment.request().gpu().name(),
            experiment.request().sharing().policy());
  }
}
