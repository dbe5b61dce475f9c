package org.polyphony.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.polyphony.input.Sha256;

/**
 * Entries of a cache, one JSON file for each key. A file begins with the digest of the rest: an
 * entry that was edited, cut or copied to another key counts as absent.
 */
final class CacheEntries {
  private static final String HEAD = "{\n  \"sha256\": \"";
  private static final int DIGEST_END = HEAD.length() + 64;
  private static final String AFTER_DIGEST = "\",";

  private final Path cache;
  private final Path folder;

  CacheEntries(Path cache, String folder) {
    this.cache = cache;
    this.folder = cache.resolve(folder);
  }

  /** Returns the entry of a key, or empty when there is none as it was stored. */
  Optional<JsonNode> find(String key) {
    try {
      String text = Files.readString(file(key));
      if (!text.startsWith(HEAD) || !text.startsWith(AFTER_DIGEST, DIGEST_END)) {
        return Optional.empty();
      }
      String rest = text.substring(DIGEST_END + AFTER_DIGEST.length());
      return Sha256.hex(rest).equals(text.substring(HEAD.length(), DIGEST_END))
          ? Optional.of(Json.parse(text)).filter(entry -> entry.path("key").asText().equals(key))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Writes the entry of a key, which gets that; false, and a warning, when it cannot. */
  boolean store(String key, ObjectNode content) {
    ObjectNode entry = Json.object().put("key", key);
    entry.setAll(content);
    String rest = Json.text(entry).substring(1);
    try {
      Files.createDirectories(folder);
      AtomicFile.write(file(key), HEAD + Sha256.hex(rest) + AFTER_DIGEST + rest);
      return true;
    } catch (IOException | UncheckedIOException e) {
      CacheFolder.warn(cache, e);
      return false;
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ".json");
  }
}
