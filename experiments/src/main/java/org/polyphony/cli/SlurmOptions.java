package org.polyphony.cli;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.sweep.slurm.SlurmArray;
import picocli.CommandLine.Option;

/** Options of {@code sweep} that a cluster alone needs. */
final class SlurmOptions {
  @Option(
      names = "--slurm-option",
      paramLabel = "OPTION",
      description = "an option for sbatch, as --slurm-option=--partition=main; may be repeated")
  private List<String> options = new ArrayList<>();

  @Option(
      names = "--runs-per-task",
      paramLabel = "N",
      description =
          "runs of a task on Slurm (default: an estimated minute to half an hour of them)")
  private Integer runsPerTask;

  /** Refuses values, and options that have no meaning where there is no cluster. */
  void check(boolean isLocal) {
    if (isLocal && !options.isEmpty()) {
      throw Arguments.wrong("--slurm-option", options.get(0), "it with --executor slurm only");
    }
    if (isLocal && runsPerTask != null) {
      throw Arguments.wrong("--runs-per-task", runsPerTask, "it with --executor slurm only");
    }
    if (runsPerTask != null && runsPerTask < 1) {
      throw Arguments.wrong("--runs-per-task", runsPerTask, "1 or more");
    }
  }

  SlurmArray.Options options(int jobs) {
    return new SlurmArray.Options(options, runsPerTask == null ? 0 : runsPerTask, jobs);
  }
}
