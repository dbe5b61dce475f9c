package org.polyphony.sweep.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;

/**
 * Submits what is left of a sweep as one job array, whose tasks are {@code sweep --shard} into the
 * same folder. The folder {@code slurm} of the sweep has the id of the job, the script, a copy of
 * the program, and the log of each task.
 *
 * @param sweep to run
 * @param options of the array
 */
public record SlurmArray(Sweep sweep, Options options) {
  private static final double USUAL_RUN_SECONDS = 60; // where none was measured
  private static final double SHORTEST_TASK_SECONDS = 60;
  private static final double LONGEST_TASK_SECONDS = 1800;
  private static final int USUAL_TASKS = 32;
  private static final long MEBIBYTE = 1 << 20;
  private static final long BESIDE_THE_HEAP_BYTES = 512 * MEBIBYTE;
  private static final String ANY_TASK = "{task}";
  private static final String JOB = "job.txt";

  /** Options of sbatch that tie tasks to their folder. */
  private static final Set<String> OURS =
      Set.of(
          "--array",
          "-a",
          "--clusters",
          "-M",
          "--error",
          "-e",
          "--output",
          "-o",
          "--parsable",
          "--test-only",
          "--wait",
          "-W",
          "--wrap");

  /**
   * Options of an array.
   *
   * @param sbatch further options for sbatch
   * @param runsPerTask 0 to choose by the estimate of time: tasks of a minute to half an hour
   * @param jobs runs in parallel in a task, at least 1
   */
  public record Options(List<String> sbatch, int runsPerTask, int jobs) {
    /**
     * Checks the options for sbatch.
     *
     * @throws InvalidInputException when one would untie tasks from their folder
     */
    public Options {
      sbatch = List.copyOf(sbatch);
      for (String option : sbatch) {
        boolean isLong = option.startsWith("--");
        String name = isLong ? option.replaceAll("=.*", "") : option.replaceAll("(?<=^-.).*", "");
        if (!option.startsWith("-") || OURS.contains(name)) {
          throw new InvalidInputException(
              "--slurm-option: found '"
                  + option
                  + "', allowed: an option of sbatch, such as --slurm-option=--partition=main,"
                  + " other than "
                  + String.join(" ", new TreeSet<>(OURS)));
        }
      }
    }
  }

  /**
   * Submits an array.
   *
   * @param searchPath where Slurm's commands are, as in PATH
   * @param mainClass of the program
   * @param environment variables that a task needs, {@code NAME=value} each
   * @param arguments of the program; the jobs, the folder and the shard follow
   * @return words about it; empty when nothing is left to run
   * @throws InvalidInputException when there is no Slurm, an earlier array still runs, or the
   *     cluster refuses this one; nothing is then kept of it
   * @throws UncheckedIOException when the cluster does not answer, or on a failure of the disk
   */
  public Optional<String> submit(
      String searchPath, String mainClass, List<String> environment, List<String> arguments) {
    Slurm slurm = new Slurm(searchPath);
    Path folder = OutputFolder.inside(sweep.folder().path(), "slurm").toAbsolutePath().normalize();
    refuseRunning(slurm, folder);
    OutputFolder.remove(folder.resolve("program"));
    int tasks = tasks(slurm.maxTasks());
    List<Integer> left = new ArrayList<>();
    int runs = 0;
    for (int task = 1; task <= tasks; task++) {
      List<SweepFile.Run> ofTask = sweep.left(new Shard(task, tasks));
      runs += ofTask.size();
      if (!ofTask.isEmpty()) {
        left.add(task);
      }
    }
    if (left.isEmpty()) {
      return Optional.empty();
    }
    try {
      OutputFolder.open(folder.resolve("program"));
      JavaCommand program =
          JavaCommand.ofThisProcess(mainClass).copiedTo(folder.resolve("program"));
      Path script = folder.resolve("task.sh");
      AtomicFile.write(script, program.script(environment, words(arguments, tasks)));
      String job = slurm.submit(sbatchOptions(folder, left), script);
      AtomicFile.write(folder.resolve(JOB), job + "\n");
      return Optional.of(
          "submitted job " + job + ": " + runs + " runs in " + left.size() + " tasks");
    } catch (InvalidInputException | UncheckedIOException e) {
      OutputFolder.remove(folder);
      throw e;
    }
  }

  private static void refuseRunning(Slurm slurm, Path folder) {
    try {
      String job = InputFile.text(folder.resolve(JOB)).strip();
      if (slurm.isLive(job)) {
        throw new InvalidInputException(
            folder.getParent()
                + ": job "
                + job
                + " is still queued; wait until it ends, or run 'scancel "
                + job
                + "' first");
      }
    } catch (IOException e) {
      // none was submitted
    }
  }

  /** Long enough to be worth a job, short enough to use some nodes and to lose little. */
  private int tasks(int most) {
    List<SweepFile.Run> all = sweep.file().runs();
    double seconds =
        sweep
            .runs()
            .estimate(all)
            .seconds(options.jobs())
            .orElse(USUAL_RUN_SECONDS * all.size() / options.jobs());
    double usual =
        Math.min(LONGEST_TASK_SECONDS, Math.max(SHORTEST_TASK_SECONDS, seconds / USUAL_TASKS));
    double wanted =
        Math.ceil(
            options.runsPerTask() > 0
                ? (double) all.size() / options.runsPerTask()
                : seconds / usual);
    return (int) Math.max(1, Math.min(wanted, Math.min(all.size(), most)));
  }

  private List<String> words(List<String> arguments, int tasks) {
    List<String> words = new ArrayList<>();
    List<String> ours =
        List.of(
            "--resume",
            "--quiet",
            "--jobs",
            Integer.toString(options.jobs()),
            "--out",
            sweep.folder().path().toAbsolutePath().toString(),
            "--shard");
    arguments.forEach(word -> words.add(JavaCommand.quoted(word)));
    ours.forEach(word -> words.add(JavaCommand.quoted(word)));
    words.add("\"$SLURM_ARRAY_TASK_ID/" + tasks + "\"");
    return words;
  }

  private List<String> sbatchOptions(Path folder, List<Integer> tasks) {
    long bytes = Runtime.getRuntime().maxMemory() + BESIDE_THE_HEAP_BYTES;
    List<String> all = new ArrayList<>();
    all.add("--job-name=polyphony-" + folder.getParent().getFileName());
    all.add("--nodes=1");
    all.add("--ntasks=1");
    all.add("--cpus-per-task=" + options.jobs());
    all.add("--mem=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + "M");
    all.add("--open-mode=append");
    all.addAll(options.sbatch());
    all.add("--array=" + ranges(tasks));
    String log = folder.resolve("task-" + ANY_TASK + ".log").toString().replace("%", "%%");
    all.add("--output=" + log.replace(ANY_TASK, "%a"));
    return all;
  }

  /** Returns ascending numbers as {@code 1-3,7}. */
  static String ranges(List<Integer> numbers) {
    StringJoiner ranges = new StringJoiner(",");
    for (int i = 0; i < numbers.size(); i++) {
      int first = i;
      while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
        i++;
      }
      ranges.add(first == i ? "" + numbers.get(i) : numbers.get(first) + "-" + numbers.get(i));
    }
    return ranges.toString();
  }
}
