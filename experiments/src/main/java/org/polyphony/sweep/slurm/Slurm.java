package org.polyphony.sweep.slurm;

import static org.polyphony.text.Formats.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/** A Slurm cluster, as its commands sbatch, squeue, scontrol and scancel show it. */
public final class Slurm {
  private static final int DEFAULT_MAX_ARRAY_SIZE = 1001; // MaxArraySize in slurm.conf(5)
  private static final Pattern MAX_ARRAY_SIZE = Pattern.compile("MaxArraySize\\s*=\\s*(\\d+)");
  private static final Pattern JOB_ID = Pattern.compile("(\\d+)(;\\S+)?\\s*");

  private final SlurmCommand sbatch;
  private final SlurmCommand squeue;
  private final Optional<SlurmCommand> scontrol;
  private final Optional<SlurmCommand> scancel;

  /**
   * Finds the cluster.
   *
   * @param searchPath folders of commands, as in the environment variable PATH
   * @throws InvalidInputException when sbatch or squeue is not there
   */
  public Slurm(String searchPath) {
    sbatch = required(searchPath, "sbatch");
    squeue = required(searchPath, "squeue");
    scontrol = SlurmCommand.find(searchPath, "scontrol");
    scancel = SlurmCommand.find(searchPath, "scancel");
  }

  private static SlurmCommand required(String searchPath, String name) {
    String missing =
        text(
            "--executor slurm: found no '%s' on the PATH, allowed: a machine that submits to a Slurm"
                + " cluster",
            name);
    return SlurmCommand.find(searchPath, name)
        .orElseThrow(() -> new InvalidInputException(missing));
  }

  /** Returns how many tasks an array can have. */
  int maxTasks() {
    int size =
        scontrol
            .map(command -> command.run(List.of("show", "config")).out())
            .map(MAX_ARRAY_SIZE::matcher)
            .filter(Matcher::find)
            .map(matcher -> Integer.parseInt(matcher.group(1)))
            .orElse(DEFAULT_MAX_ARRAY_SIZE);
    return Math.max(1, size - 1); // indices are below it, ours begin at 1
  }

  /**
   * Submits an array.
   *
   * @param options of sbatch
   * @param script what each task runs
   * @param arguments of the script
   * @return the id of the job
   * @throws InvalidInputException when the cluster refuses it
   */
  String submit(List<String> options, Path script, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("--parsable"));
    all.addAll(options);
    all.add(script.toString());
    all.addAll(arguments);
    SlurmCommand.Answer answer = sbatch.run(all);
    Matcher id = JOB_ID.matcher(answer.out());
    if (answer.exitCode() != 0 || !id.matches()) {
      String why = answer.err().isEmpty() ? answer.out().strip() : answer.err();
      throw new InvalidInputException(
          "sbatch refused the array: "
              + why.replaceAll("\\s*\\n\\s*", "; ")
              + "; --slurm-option gives it options of your cluster");
    }
    return id.group(1);
  }

  /**
   * Asks for the tasks of some jobs.
   *
   * @param jobs ids
   * @return tasks that wait, run or ended a short while ago; empty when the cluster does not answer
   */
  Optional<List<QueuedTask>> tasks(Collection<String> jobs) {
    SlurmCommand.Answer answer =
        squeue.run(
            List.of(
                "--noheader",
                "--array",
                "--states=all",
                "--jobs=" + String.join(",", jobs),
                "--format=%F|%K|%T|%r"));
    if (answer.exitCode() == 0) {
      return Optional.of(answer.out().lines().flatMap(line -> QueuedTask.parse(line)).toList());
    }
    boolean isForgotten = answer.err().contains("Invalid job id"); // they ended long ago
    return isForgotten ? Optional.of(List.of()) : Optional.empty();
  }

  /**
   * Asks for the tasks of some jobs.
   *
   * @param jobs ids
   * @return tasks that wait, run or ended a short while ago
   * @throws UncheckedIOException when the cluster does not answer
   */
  List<QueuedTask> tasksOrFail(Collection<String> jobs) {
    String all = String.join(" ", jobs);
    String unknown = "squeue does not say whether jobs " + all + " still run; try again later";
    IOException cause = new IOException("squeue failed");
    return tasks(jobs).orElseThrow(() -> new UncheckedIOException(unknown, cause));
  }

  /**
   * Cancels a job; no error when it has ended.
   *
   * @param job its id
   */
  void cancel(String job) {
    scancel.ifPresent(command -> command.run(List.of(job)));
  }
}
