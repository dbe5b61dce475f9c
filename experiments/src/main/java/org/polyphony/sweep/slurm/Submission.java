package org.polyphony.sweep.slurm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.polyphony.input.InvalidInputException;

/**
 * Submits the tasks of one folder.
 *
 * @param slurm the cluster
 * @param folder whose tasks they are
 * @param options of the user for sbatch, which override ours
 */
record Submission(Slurm slurm, ArrayFolder folder, List<String> options) {
  private static final long MEBIBYTE = 1 << 20;
  private static final long BESIDE_THE_HEAP_BYTES = 512 * MEBIBYTE;

  private static final String ANY_TASK = "{task}";

  /** What ties tasks to their folder. */
  private static final Set<String> OURS =
      Set.of(
          "--array",
          "-a",
          "--clusters",
          "-M",
          "--dependency",
          "-d",
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
   * Checks options of the user.
   *
   * @throws InvalidInputException when one would untie tasks from their folder
   */
  static void check(List<String> options) {
    for (String option : options) {
      boolean isLong = option.startsWith("--");
      String name = isLong ? option.replaceAll("=.*", "") : option.replaceAll("(?<=^-.).*", "");
      if (!option.startsWith("-") || OURS.contains(name)) {
        throw new InvalidInputException(
            "--slurm-option: found '"
                + option
                + "', allowed: an option of sbatch, as --slurm-option=--partition=main, other than "
                + String.join(" ", new TreeSet<>(OURS)));
      }
    }
  }

  /** Submits all preparations, if there are any, and all runs after them. */
  void submitAll() {
    Division division = folder.division();
    List<String> after = List.of();
    if (!division.preparations().isEmpty()) {
      String first =
          submit(TaskKind.PREPARATIONS, "1-" + division.preparations().size(), List.of());
      folder.add(TaskKind.PREPARATIONS, first);
      after = List.of("--dependency=afterany:" + first);
    }
    try {
      folder.add(TaskKind.RUNS, submit(TaskKind.RUNS, "1-" + division.runs().size(), after));
    } catch (InvalidInputException e) {
      folder.jobs(TaskKind.PREPARATIONS).forEach(slurm::cancel);
      throw e;
    }
  }

  /**
   * Submits some tasks of runs again.
   *
   * @return the id of the job
   */
  String submitAgain(Collection<Integer> tasks) {
    String list = tasks.stream().map(String::valueOf).collect(Collectors.joining(","));
    String job = submit(TaskKind.RUNS, list, List.of());
    folder.add(TaskKind.RUNS, job);
    return job;
  }

  private String submit(TaskKind kind, String tasks, List<String> dependency) {
    long bytes = Runtime.getRuntime().maxMemory() + BESIDE_THE_HEAP_BYTES;
    List<String> all = new ArrayList<>();
    all.add("--job-name=polyphony-" + folder.sweep().getFileName());
    all.add("--nodes=1");
    all.add("--ntasks=1");
    all.add("--cpus-per-task=" + folder.division().jobs());
    all.add("--mem=" + (bytes + MEBIBYTE - 1) / MEBIBYTE + "M");
    all.add("--open-mode=append");
    all.addAll(options);
    all.add("--array=" + tasks);
    all.addAll(dependency);
    String escaped = folder.log(kind, ANY_TASK).toString().replace("%", "%%");
    all.add("--output=" + escaped.replace(ANY_TASK, "%a"));
    return slurm.submit(all, folder.script(), List.of(kind.word()));
  }
}
