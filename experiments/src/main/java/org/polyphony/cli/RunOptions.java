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
  static final String APPROXIMATE = "approximate instructions that are not modeled";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      completionCandidates = BundledNames.ConfigPaths.class,
      description = "set a config value (repeatable); paths are relative to the working directory")
  private List<String> overrides = new ArrayList<>();

  @Option(names = "--out", paramLabel = "DIR", description = "results folder (default: out/NAME)")
  private Path out;

  @Option(names = "--quiet", description = "do not show progress")
  private boolean quiet;

  /** Returns the values to set, in the order given. */
  List<String> overrides() {
    return overrides;
  }

  /** Returns the values to set, before them whether to approximate. */
  List<String> overrides(boolean approximate) {
    List<String> all = new ArrayList<>(approximate ? List.of("approximate=true") : List.of());
    all.addAll(overrides);
    return all;
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
