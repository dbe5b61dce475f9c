package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.input.InputFile;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;

/**
 * The progress of running points, published to other processes: each process that runs a part of
 * the sweep writes a small file about once a second and deletes it at the end. A file older than
 * {@link #STALE} was left by a killed process.
 */
final class RunningPoints implements Batch.Watcher, AutoCloseable {
  /** A live process writes far more often. */
  static final Duration STALE = Duration.ofSeconds(15);

  private static final String ENDING = ".progress";
  private static final long MOST_BYTES = 1 << 20;
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final Path file;
  private final long start = System.nanoTime();
  private long nextWrite = start + INTERVAL_NANOS;

  /** Publishes a part in the folder of the logs. */
  RunningPoints(Path logs, Shard part) {
    this.file = logs.resolve(part.fileName() + ENDING);
  }

  @Override
  public void goesOn(List<Batch.Going> tasks, double secondsLeft, long warpInstructions) {
    long now = System.nanoTime();
    if (now - nextWrite < 0) {
      return;
    }
    nextWrite = now + INTERVAL_NANOS;
    double seconds = (now - start) / 1e9;
    ObjectNode json = Json.object().put("writtenMillis", System.currentTimeMillis());
    json.set("warpInstructionsPerSecond", Json.number(warpInstructions / seconds));
    json.set("secondsLeft", Json.number(secondsLeft));
    for (Batch.Going going : tasks) {
      ObjectNode run = json.withArray("/running").addObject().put("run", going.task().id());
      run.set("share", Json.number(going.share()));
    }
    try {
      AtomicFile.write(file, Json.text(json));
    } catch (UncheckedIOException e) {
      // whoever stores results says so
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // it will be stale
    }
  }

  /**
   * The last progress of one process.
   *
   * @param at time of writing
   * @param secondsLeft estimated for the part; NaN if unknown
   */
  record Told(
      Instant at,
      double warpInstructionsPerSecond,
      double secondsLeft,
      List<SweepStatus.Running> runs) {
    boolean isStale(Instant now) {
      return Duration.between(at, now).abs().compareTo(STALE) > 0;
    }
  }

  /** Returns the progress of all processes; damaged files are skipped. */
  static List<Told> read(Path logs) {
    try (Stream<Path> files = Files.list(logs)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .flatMap(file -> told(file).stream())
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  private static Optional<Told> told(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      JsonNode json = Json.parse(InputFile.text(file));
      List<SweepStatus.Running> runs = new ArrayList<>();
      for (JsonNode run : json.path("running")) {
        double share = run.path("share").asDouble();
        runs.add(
            new SweepStatus.Running(run.path("run").asText(), Math.max(0, Math.min(1, share))));
      }
      return Optional.of(
          new Told(
              Instant.ofEpochMilli(json.path("writtenMillis").asLong()),
              json.path("warpInstructionsPerSecond").asDouble(),
              json.path("secondsLeft").asDouble(Double.NaN),
              runs));
    } catch (IOException e) {
      return Optional.empty(); // gone meanwhile, or damaged
    }
  }
}
