package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.config.FileKind;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.WorkloadLibrary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony validate}: all that is checked before a simulation, of any file. */
@Command(
    name = "validate",
    description = "Check files, and all files they name, without running them.",
    footer = {
      "",
      "Examples:",
      "  polyphony validate configs/experiments/*.json configs/sweeps/*.json",
      "  polyphony validate my-gpu.json my-model.json jobs.csv"
    })
final class ValidateCommand implements Runnable {
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      arity = "1..*",
      description =
          "experiments, sweeps, host experiments, machines, applications, GPUs, studies, kernel"
              + " models, traces or job streams: files, or bundled names")
  private List<String> configs = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "set a value of each experiment and sweep; repeatable")
  private List<String> overrides = new ArrayList<>();

  @Option(names = "--strict-trace", description = "reject traces with unknown opcodes")
  private boolean strictTrace;

  ValidateCommand(Services services) {
    this.services = services;
  }

  @Override
  public void run() {
    FileFacts.Loader loader =
        new FileFacts.Loader(
            services, new WorkloadLibrary(services.traces(spec, strictTrace)), overrides);
    List<String> wrong = new ArrayList<>();
    for (String config : configs) {
      List<Path> named = FileKind.named(config);
      for (Path file : named.isEmpty() ? List.of(Path.of(config)) : named) {
        try {
          String shown = named.isEmpty() ? config : FileKind.shown(file);
          spec.commandLine().getOut().println(shown + ": valid: " + line(loader, file));
        } catch (InvalidInputException e) {
          wrong.add(e.getMessage());
        }
      }
    }
    if (!wrong.isEmpty()) {
      throw new InvalidInputException(String.join("\n", wrong));
    }
  }

  private static String line(FileFacts.Loader loader, Path given) {
    Path file = GivenFile.require(given, FileKind.values());
    FileKind kind = FileKind.of(file).orElse(FileKind.EXPERIMENT);
    return loader.of(file, kind).line(kind);
  }
}
