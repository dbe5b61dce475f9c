package org.polyphony.run;

import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.AloneRun;
import org.polyphony.results.store.MeasuredSpeeds;
import org.polyphony.results.store.RunCache;
import org.polyphony.simulation.RunRequest;

/**
 * How long experiments take, as far as earlier runs on this machine tell: the sum over all that is
 * added. A workload alone counts once, and not at all when the cache has it.
 */
public final class TimeEstimate {
  /** 0.5 M warp instructions, below the slowest pair of PERFORMANCE.md, of 26 active lanes. */
  private static final double THREAD_INSTRUCTIONS_PER_SECOND = 13e6;

  private static final int DIGEST_LENGTH = 12;
  private static final String ALONE = "alone";
  private static final String SHARED = "shared";
  private static final String JOBS = "jobs";

  private final RunCache cache;
  private final MeasuredSpeeds speeds;
  private final String build;
  private final Set<String> alone = new HashSet<>(); // keys of those counted
  private double seconds;
  private double longest; // of one experiment

  /** Makes an estimate of nothing, from what a cache and its folder hold. */
  public TimeEstimate(RunCache cache, String build) {
    this.cache = cache;
    this.speeds = new MeasuredSpeeds(cache.folder());
    this.build = build;
  }

  /** Returns the kind of work that a workload alone is. */
  static String[] alonePath(Experiment experiment, int workload) {
    Experiment.Input input = experiment.inputs().get(workload);
    String content = input.digest().substring(0, Math.min(input.digest().length(), DIGEST_LENGTH));
    return new String[] {ALONE, input.name(), content, experiment.request().gpu().name()};
  }

  /** Returns the kind of work that all workloads together are. */
  static String[] sharedPath(Experiment experiment) {
    RunRequest request = experiment.request();
    List<String> names = experiment.inputs().stream().map(Experiment.Input::name).sorted().toList();
    return new String[] {
      SHARED, String.join("+", names), request.gpu().name(), request.sharing().policy()
    };
  }

  /** Returns the kind of work that jobs are. */
  public static String[] jobsPath() {
    return new String[] {JOBS, "run"};
  }

  /** Adds an experiment. */
  public void add(Experiment experiment) {
    double ofThis = 0;
    long work = 0;
    for (int i = 0; i < experiment.inputs().size(); i++) {
      String key = ExperimentRunner.key(build, experiment, i);
      Optional<AloneRun> known = cache.find(key).map(AloneRun::of);
      long ofWorkload = known.map(AloneRun::threadInstructions).orElse(work(experiment, i));
      work += ofWorkload;
      boolean isCounted = known.isPresent() || ExperimentRunner.isAlone(experiment);
      if (!isCounted && alone.add(key)) {
        ofThis += seconds(ofWorkload, alonePath(experiment, i));
      }
    }
    boolean isAlone = ExperimentRunner.isAlone(experiment);
    addSeconds(ofThis + seconds(work, isAlone ? alonePath(experiment, 0) : sharedPath(experiment)));
  }

  private double seconds(long work, String[] path) {
    return speeds.seconds(work, THREAD_INSTRUCTIONS_PER_SECOND, path);
  }

  /** Returns the thread instructions of a workload's first round at most. */
  private long work(Experiment experiment, int workload) {
    long budget = experiment.request().instructionBudgets().get(workload);
    String[] path = alonePath(experiment, workload);
    return Math.min(budget, speeds.length(path[0], path[1], path[2]).orElse(budget));
  }

  /**
   * Adds jobs of a host experiment.
   *
   * @param usual jobs in a second of a thread where none was measured
   */
  public void addJobs(long jobs, double usual) {
    addSeconds(speeds.seconds(jobs, usual, jobsPath()));
  }

  private void addSeconds(double more) {
    seconds += more;
    longest = Math.max(longest, more);
  }

  /** Takes all that was added for a sample of so many times as much. */
  public void scale(double factor) {
    seconds *= factor;
  }

  /** Returns the time on one thread in seconds. */
  public double seconds() {
    return seconds;
  }

  /**
   * Returns the time and what it rests on, in words.
   *
   * @param jobs runs in parallel; more than there are processors take as long
   */
  public String words(int jobs) {
    int threads = Math.min(jobs, Runtime.getRuntime().availableProcessors());
    long runs = speeds.runs(ALONE, SHARED, JOBS);
    return text(
        "at most about %s on %d thread%s (%s)",
        duration(Math.max(longest, seconds / threads)),
        jobs,
        jobs == 1 ? "" : "s",
        runs == 0
            ? "no run measured here yet: a typical laptop of 2020"
            : text("measured on this machine in %d run%s", runs, runs == 1 ? "" : "s"));
  }
}
