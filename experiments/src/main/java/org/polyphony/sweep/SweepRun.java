package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.polyphony.config.SweepFile;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.Json;

/**
 * One run of a sweep, kept in its folder when it is over.
 *
 * @param run which one
 * @param kind what it does
 * @param keeping where its line goes
 */
record SweepRun(SweepFile.Run run, RunKind kind, Keeping keeping) implements Batch.Task {
  /**
   * What keeps the runs of a sweep.
   *
   * @param folder for their lines
   * @param afterEach hears the line of each that is kept
   * @param stop ends all runs early
   * @param diskFailure the first failure to write a result, after which nothing more can be kept
   */
  record Keeping(
      SweepFolder folder,
      Consumer<JsonNode> afterEach,
      StopFlag stop,
      AtomicReference<UncheckedIOException> diskFailure) {}

  @Override
  public void run(Progress progress) {
    Optional<ObjectNode> results = kind.run(run, progress, keeping.stop());
    results.ifPresent(values -> store((ObjectNode) head().setAll(values)));
  }

  private ObjectNode head() {
    ObjectNode line = Json.object();
    line.put("run", run.id());
    ObjectNode axes = line.putObject("axes");
    run.axes().forEach(axes::set);
    return line;
  }

  private void store(ObjectNode line) {
    try {
      keeping.folder().store(run.id(), line);
      keeping.afterEach().accept(line);
    } catch (UncheckedIOException e) {
      keeping.diskFailure().compareAndSet(null, e);
      keeping.stop().request();
    }
  }

  @Override
  public void failed(RuntimeException cause) {
    ObjectNode line = head();
    line.put("error", String.valueOf(cause.getMessage()));
    store(line);
  }
}
