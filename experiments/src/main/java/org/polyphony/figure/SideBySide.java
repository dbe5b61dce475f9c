package org.polyphony.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.run.Progress;
import org.polyphony.run.SimulationFailure;
import org.polyphony.sweep.Batch;

/**
 * Something that a figure runs side by side with others.
 *
 * @param <K> what is run
 * @param <V> what that gives
 */
public final class SideBySide<K, V> implements Batch.Task {
  private final K key;
  private final Run<K, V> run;
  private Optional<V> value = Optional.empty(); // written by its thread, read after the batch
  private Optional<RuntimeException> failure = Optional.empty();

  private SideBySide(K key, Run<K, V> run) {
    this.key = key;
    this.run = run;
  }

  /** Runs something; gives nothing when it was stopped. */
  @FunctionalInterface
  public interface Run<K, V> {
    /** Does the work. */
    Optional<V> of(K key, Progress progress);
  }

  /**
   * Runs everything and returns what was given, in order; a stop leaves some out.
   *
   * @param batch what runs tasks
   * @param keys what is run, which differ
   * @throws RuntimeException of the first that failed, after all others have ended; the message of
   *     a failed simulation begins with its key
   */
  public static <K, V> Map<K, V> all(Batch batch, List<K> keys, Run<K, V> run) {
    List<SideBySide<K, V>> tasks = keys.stream().map(key -> new SideBySide<>(key, run)).toList();
    batch.run(tasks);
    Map<K, V> values = new LinkedHashMap<>();
    for (SideBySide<K, V> task : tasks) {
      task.failure.ifPresent(
          cause -> {
            throw cause;
          });
      task.value.ifPresent(v -> values.put(task.key, v));
    }
    return values;
  }

  @Override
  public void run(Progress progress) {
    value = run.of(key, progress);
  }

  @Override
  public void failed(RuntimeException cause) {
    failure =
        Optional.of(
            cause instanceof SimulationFailure
                ? new SimulationFailure(key + ": " + cause.getMessage(), "", cause)
                : cause);
  }
}
