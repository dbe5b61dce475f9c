package org.polyphony.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import org.polyphony.input.Violation;

/**
 * A policy and its parameters.
 *
 * @param name a policy by name, or the class name (with a dot) of a user's own
 * @param parameters by name: Integer, Long, Double, Boolean, String, or a List or Map of these
 */
public record PolicyConfig(String name, Map<String, Object> parameters) {
  private static final Map<String, Set<String>> PARAMETERS =
      new TreeMap<>(
          Map.of(
              "alone", Set.of(),
              "left-over", Set.of(),
              "time-slice", Set.of("sliceCycles"),
              "spatial-even", Set.of(),
              "spatial-smart", Set.of(),
              "smk-even", Set.of(),
              "smk-fixed", Set.of("threadBlocks", "threadShares")));

  /** Copies the parameters, in order of their names. */
  public PolicyConfig {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /** Returns the names of the policies that are not a user's own, sorted. */
  public static List<String> names() {
    return List.copyOf(PARAMETERS.keySet());
  }

  /** Returns the parameters that the policy of this name takes; none for a user's own. */
  static Set<String> parametersOf(String name) {
    return PARAMETERS.getOrDefault(name, Set.of());
  }

  /**
   * Returns every value that is wrong.
   *
   * @param workloads number of workloads that share the GPU
   */
  public List<Violation> violations(int workloads) {
    Violation.Checks checks = new Violation.Checks();
    if (name.contains(".")) {
      return checks.violations();
    }
    if (!PARAMETERS.containsKey(name)) {
      String allowed = NearestName.oneOf(name, names()) + ", or the class name of your own";
      return checks.require(false, "name", '"' + name + '"', allowed).violations();
    }
    Set<String> allowed = parametersOf(name);
    for (String key : parameters.keySet()) {
      String takes = allowed.isEmpty() ? "no parameter" : NearestName.oneOf(key, sorted(allowed));
      checks.require(allowed.contains(key), key, "an unknown key", takes + " for " + name);
    }
    return name.equals("smk-fixed")
        ? checkFixed(checks, workloads).violations()
        : checks.violations();
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private Violation.Checks checkFixed(Violation.Checks checks, int workloads) {
    List<Entry<String, Object>> given =
        parameters.entrySet().stream()
            .filter(e -> parametersOf(name).contains(e.getKey()))
            .toList();
    checks.require(
        given.size() == 1,
        "name",
        "smk-fixed with " + given.size() + " of its parameters",
        "one of threadBlocks, threadShares");
    for (Entry<String, Object> entry : given) {
      List<?> values = (List<?>) entry.getValue();
      String each = "one for each of the " + workloads + " workloads";
      checks.require(values.size() == workloads, entry.getKey(), values, each);
      if (entry.getKey().equals("threadShares")) {
        double sum = values.stream().mapToDouble(v -> ((Number) v).doubleValue()).sum();
        checks.require(sum <= 1 + 1e-9, "threadShares", values, "at most 1 together");
      }
    }
    return checks;
  }
}
