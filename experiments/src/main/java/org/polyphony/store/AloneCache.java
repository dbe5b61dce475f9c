package org.polyphony.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Alone runs that need not be repeated: one small JSON file per run, named by the hash of all that
 * determines it. An entry that is not as it was stored counts as absent and is overwritten.
 */
public final class AloneCache {
  private static final int SCHEMA_VERSION = 1;
  private final Path folder;
  private final CacheEntries entries;
  private final ConcurrentMap<String, Object> locks = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, AloneRun> unwritten = new ConcurrentHashMap<>();

  /**
   * Uses a folder, which is made when the first entry is stored.
   *
   * @param folder may be absent
   */
  public AloneCache(Path folder) {
    this.folder = folder;
    entries = new CacheEntries(folder, "alone");
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

    /** Returns it as an object, a key for each component. */
    public ObjectNode json() {
      return Json.object()
          .put("cycles", cycles)
          .put("warpInstructions", warpInstructions)
          .put("threadInstructions", threadInstructions)
          .put("finished", finished);
    }

    /** Returns the run of such an object; what else that has is not read. */
    public static AloneRun of(JsonNode json) {
      return new AloneRun(
          json.path("cycles").asLong(),
          json.path("warpInstructions").asLong(),
          json.path("threadInstructions").asLong(),
          json.path("finished").asBoolean());
    }
  }

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
   * Returns an earlier run, or empty when there is none as it was stored.
   *
   * @param key hash of all that determines the run
   */
  public Optional<AloneRun> find(String key) {
    return entries
        .find(key)
        .filter(entry -> entry.path("schemaVersion").asInt() == SCHEMA_VERSION)
        .map(AloneRun::of)
        .or(() -> Optional.ofNullable(unwritten.get(key)));
  }

  /**
   * Keeps a run. A cache that cannot be written is no error: the user is warned once, this process
   * keeps the run in memory, the next one repeats it.
   *
   * @param key hash of all that determines the run
   * @param run its result
   * @return false when it could not be written
   */
  public boolean store(String key, AloneRun run) {
    ObjectNode entry = Json.object().put("schemaVersion", SCHEMA_VERSION);
    entry.setAll(run.json());
    boolean isWritten = entries.store(key, entry);
    if (!isWritten) {
      unwritten.put(key, run);
    }
    return isWritten;
  }
}
