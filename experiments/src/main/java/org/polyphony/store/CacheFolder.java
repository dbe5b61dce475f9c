package org.polyphony.store;

import java.nio.file.Path;
import java.util.Map;

/** Where results and packed traces are kept that need not be made again. */
public final class CacheFolder {
  private CacheFolder() {}

  /**
   * Returns the folder that the environment names: {@code POLYPHONY_CACHE}, else {@code polyphony}
   * below {@code XDG_CACHE_HOME}, else {@code ~/.cache/polyphony}.
   *
   * @param environment as {@link System#getenv()}
   */
  public static Path of(Map<String, String> environment) {
    String own = environment.getOrDefault("POLYPHONY_CACHE", "");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        shared.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(shared);
    return caches.resolve("polyphony");
  }
}
