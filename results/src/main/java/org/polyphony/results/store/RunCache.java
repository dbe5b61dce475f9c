package org.polyphony.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.polyphony.input.PrivateFolder;
import org.polyphony.input.Sha256;

/**
 * Cache of results, mainly of alone runs: a log keyed by the hash of all inputs. A damaged line
 * counts as absent; of two lines with one key, the later one counts.
 */
public final class RunCache {
  private static final String KEY = "key";
  private static final String DIGEST = "sha256";
  private static final String RESULT = "result";
  private static final String LOGS = "results.*\\.jsonl";
  private static final Duration KEPT = Duration.ofDays(60);

  private final Path folder;
  private final KeyedLog log;
  private final ConcurrentMap<String, Object> locks = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, JsonNode> results = new ConcurrentHashMap<>();

  /**
   * Opens a cache folder, which is created when the first result is stored.
   *
   * @param folder may be absent
   * @param build identifies the program; each build has its own log, since it cannot use the
   *     results of others
   * @throws org.polyphony.input.InvalidInputException if the folder belongs to another user
   */
  public RunCache(Path folder, String build) {
    PrivateFolder.require(folder, CacheFolder.VARIABLE);
    this.folder = folder;
    log = new KeyedLog(folder.resolve("results-" + Sha256.hex(build).substring(0, 16) + ".jsonl"));
  }

  public Path folder() {
    return folder;
  }

  /** Deletes logs that no build has appended to for a long time. */
  private void forgetOldBuilds() {
    Instant old = Instant.now().minus(KEPT);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches(LOGS)).toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      // they stay
    }
  }

  /**
   * Returns the lock to hold while computing a result, so that no other thread computes it too.
   *
   * @param key as for {@link #find}
   */
  public Object lock(String key) {
    return locks.computeIfAbsent(key, k -> new Object());
  }

  /**
   * Returns a cached result; empty if it is absent or damaged.
   *
   * @param key hash of all inputs, in hexadecimal
   */
  public Optional<JsonNode> find(String key) {
    if (!results.containsKey(key)) {
      readOn();
    }
    return Optional.ofNullable(results.get(key));
  }

  private void readOn() {
    try {
      log.read().forEach(line -> line.content().ifPresent(this::accept));
    } catch (IOException e) {
      // an unreadable cache is empty
    }
  }

  private void accept(ObjectNode line) {
    String key = line.path(KEY).asText();
    JsonNode result = line.path(RESULT);
    if (digest(key, result).equals(line.path(DIGEST).asText())) {
      results.put(key, result);
    }
  }

  private static String digest(String key, JsonNode result) {
    return Sha256.hex(key + Json.line(result));
  }

  /**
   * Stores a result. If the cache cannot be written, the user is warned once and the result is kept
   * in memory only.
   *
   * @param key as for {@link #find}
   * @param result any
   * @return false if it could not be written
   */
  public boolean store(String key, JsonNode result) {
    results.put(key, result);
    try {
      JsonNode written = Json.parse(Json.line(result)); // normalizes numbers to their stored form
      if (!Files.exists(log.file())) {
        PrivateFolder.create(folder);
        forgetOldBuilds();
      }
      ObjectNode line = Json.object().put(KEY, key).put(DIGEST, digest(key, written));
      log.append(line.set(RESULT, written));
      results.put(key, written);
      return true;
    } catch (IOException e) {
      CacheFolder.warn(folder, e);
      return false;
    }
  }
}
