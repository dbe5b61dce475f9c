package org.polyphony.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Alone runs that need not be repeated: one small JSON file per run, named by the hash of all that
 * determines it. An entry that cannot be read counts as absent and is overwritten.
 */
public final class AloneCache {
  private static final int SCHEMA_VERSION = 1;
  private static final JsonMapper MAPPER = new JsonMapper();
  private final Path folder;
  private final ConcurrentMap<String, Object> locks = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AloneRun> unwritten = new ConcurrentHashMap<>();

  /**
   * Uses a folder, which is made when the first entry is stored.
   *
   * @param folder may be absent
   */
  public AloneCache(Path folder) {
    this.folder = folder;
  }

  /**
   * What is kept of an alone run.
   *
   * @param cycles core cycles of the first round, at least 1
   * @param warpInstructions warp instructions of the first round
   * @param threadInstructions thread instructions of the first round
   * @param finished false when the instruction budget ended it
   */
  public record AloneRun(
      long cycles, long warpInstructions, long threadInstructions, boolean finished) {
    /** Returns thread instructions per core cycle. */
    public double ipc() {
      return (double) threadInstructions / cycles;
    }
  }

  /** Returns the cache of other results beside it. */
  public RunCache runs() {
    return new RunCache(folder);
  }

  /**
   * Returns what a thread holds while it makes an entry, so that no other makes the same.
   *
   * @param key hash of all that determines the run
   */
  public Object lock(String key) {
    return locks.computeIfAbsent(key, k -> new Object());
  }

  /**
   * Returns an earlier run, or empty when there is none that can be read.
   *
   * @param key hash of all that determines the run
   */
  public Optional<AloneRun> find(String key) {
    try {
      return parse(key, Files.readString(file(key)));
    } catch (IOException e) {
      return Optional.ofNullable(unwritten.get(key));
    }
  }

  private static Optional<AloneRun> parse(String key, String text) {
    try {
      JsonNode entry = MAPPER.readTree(text);
      boolean ours =
          entry.path("schemaVersion").asInt() == SCHEMA_VERSION
              && entry.path("key").asText().equals(key)
              && entry.path("cycles").asLong() > 0
              && entry.path("warpInstructions").isIntegralNumber()
              && entry.path("threadInstructions").isIntegralNumber()
              && entry.path("finished").isBoolean();
      return ours ? Optional.of(read(entry)) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static AloneRun read(JsonNode entry) {
    return new AloneRun(
        entry.get("cycles").asLong(),
        entry.get("warpInstructions").asLong(),
        entry.get("threadInstructions").asLong(),
        entry.get("finished").asBoolean());
  }

  /**
   * Keeps a run. A cache that cannot be written is no error: this process then keeps the run in
   * memory, the next one repeats it.
   *
   * @param key hash of all that determines the run
   * @param run its result
   * @return false when it could not be written
   */
  public boolean store(String key, AloneRun run) {
    ObjectNode entry = Json.object();
    entry.put("schemaVersion", SCHEMA_VERSION);
    entry.put("key", key);
    entry.put("cycles", run.cycles());
    entry.put("warpInstructions", run.warpInstructions());
    entry.put("threadInstructions", run.threadInstructions());
    entry.put("finished", run.finished());
    try {
      Files.createDirectories(file(key).getParent());
      AtomicFile.write(file(key), Json.text(entry));
      return true;
    } catch (IOException | UncheckedIOException e) {
      unwritten.put(key, run);
      return false;
    }
  }

  private Path file(String key) {
    return folder.resolve("alone").resolve(key + ".json");
  }
}
