package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What pictures call policies, benchmarks, schedulers and config keys, and how they show values.
 */
public final class DisplayNames {
  private static final double KIB = 1024;
  private static final List<String> BINARY = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final double MILLION = 1e6;
  private static final MathContext DIGITS = new MathContext(4);
  private static final String BYTES = "B";
  private static final String KILOHERTZ = "kHz";

  private final Map<String, String> shown;
  private final Set<String> unused;
  private final UnaryOperator<String> units;

  /**
   * Makes them.
   *
   * @param shown the name to show, by the name in the results or the path of a config key; others
   *     are shown as they are
   * @param units the unit of a config key by its path, as {@code B}; empty where there is none
   */
  public DisplayNames(Map<String, String> shown, UnaryOperator<String> units) {
    this.shown = Map.copyOf(shown);
    this.unused = new TreeSet<>(shown.keySet());
    this.units = units;
  }

  public static DisplayNames none() {
    return new DisplayNames(Map.of(), path -> "");
  }

  public String of(String name) {
    unused.remove(name);
    return shown.getOrDefault(name, name);
  }

  /** Returns the name in the results for a display name. */
  public String original(String name) {
    return shown.entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(name);
  }

  /** Returns the name given to a config key, else as many of its last steps as tell it apart. */
  public String ofKey(String path, Collection<String> others) {
    String given = of(path);
    if (!given.equals(path)) {
      return given;
    }
    List<String> steps = Arrays.asList(path.split("\\.", -1));
    for (int from = steps.size() - 1; from > 0; from--) {
      String last = String.join(".", steps.subList(from, steps.size()));
      if (others.stream().noneMatch(o -> !o.equals(path) && ("." + o).endsWith("." + last))) {
        return last;
      }
    }
    return path;
  }

  /** Returns the label of the axis of a config key, with the unit where its values have none. */
  public String axisLabel(String path) {
    String unit = units.apply(path);
    boolean isOfValues = unit.isEmpty() || unit.equals(BYTES) || unit.equals(KILOHERTZ);
    return of(path) + (isOfValues ? "" : " (" + unit + ")");
  }

  /**
   * Returns a value of a config key: under a name of its own, else bytes as KiB or MiB, clocks in
   * MHz, a text as it is.
   */
  public String value(String path, JsonNode value) {
    return value.isNumber() ? value(path, value.asDouble()) : of(RunRecord.text(value));
  }

  /** Returns a number of a config key, with its unit if that is bytes or kHz. */
  public String value(String path, double value) {
    return of(
        switch (units.apply(path)) {
          case BYTES -> bytes(value);
          case KILOHERTZ -> plain(value / 1000) + " MHz";
          default -> plain(value);
        });
  }

  private static String bytes(double value) {
    double left = value;
    int unit = 0;
    for (; left >= KIB && unit + 1 < BINARY.size(); unit++) {
      left /= KIB;
    }
    return plain(left) + " " + BINARY.get(unit);
  }

  public static String plain(double value) {
    if (Math.abs(value) >= MILLION) {
      return plain(value / MILLION) + " M";
    }
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
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
