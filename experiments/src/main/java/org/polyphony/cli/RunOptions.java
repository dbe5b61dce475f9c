package org.polyphony.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.run.Progress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that runs a config takes: other values, a folder, and whether to be quiet. */
final class RunOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "replaces a value of the config, in a sweep of its base; files are looked up from the"
              + " working folder; may be repeated")
  private List<String> overrides = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for the results (default: out/ and the name in the config)")
  private Path out;

  @Option(names = "--quiet", description = "shows no progress")
  private boolean quiet;

  /** Returns the values to set, in the order given. */
  List<String> overrides() {
    return overrides;
  }

  /** Returns the folder that was asked for, or else that of an experiment's name. */
  Path out(String name) {
    return out == null ? Path.of("out", name) : out;
  }

  boolean isQuiet() {
    return quiet;
  }

  /** Returns what shows progress where the command writes its errors. */
  Progress progress() {
    return Terminal.progress(quiet, spec.commandLine().getErr());
  }
}
