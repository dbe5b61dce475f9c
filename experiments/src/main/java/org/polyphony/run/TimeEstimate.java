package org.polyphony.run;

import static org.polyphony.results.table.Formats.duration;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.MeasuredSpeeds;
import org.polyphony.results.store.RunKey;
import org.polyphony.results.store.RunStore;

/**
 * How long experiments take, as far as earlier runs of the same workloads on this machine tell: the
 * sum over all that is added. A workload alone counts once, and not at all when the cache has it.
 */
public final class TimeEstimate {
  private static final int DIGEST_LENGTH = 12;
  private static final String ALONE = "alone";
  private static final String SHARED = "shared";
  private static final String JOBS = "jobs";
  private static final int SAME_WORKLOADS = 2; // steps of a path
  private static final double START_SECONDS = 3; // of the program, until its code is compiled

  /** Keys that change how workloads share a device, and its size, but not what they execute. */
  private static final List<String> SHARING =
      List.of(
          "policy",
          "warpScheduler",
          "kernelScheduler",
          "allocation",
          "preemption",
          "preemptionLatencyLimit",
          "copies");

  private final RunStore store;
  private final MeasuredSpeeds speeds;
  private final Set<RunKey> alone = new HashSet<>(); // those counted
  private double seconds;
  private double longest; // of one experiment
  private double known; // experiments
  private double unknown;

  /** Makes an estimate of nothing, from what a store and its folder hold. */
  public TimeEstimate(RunStore store) {
    this.store = store;
    this.speeds = new MeasuredSpeeds(store.folder());
  }

  /** Returns the kind of work that a workload alone is. */
  static String[] alonePath(Experiment experiment, int workload) {
    Experiment.Input input = experiment.inputs().get(workload);
    long budget = experiment.request().instructionBudgets().get(workload);
    String content = input.name() + "-" + brief(input.digest()) + "-" + budget;
    return new String[] {ALONE, content, brief(experiment.request().gpu().toString())};
  }

  /** Returns the kind of work that all workloads together are; seeds do not matter. */
  static String[] sharedPath(Experiment experiment) {
    ObjectNode settings = tree(experiment.resolved());
    settings.remove("seed");
    ObjectNode sharing = Json.object();
    SHARING.forEach(key -> sharing.set(key, settings.remove(key)));
    String gpu = brief(String.valueOf(settings.remove("gpu")));
    String names =
        String.join("+", experiment.inputs().stream().map(Experiment.Input::name).toList());
    return new String[] {
      SHARED, names + "-" + brief(settings.toString()), gpu, brief(sharing.toString())
    };
  }

  private static ObjectNode tree(String json) {
    try {
      return (ObjectNode) Json.parse(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String brief(String text) {
    return Sha256.hex(text).substring(0, DIGEST_LENGTH);
  }

  /**
   * Returns the kind of work that jobs are.
   *
   * @param content what they are and where they run
   */
  public static String[] jobsPath(String content) {
    return new String[] {JOBS, brief(content)};
  }

  /** Adds an experiment. */
  public void add(Experiment given) {
    Experiment experiment = new RoundLengths(store).withKnown(given);
    boolean isAlone = ExperimentRunner.isAlone(experiment);
    double ofThis = 0;
    for (int i = 0; i < experiment.inputs().size() && !isAlone; i++) {
      RunKey key = ExperimentRunner.soloKey(experiment, i);
      if (!alone.contains(key) && store.find(key).isEmpty()) {
        alone.add(key);
        ofThis += seconds(1, alonePath(experiment, i)).orElse(Double.NaN);
      }
    }
    String[] path = isAlone ? alonePath(experiment, 0) : sharedPath(experiment);
    addSeconds(ofThis + seconds(1, path).orElse(Double.NaN));
  }

  private OptionalDouble seconds(double work, String[] path) {
    return speeds.seconds(work, SAME_WORKLOADS, path);
  }

  /** Adds jobs of a host experiment. */
  public void addJobs(long jobs, String content) {
    addSeconds(seconds((double) jobs, jobsPath(content)).orElse(Double.NaN));
  }

  private void addSeconds(double more) {
    if (Double.isNaN(more)) {
      unknown++;
    } else {
      known++;
      seconds += more;
      longest = Math.max(longest, more);
    }
  }

  /** Takes all that was added for a sample of so many times as much. */
  public void scale(double factor) {
    seconds *= factor;
    known *= factor;
    unknown *= factor;
  }

  /** Returns the time on one thread in seconds; empty when one of the experiments has no basis. */
  public OptionalDouble seconds() {
    return unknown > 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  /**
   * Returns the time in words, or that nothing tells it.
   *
   * @param jobs runs in parallel; more than there are processors take as long
   */
  public String words(int jobs) {
    if (unknown > 0) {
      return known == 0
          ? "no estimate: no run of these workloads was measured here yet"
          : text("no estimate: %.0f of them have workloads never measured here", unknown);
    }
    int threads = Math.min(jobs, Runtime.getRuntime().availableProcessors());
    double time = START_SECONDS + Math.max(longest, seconds / threads);
    return text("about %s on %d thread%s", duration(time), jobs, jobs == 1 ? "" : "s");
  }
}
