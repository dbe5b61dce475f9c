package org.polyphony.sweep.slurm;

import static org.polyphony.text.Formats.text;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.AtomicFile;
import org.polyphony.sweep.RunKind;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;

/**
 * Runs a sweep as job arrays of a cluster: one for what its runs share, one for the runs. The
 * cluster goes on when this process ends; the next one finds the arrays that still run.
 *
 * @param slurm the cluster
 * @param sweep what to run
 * @param start how a task starts
 * @param options how the work is cut and submitted
 */
public record SlurmExecutor(Slurm slurm, Sweep sweep, Start start, Options options) {
  private static final double SHORTEST_TASK_SECONDS = 60;
  private static final double LONGEST_TASK_SECONDS = 1800;
  private static final int USUAL_TASKS = 32;

  /**
   * How the work is cut and submitted.
   *
   * @param slurm options for sbatch
   * @param runsPerTask 0 to choose by the estimate of time: tasks of a minute to half an hour
   * @param jobs runs side by side in a task, at least 1
   */
  public record Options(List<String> slurm, int runsPerTask, int jobs) {
    /** Keeps its own copy of the list. */
    public Options {
      slurm = List.copyOf(slurm);
    }
  }

  /**
   * How a task starts.
   *
   * @param origin what the sweep is made of
   * @param program which runs {@link ArrayTask}; its arguments are {@code command}, the folder of
   *     the array, the word of a {@link TaskKind} and the number of the task
   * @param command of the program
   * @param environment variables that it needs, {@code NAME=value} each
   */
  public record Start(
      Division.Origin origin, JavaCommand program, String command, List<String> environment) {}

  /**
   * How it went.
   *
   * @param result of the sweep so far
   * @param jobs that go on, when it was left
   */
  public record Outcome(Sweep.Result result, List<String> jobs) {}

  /**
   * Checks the options for sbatch.
   *
   * @throws InvalidInputException when one is not allowed
   */
  public SlurmExecutor {
    Submission.check(options.slurm());
  }

  /**
   * Finds the arrays of this sweep that still run, or submits what is left, and watches until all
   * is done.
   *
   * @param part of the sweep
   * @param progress shows how far it is
   * @param stop ends the watch; the jobs go on
   * @return how it went
   * @throws InvalidInputException when the cluster refuses the arrays; nothing is then kept of them
   * @throws SimulationFailure when tasks were lost again and again; what has ended is kept
   */
  public Outcome run(Shard part, Progress progress, StopFlag stop) {
    Optional<ArrayFolder> running = running();
    running.ifPresent(
        folder -> progress.say("watching job " + String.join(" ", folder.jobs(TaskKind.RUNS))));
    Optional<ArrayFolder> folder = running.or(() -> submit(sweep.left(part), progress, stop));
    if (folder.isEmpty()) {
      return new Outcome(new Sweep.Result(sweep.folder().assemble(), 0), List.of());
    }
    Submission submission = new Submission(slurm, folder.get(), options.slurm());
    Watch watch = new Watch(submission, sweep.folder(), progress);
    TaskStatus end = watch.follow(stop);
    Sweep.Result result = new Sweep.Result(sweep.folder().assemble(), end.failed());
    if (!end.isOver()) {
      return new Outcome(result, jobs(folder.get()));
    }
    folder.get().removeProgram();
    if (!watch.givenUp().isEmpty()) {
      String given =
          text(
              "%d of %d runs done; given up, having been lost three times without ending a run: %s",
              result.ended(), sweep.file().runs().size(), String.join("; ", watch.givenUp()));
      throw new SimulationFailure(given, "", null);
    }
    return new Outcome(result, List.of());
  }

  private Optional<ArrayFolder> running() {
    Optional<ArrayFolder> latest = ArrayFolder.latest(sweep.folder().arrays());
    if (latest.isPresent() && !isRunning(latest.get())) {
      latest.get().removeProgram(); // it ended when nobody watched
      return Optional.empty();
    }
    return latest;
  }

  private boolean isRunning(ArrayFolder folder) {
    return slurm.tasksOrFail(folder.jobs(TaskKind.RUNS)).stream().anyMatch(QueuedTask::isLive);
  }

  private static List<String> jobs(ArrayFolder folder) {
    List<String> jobs = new ArrayList<>(folder.jobs(TaskKind.PREPARATIONS));
    jobs.addAll(folder.jobs(TaskKind.RUNS));
    return jobs;
  }

  private Optional<ArrayFolder> submit(List<SweepFile.Run> runs, Progress progress, StopFlag stop) {
    if (runs.isEmpty() || stop.isRequested()) {
      return Optional.empty();
    }
    Division division = divide(runs);
    ArrayFolder folder = ArrayFolder.next(sweep.folder().arrays(), division);
    try {
      JavaCommand program = ProgramCopy.of(start.program(), folder.program());
      List<String> arguments = List.of(start.command(), folder.path().toString());
      AtomicFile.write(folder.script(), program.script(start.environment(), arguments));
      new Submission(slurm, folder, options.slurm()).submitAll();
    } catch (InvalidInputException | UncheckedIOException e) {
      folder.remove();
      throw e;
    }
    progress.say(
        "submitted job %s: %d runs in %d tasks%s"
            .formatted(
                folder.jobs(TaskKind.RUNS).get(0),
                runs.size(),
                division.runs().size(),
                division.preparations().isEmpty()
                    ? ""
                    : ", after what they share in " + division.preparations().size()));
    return Optional.of(folder);
  }

  private Division divide(List<SweepFile.Run> runs) {
    List<String> preparations = new ArrayList<>();
    double preparationSeconds = 0;
    for (RunKind.Preparation preparation : sweep.kind().preparations(runs)) {
      if (isLeft(preparation)) {
        preparations.add(preparation.id());
        preparationSeconds += preparation.estimateSeconds();
      }
    }
    List<String> ids = runs.stream().map(SweepFile.Run::id).toList();
    double seconds = runs.stream().mapToDouble(sweep.kind()::estimateSeconds).sum();
    double perTask = options.runsPerTask();
    double tasks = perTask > 0 ? Math.ceil(ids.size() / perTask) : usualTasks(seconds);
    return new Division(
        start.origin(),
        options.jobs(),
        divide(preparations, usualTasks(preparationSeconds)),
        divide(ids, tasks));
  }

  private static boolean isLeft(RunKind.Preparation preparation) {
    try {
      return !preparation.isDone();
    } catch (InvalidInputException e) {
      return false; // its runs fail and say why
    }
  }

  /** Long enough to be worth a job, short enough to use some nodes and to lose little. */
  private double usualTasks(double seconds) {
    double inParallel = seconds / options.jobs();
    double ofTask =
        Math.min(LONGEST_TASK_SECONDS, Math.max(SHORTEST_TASK_SECONDS, inParallel / USUAL_TASKS));
    return Math.ceil(inParallel / ofTask);
  }

  private List<List<String>> divide(List<String> all, double tasks) {
    double possible = Math.min(Math.min(tasks, all.size()), slurm.maxTasks());
    return Division.divide(all, (int) Math.max(all.isEmpty() ? 0 : 1, possible));
  }
}
