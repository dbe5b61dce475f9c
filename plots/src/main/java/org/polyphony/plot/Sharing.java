package org.polyphony.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Shared runs by setting (policy and other axes) and set of workloads. */
public final class Sharing {
  private static final List<String> CATEGORIES = List.of("COM/COM", "COM/MEM", "MEM/MEM");
  private final Map<String, Map<String, List<RunRecord>>> bySetting = new LinkedHashMap<>();
  private final Map<String, String> categories = new LinkedHashMap<>();

  /**
   * Sorts runs.
   *
   * @param runs of two or more workloads
   */
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
    List<String> found = new ArrayList<>(CATEGORIES);
    found.retainAll(categories.values());
    categories.values().stream().filter(c -> !found.contains(c)).sorted().forEach(found::add);
    return found.stream().distinct().toList();
  }

  /**
   * Returns the category of a set of workloads.
   *
   * @param workloads one of {@link #workloads}
   */
  public String category(String workloads) {
    return categories.get(workloads);
  }

  /**
   * Returns a value of a setting and workloads, the mean over seeds; or not a number.
   *
   * @param setting one of {@link #settings}
   * @param workloads one of {@link #workloads}
   * @param metric the value
   */
  public double value(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return mean(setting, workloads, metric).mean();
  }

  /**
   * Returns the mean over seeds of a value of a setting and workloads, with its interval.
   *
   * @param setting one of {@link #settings}
   * @param workloads one of {@link #workloads}
   * @param metric the value
   */
  public MeanInterval mean(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return MeanInterval.of(repeats(setting, workloads, metric));
  }

  /** Returns whether any setting has run any workloads with several seeds. */
  public boolean hasRepeats() {
    return bySetting.values().stream()
        .flatMap(of -> of.values().stream())
        .anyMatch(runs -> runs.size() > 1);
  }

  private double[] repeats(String setting, String workloads, ToDoubleFunction<RunRecord> metric) {
    return bySetting.get(setting).getOrDefault(workloads, List.of()).stream()
        .mapToDouble(metric)
        .toArray();
  }

  /**
   * Returns the values of a setting for all workloads of a category: for each of them those of its
   * seeds.
   *
   * @param setting one of {@link #settings}
   * @param category one of {@link #categories}; null for all
   * @param metric the value
   */
  public List<double[]> values(
      String setting, String category, ToDoubleFunction<RunRecord> metric) {
    return bySetting.get(setting).keySet().stream()
        .filter(w -> category == null || categories.get(w).equals(category))
        .map(w -> repeats(setting, w, metric))
        .toList();
  }
}
