package org.polyphony.store;

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
 * Results that need not be made again, alone runs first: a log keyed by the hash of all that
 * determines a result. A line that is not as it was stored counts as absent; of two, the later one
 * counts.
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
   * Uses a folder, which is made when the first result is stored.
   *
   * @param folder may be absent
   * @param build identifies the program, whose results have a log of their own: those of others are
   *     of no use to it, and would be read at each start
   * @throws org.polyphony.input.InvalidInputException when it belongs to somebody else
   */
  public RunCache(Path folder, String build) {
    PrivateFolder.require(folder, CacheFolder.VARIABLE);
    this.folder = folder;
    log = new KeyedLog(folder.resolve("results-" + Sha256.hex(build).substring(0, 16) + ".jsonl"));
  }

  /** Returns where they are. */
  public Path folder() {
    return folder;
  }

  /** Deletes what no build has added to for long. */
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
   * Returns what a thread holds while it makes a result, so that no other makes the same.
   *
   * @param key as for {@link #find}
   */
  public Object lock(String key) {
    return locks.computeIfAbsent(key, k -> new Object());
  }

  /**
   * Returns an earlier result, or empty when there is none as it was stored.
   *
   * @param key hash of all that determines it, in hexadecimal
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
      // a cache that cannot be read is empty
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
   * Keeps a result. A cache that cannot be written is no error: the user is warned once, this
   * object keeps the result in memory, the next process makes it again.
   *
   * @param key as for {@link #find}
   * @param result any
   * @return false when it could not be written
   */
  public boolean store(String key, JsonNode result) {
    results.put(key, result);
    try {
      JsonNode written = Json.parse(Json.line(result)); // numbers as they are read again
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
