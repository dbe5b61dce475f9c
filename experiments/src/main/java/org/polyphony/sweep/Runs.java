package org.polyphony.sweep;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.run.Experiments;
import org.polyphony.run.PlannedRun;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;

/**
 * Runs a list of experiments side by side, unless the store has them. Solo runs come first.
 *
 * @param jobs runs in parallel
 * @param until when no further run starts
 */
public record Runs(Sweep.Device device, int jobs, Instant until, Progress progress, StopFlag stop) {
  /**
   * What has ended.
   *
   * @param summaries of the runs that have ended well, by what they were asked for, in order
   * @param failures why others failed
   */
  public record Result<K>(Map<K, ObjectNode> summaries, List<String> failures) {}

  /**
   * Runs all; ends early on a stop or at the deadline.
   *
   * @param <K> what the caller knows a run by
   * @param name of the list, in messages
   * @param wanted runs in their order
   */
  public <K> Result<K> all(String name, Map<K, PlannedRun> wanted) {
    List<One> runs = wanted.values().stream().map(One::new).toList();
    List<One> left = runs.stream().filter(run -> run.summary.isEmpty()).toList();
    if (left.size() < runs.size()) {
      progress.say(
          text("%s: %d of %d runs are stored", name, runs.size() - left.size(), runs.size()));
    }
    if (!left.isEmpty() && Instant.now().isBefore(until)) {
      SoloTasks solo = new SoloTasks(device, experiments(), stop, until);
      Pace pace = new Pace();
      left.forEach(run -> pace.add(run.kinds()));
      Iterator<Batch.Task> tasks =
          SoloTasks.ahead(left, run -> solo.of(run.spec.experiment()), run -> run);
      new Batch(jobs, progress, stop).run(left.size(), tasks, pace, Batch.Watcher.NONE);
    }
    Map<K, ObjectNode> summaries = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    int index = 0;
    for (K key : wanted.keySet()) {
      One run = runs.get(index++);
      run.summary.ifPresent(summary -> summaries.put(key, summary));
      run.failure.ifPresent(failures::add);
    }
    return new Result<>(summaries, failures);
  }

  private Experiments experiments() {
    return new Experiments(device.library());
  }

  /** One of the runs; its result is written by the thread that runs it and read after all. */
  private final class One implements Batch.Task {
    private final PlannedRun spec;
    private volatile Optional<ObjectNode> summary;
    private volatile Optional<String> failure = Optional.empty();

    One(PlannedRun spec) {
      this.spec = spec;
      this.summary = device.runner().known(spec);
    }

    @Override
    public void run(Progress shown) {
      if (Instant.now().isBefore(until)) {
        summary =
            device
                .runner()
                .summary(
                    spec,
                    () -> experiments().open(spec.experiment(), Experiments.Extras.NONE),
                    shown,
                    stop);
      }
    }

    @Override
    public List<String> kinds() {
      return List.of(spec.experiment().config().name(), "");
    }

    @Override
    public String id() {
      return spec.key().about();
    }

    @Override
    public void failed(RuntimeException cause) {
      failure = Optional.of(id() + ": " + cause.getMessage());
    }
  }
}
