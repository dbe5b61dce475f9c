package org.polyphony.plot;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What pictures call policies, benchmarks and schedulers, in place of the names in configs. */
public final class DisplayNames {
  private final Map<String, String> shown;
  private final Set<String> unused;

  /**
   * Makes them.
   *
   * @param shown the name to show, by the name in the results; others are shown as they are
   */
  public DisplayNames(Map<String, String> shown) {
    this.shown = Map.copyOf(shown);
    this.unused = new TreeSet<>(shown.keySet());
  }

  static DisplayNames none() {
    return new DisplayNames(Map.of());
  }

  String of(String name) {
    unused.remove(name);
    return shown.getOrDefault(name, name);
  }

  /** Returns a key of results as people write it, {@code load dependency} for loadDependency. */
  public static String words(String key) {
    return key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** Returns the names that nothing in the results had so far, sorted. */
  public Set<String> unused() {
    return unused;
  }
}
