package org.polyphony.plot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.MeanInterval;

/** Shared runs by setting (policy and other axes) and set of workloads. */
public final class Sharing {
  private static final List<String> CATEGORIES = List.of("COM/COM", "COM/MEM", "MEM/MEM");
  private final Map<String, Map<String, List<RunRecord>>> bySetting = new LinkedHashMap<>();
  private final Map<String, String> categories = new LinkedHashMap<>();

  /** Sorts runs of two or more workloads. */
  public Sharing(List<RunRecord> runs) {
    for (RunRecord run : runs) {
      bySetting
          .computeIfAbsent(run.setting(), s -> new LinkedHashMap<>())
          .computeIfAbsent(run.workloads(), w -> new ArrayList<>())
          .add(run);
      categories.put(run.workloads(), run.category());
    }
  }

  /** Returns the settings, in the order of the results. */
  public List<String> settings() {
    return List.copyOf(bySetting.keySet());
  }

  /** Returns the sets of workloads, by category, then in the order of the results. */
  public List<String> workloads() {
    List<String> order = categories();
    return categories.keySet().stream()
        .sorted(Comparator.comparing(workloads -> order.indexOf(category(workloads))))
        .toList();
  }

  /** Returns the categories that occur, the paper's three first. */
  public List<String> categories() {
    return ordered(categories.values());
  }

  /** Returns categories once each, the paper's three first. */
  static List<String> ordered(Collection<String> categories) {
    List<String> found = new ArrayList<>(CATEGORIES);
    found.retainAll(categories);
    categories.stream().filter(c -> !found.contains(c)).distinct().sorted().forEach(found::add);
    return found;
  }

  public String category(String workloads) {
    return categories.get(workloads);
  }

  /** Returns a metric's mean over seeds; not a number where the setting has no such workloads. */
  public double value(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return mean(setting, workloads, metric).mean();
  }

  /** Returns a metric's mean over seeds with its interval. */
  public MeanInterval mean(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return MeanInterval.of(repeats(setting, workloads, metric));
  }

  private double[] repeats(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return bySetting.get(setting).getOrDefault(workloads, List.of()).stream()
        .mapToDouble(metric)
        .toArray();
  }

  /**
   * Returns a metric of a setting: for each set of workloads the values of its seeds.
   *
   * @param category one of {@link #categories}; null for all
   */
  public Map<String, double[]> values(
      String setting, String category, ToDoubleFunction<RunRecord> metric) {
    Map<String, double[]> values = new LinkedHashMap<>();
    bySetting.get(setting).keySet().stream()
        .filter(w -> category == null || categories.get(w).equals(category))
        .forEach(w -> values.put(w, repeats(setting, w, metric)));
    return values;
  }
}
