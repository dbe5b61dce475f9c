package org.polyphony.plot;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.results.DisplayNames;

/**
 * The style of each series of a picture. A policy or a scheduler looks the same in all charts; one
 * of a user's own takes the style to which its name leads, or the next that is free. Other series
 * look as their place in the picture says.
 */
final class SeriesStyles {
  private static final Map<String, Integer> KNOWN =
      Map.ofEntries(
          Map.entry("spatial-even", 0),
          Map.entry("smk-even", 1),
          Map.entry("maestro", 2),
          Map.entry("preemptive-priority", 3),
          Map.entry("warped-slicer", 4),
          Map.entry("smk-pw", 5),
          Map.entry("tutti", 6),
          Map.entry("oracle", 7),
          Map.entry("left-over", 8),
          Map.entry("time-slice", 9),
          Map.entry("spatial-smart", 10),
          Map.entry("smk-p", 11),
          Map.entry("spatial-fixed", 12),
          Map.entry("smk-fixed", 13),
          Map.entry("sequential", 0),
          Map.entry("packed", 1),
          Map.entry("schedgpu", 2),
          Map.entry("schedgpu-mmu", 2),
          Map.entry("schedgpu-fifo", 2),
          Map.entry("sa", 0),
          Map.entry("cg", 1),
          Map.entry("mgb-alg2", 2),
          Map.entry("mgb-alg3", 3));

  /** Styles for names that are not known: those of the most common ones last. */
  private static final List<Integer> FREE = List.of(12, 13, 3, 7, 8, 9, 10, 11, 5, 4, 6, 2, 1, 0);

  private static final int FIRST = 3; // as many of them are begun with

  private final Map<String, Integer> places;

  private SeriesStyles(Map<String, Integer> places) {
    this.places = places;
  }

  /** Returns the styles of series that are no policies: by the order in which they are added. */
  static SeriesStyles inOrder() {
    return new SeriesStyles(Map.of());
  }

  /** Returns the styles of series if one is a known policy or scheduler; else those in order. */
  static SeriesStyles ofPoliciesAmong(Collection<String> series, DisplayNames names) {
    boolean arePolicies = series.stream().anyMatch(s -> KNOWN.containsKey(names.original(s)));
    return arePolicies ? ofPolicies(series, names) : inOrder();
  }

  /**
   * Returns the styles of policies and of settings, whose names begin with that of a policy: of
   * several settings with the same one, the shortest has its style.
   */
  static SeriesStyles ofPolicies(Collection<String> series, DisplayNames names) {
    Map<String, Integer> places = new HashMap<>();
    Set<Integer> taken = new HashSet<>();
    Collection<String> sorted = new TreeSet<>(series);
    for (String each : sorted) {
      Integer known = KNOWN.get(policy(each, names));
      if (known != null && taken.add(known)) {
        places.put(each, known);
      }
    }
    for (String each : sorted) {
      if (!KNOWN.containsKey(policy(each, names))) {
        int first = Math.floorMod(policy(each, names).hashCode(), FIRST);
        places.put(each, free(first, taken));
      }
    }
    series.forEach(each -> places.computeIfAbsent(each, setting -> free(0, taken)));
    return new SeriesStyles(Map.copyOf(places));
  }

  private static String policy(String setting, DisplayNames names) {
    return names.original(setting.replaceAll("[,(].*", "").strip());
  }

  /** Returns the first free style from an index on, or any if none is free. */
  private static int free(int first, Set<Integer> taken) {
    for (int i = 0; i < FREE.size(); i++) {
      int style = FREE.get((first + i) % FREE.size());
      if (taken.add(style)) {
        return style;
      }
    }
    return taken.size() + first;
  }

  /**
   * Returns the style of a series.
   *
   * @param place among the series of the picture, from 0
   */
  SeriesStyle of(Comparable<?> series, int place) {
    return SeriesStyle.of(places.getOrDefault(series.toString(), place));
  }
}
