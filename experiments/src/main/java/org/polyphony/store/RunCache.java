package org.polyphony.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Results of finished runs that need not be repeated: one JSON file per run, named by the hash of
 * all that determines it. An entry that cannot be read counts as absent and is overwritten.
 */
public final class RunCache {
  private final Path folder;

  /**
   * Uses a folder, which is made when the first entry is stored.
   *
   * @param cache may be absent
   */
  public RunCache(Path cache) {
    this.folder = cache.resolve("runs");
  }

  /**
   * Returns an earlier result, or empty when there is none that can be read.
   *
   * @param key hash of all that determines it, in hexadecimal
   */
  public Optional<JsonNode> find(String key) {
    try {
      JsonNode entry = Json.parse(Files.readString(file(key)));
      return entry.path("key").asText().equals(key)
          ? Optional.of(entry.path("result"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Keeps a result. A cache that cannot be written is no error: the run is repeated next time.
   *
   * @param key as for {@link #find}
   * @param result any
   * @return false when it could not be kept
   */
  public boolean store(String key, JsonNode result) {
    ObjectNode entry = Json.object();
    entry.put("key", key);
    entry.set("result", result);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(file(key), Json.text(entry));
      return true;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ".json");
  }
}
