package org.polyphony.results.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.input.InvalidInputException;

/** The folder that caches results and packed traces. */
public final class CacheFolder {
  /** Environment variable with the folder. */
  static final String VARIABLE = "POLYPHONY_CACHE";

  private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

  private CacheFolder() {}

  /**
   * Returns the cache folder: {@code POLYPHONY_CACHE}, or else {@code polyphony} below {@code
   * XDG_CACHE_HOME}, or else {@code ~/.cache/polyphony}.
   *
   * @param environment as {@link System#getenv()}
   * @throws InvalidInputException if the locale cannot encode the name
   */
  public static Path of(Map<String, String> environment) {
    String own = environment.getOrDefault(VARIABLE, "");
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    try {
      if (!own.isEmpty()) {
        return Path.of(own);
      }
      return shared.isEmpty()
          ? Path.of(System.getProperty("user.home"), ".cache", "polyphony")
          : Path.of(shared, "polyphony");
    } catch (InvalidPathException e) {
      throw new InvalidInputException(
          VARIABLE
              + ": a folder name that the locale cannot encode; choose another folder,"
              + " or a locale that can, such as LC_ALL=C.UTF-8",
          e);
    }
  }

  /**
   * Warns, once per cache, that results cannot be cached.
   *
   * @param cache the folder
   * @param reason the failure
   */
  public static void warn(Path cache, Exception reason) {
    if (WARNED.add(cache)) {
      System.err.println(
          "polyphony: warning: results are not cached because the cache cannot be written ("
              + reason.getMessage()
              + "); set POLYPHONY_CACHE to a folder other than "
              + cache);
    }
  }
}
