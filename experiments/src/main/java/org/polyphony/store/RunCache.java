package org.polyphony.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Results of finished runs that need not be repeated: one JSON file per run, named by the hash of
 * all that determines it. An entry that is not as it was stored counts as absent and is
 * overwritten.
 */
public final class RunCache {
  private final CacheEntries entries;

  /**
   * Uses a folder, which is made when the first entry is stored.
   *
   * @param cache may be absent
   */
  public RunCache(Path cache) {
    entries = new CacheEntries(cache, "runs");
  }

  /**
   * Returns an earlier result, or empty when there is none as it was stored.
   *
   * @param key hash of all that determines it, in hexadecimal
   */
  public Optional<JsonNode> find(String key) {
    return entries.find(key).map(entry -> entry.path("result"));
  }

  /**
   * Keeps a result. A cache that cannot be written is no error: the user is warned once, the run is
   * repeated next time.
   *
   * @param key as for {@link #find}
   * @param result any
   * @return false when it could not be kept
   */
  public boolean store(String key, JsonNode result) {
    return entries.store(key, Json.object().set("result", result));
  }
}
