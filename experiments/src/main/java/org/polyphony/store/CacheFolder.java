package org.polyphony.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.input.InvalidInputException;

/** Where results and packed traces are kept that need not be made again. */
public final class CacheFolder {
  /** What names another folder. */
  static final String VARIABLE = "POLYPHONY_CACHE";

  private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

  private CacheFolder() {}

  /**
   * Returns the folder that the environment names: {@code POLYPHONY_CACHE}, else {@code polyphony}
   * below {@code XDG_CACHE_HOME}, else {@code ~/.cache/polyphony}.
   *
   * @param environment as {@link System#getenv()}
   * @throws InvalidInputException when the locale has not all letters of its name
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
              + ": found a folder name that the locale cannot encode, allowed: another folder,"
              + " or a locale that can, such as LC_ALL=C.UTF-8",
          e);
    }
  }

  /**
   * Says, once for each cache, that nothing can be kept in it.
   *
   * @param cache the folder
   * @param reason why not
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
