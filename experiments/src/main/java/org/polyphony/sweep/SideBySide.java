package org.polyphony.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;

/**
 * Something that a figure runs side by side with others.
 *
 * @param <K> what is run
 * @param <V> what that gives
 */
public final class SideBySide<K, V> implements Batch.Task {
  private final K key;
  private final BiFunction<K, Progress, Optional<V>> run;
  private Optional<V> value = Optional.empty(); // written by its thread, read after the batch
  private Optional<RuntimeException> failure = Optional.empty();

  private SideBySide(K key, BiFunction<K, Progress, Optional<V>> run) {
    this.key = key;
    this.run = run;
  }

  /**
   * Runs everything and returns what was given, in order; a stop leaves some out.
   *
   * @param batch what runs tasks
   * @param keys what is run, which differ
   * @param run runs one; gives nothing when it was stopped
   * @throws RuntimeException of the first that failed, after all others have ended; the message of
   *     a failed simulation begins with its key
   */
  public static <K, V> Map<K, V> all(
      Batch batch, List<K> keys, BiFunction<K, Progress, Optional<V>> run) {
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
    value = run.apply(key, progress);
  }

  @Override
  public String id() {
    return key.toString();
  }

  @Override
  public void failed(RuntimeException cause) {
    failure =
        Optional.of(
            cause instanceof SimulationFailure
                ? new SimulationFailure(id() + ": " + cause.getMessage(), "", cause)
                : cause);
  }
}
