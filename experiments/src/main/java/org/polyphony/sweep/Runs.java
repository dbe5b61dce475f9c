package org.polyphony.sweep;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.results.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.PlannedRun;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

/**
 * Works through a list of runs side by side; the solo runs that they need come first.
 *
 * @param jobs runs in parallel
 * @param until when no further run starts
 */
public record Runs(Sweep.Device device, int jobs, Instant until, Progress progress, StopFlag stop) {
  /**
   * A run of a list.
   *
   * @param <V> what it gives
   * @param id name by which its progress and its failure are shown
   * @param kinds from the particular to the general; runs of one take equally long
   * @param experiment whose solo runs it needs; empty if it needs none
   * @param work runs it to its end; gives nothing after a stop
   */
  public record Item<V>(
      String id,
      List<String> kinds,
      Optional<LoadedExperiment> experiment,
      Function<Progress, Optional<V>> work) {
    /** Makes a run that is like all others and needs no solo runs. */
    public Item(String id, Function<Progress, Optional<V>> work) {
      this(id, List.of(""), Optional.empty(), work);
    }
  }

  /** What has become of a run: a value, a failure, or neither after a stop or the deadline. */
  public record Ended<V>(Optional<V> value, Optional<RuntimeException> failure) {}

  /**
   * What has ended.
   *
   * @param summaries of the runs that have ended well, by what they were asked for, in order
   * @param failures why others failed
   */
  public record Result<K>(Map<K, ObjectNode> summaries, List<String> failures) {}

  /**
   * Runs all; ends early on a stop or at the deadline. A failure does not stop the others.
   *
   * @return what has become of each, in order
   */
  public <V> List<Ended<V>> all(List<Item<V>> items) {
    return all(items, Batch.Watcher.NONE);
  }

  <V> List<Ended<V>> all(List<Item<V>> items, Batch.Watcher watcher) {
    Pace pace = new Pace();
    items.forEach(item -> pace.add(item.kinds));
    Ended<V> none = new Ended<>(Optional.empty(), Optional.empty());
    List<Ended<V>> ended = new ArrayList<>(Collections.nCopies(items.size(), none));
    Iterator<Batch.Task> tasks =
        new SoloTasks(device, stop, until)
            .aheadOf(items, i -> task(items.get(i), end -> ended.set(i, end)));
    new Batch(jobs, progress, stop).run(items.size(), tasks, pace, watcher);
    return ended;
  }

  private <V> Batch.Task task(Item<V> item, Consumer<Ended<V>> end) {
    return new Batch.Task(
        item.id,
        true,
        item.kinds,
        shown -> {
          try {
            Optional<V> value =
                Instant.now().isBefore(until) ? item.work.apply(shown) : Optional.empty();
            end.accept(new Ended<>(value, Optional.empty()));
          } catch (RuntimeException e) {
            end.accept(new Ended<>(Optional.empty(), Optional.of(e)));
            throw e;
          } catch (Error e) { // such as too little memory for one of them
            RuntimeException failure = new SimulationFailure(e.toString(), "", e);
            end.accept(new Ended<>(Optional.empty(), Optional.of(failure)));
            throw failure;
          }
        });
  }

  /**
   * Runs something for each of some keys, which differ.
   *
   * @param run runs one; gives nothing after a stop
   * @return what was given, in order
   * @throws RuntimeException of the first that failed, after all others have ended; the message of
   *     a failed simulation begins with its key
   */
  public <K, V> Map<K, V> forEach(List<K> keys, BiFunction<K, Progress, Optional<V>> run) {
    List<Ended<V>> ended =
        all(
            keys.stream()
                .map(key -> new Item<>(key.toString(), shown -> run.apply(key, shown)))
                .toList());
    Map<K, V> values = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      K key = keys.get(i);
      ended.get(i).failure().ifPresent(cause -> rethrow(key.toString(), cause));
      ended.get(i).value().ifPresent(value -> values.put(key, value));
    }
    return values;
  }

  /** Throws the failure of a run; the message of a failed simulation begins with its name. */
  public static void rethrow(String id, RuntimeException cause) {
    throw cause instanceof SimulationFailure
        ? new SimulationFailure(id + ": " + cause.getMessage(), "", cause)
        : cause;
  }

  /**
   * Runs experiments, unless the store has them.
   *
   * @param <K> what the caller knows a run by
   * @param name of the list, in messages
   * @param wanted runs in their order
   */
  public <K> Result<K> summaries(String name, Map<K, PlannedRun> wanted) {
    Map<K, ObjectNode> known = new HashMap<>();
    wanted.forEach((key, run) -> device.runner().known(run).ifPresent(s -> known.put(key, s)));
    if (!known.isEmpty()) {
      progress.say(text("%s: %d of %d runs are stored", name, known.size(), wanted.size()));
    }
    List<K> left = wanted.keySet().stream().filter(key -> !known.containsKey(key)).toList();
    List<String> failures = new ArrayList<>();
    if (!left.isEmpty() && Instant.now().isBefore(until)) {
      List<Item<ObjectNode>> items = left.stream().map(key -> item(wanted.get(key))).toList();
      List<Ended<ObjectNode>> ended = all(items);
      for (int i = 0; i < left.size(); i++) {
        K key = left.get(i);
        String id = items.get(i).id;
        ended.get(i).value().ifPresent(summary -> known.put(key, summary));
        ended.get(i).failure().ifPresent(e -> failures.add(id + ": " + e.getMessage()));
      }
    }
    Map<K, ObjectNode> inOrder = new LinkedHashMap<>(wanted.size());
    wanted.keySet().stream()
        .filter(known::containsKey)
        .forEach(key -> inOrder.put(key, known.get(key)));
    return new Result<>(inOrder, failures);
  }

  private Item<ObjectNode> item(PlannedRun run) {
    LoadedExperiment experiment = run.experiment();
    Experiments experiments = new Experiments(device.library());
    Supplier<Experiment> opened = () -> experiments.open(experiment, Experiments.Extras.NONE);
    return new Item<>(
        run.key().about(),
        List.of(experiment.config().name(), ""),
        Optional.of(experiment),
        shown -> device.runner().summary(run, opened, shown, stop));
  }
}
