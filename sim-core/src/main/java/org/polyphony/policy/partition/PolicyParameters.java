package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.input.Violation;

/** Reads parameters by name and type, and notes what is wrong with them. */
final class PolicyParameters {
  private final Map<String, ?> values;
  private final Set<String> allowed = new TreeSet<>();
  private final List<Violation> violations = new ArrayList<>();

  PolicyParameters(Map<String, ?> values) {
    this.values = values;
  }

  /** Returns a whole number, the default when it is absent or wrong. */
  long wholeNumber(String name, long ifAbsent) {
    allowed.add(name);
    Object value = values.get(name);
    if (value == null) {
      return ifAbsent;
    }
    if (isWhole(value)) {
      return ((Number) value).longValue();
    }
    violations.add(new Violation(name, String.valueOf(value), "a whole number"));
    return ifAbsent;
  }

  /** Returns a number, the default when it is absent or wrong. */
  double number(String name, double ifAbsent) {
    allowed.add(name);
    Object value = values.get(name);
    if (value == null || value instanceof Number) {
      return value == null ? ifAbsent : ((Number) value).doubleValue();
    }
    violations.add(new Violation(name, String.valueOf(value), "a number"));
    return ifAbsent;
  }

  /** Returns true or false, the default when it is absent or wrong. */
  boolean flag(String name, boolean ifAbsent) {
    allowed.add(name);
    Object value = values.get(name);
    if (value == null || value instanceof Boolean) {
      return value == null ? ifAbsent : (Boolean) value;
    }
    violations.add(new Violation(name, String.valueOf(value), "true or false"));
    return ifAbsent;
  }

  /** Returns one of some words, the default when it is absent or wrong. */
  String word(String name, String ifAbsent, List<String> words) {
    allowed.add(name);
    Object value = values.get(name);
    if (value == null || words.contains(value)) {
      return value == null ? ifAbsent : (String) value;
    }
    violations.add(
        new Violation(name, String.valueOf(value), "one of " + String.join(", ", words)));
    return ifAbsent;
  }

  /** Returns a list of whole numbers, empty when it is absent or wrong. */
  List<Integer> wholeNumbers(String name) {
    allowed.add(name);
    return list(name).stream().allMatch(PolicyParameters::isWhole)
        ? list(name).stream().map(n -> Math.toIntExact(((Number) n).longValue())).toList()
        : wrong(name, "a list of whole numbers");
  }

  /** Returns a list of numbers, empty when it is absent or wrong. */
  List<Double> numbers(String name) {
    allowed.add(name);
    return list(name).stream().allMatch(n -> n instanceof Number)
        ? list(name).stream().map(n -> ((Number) n).doubleValue()).toList()
        : wrong(name, "a list of numbers");
  }

  /** Returns what was wrong, parameters included that nobody has asked for. */
  List<Violation> violations() {
    List<Violation> all = new ArrayList<>(violations);
    for (String name : new TreeSet<>(values.keySet())) {
      if (!allowed.contains(name)) {
        String takes = allowed.isEmpty() ? "no parameter" : "one of " + String.join(", ", allowed);
        all.add(new Violation(name, "an unknown parameter", takes));
      }
    }
    return all;
  }

  private List<?> list(String name) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private <T> List<T> wrong(String name, String allowedText) {
    violations.add(new Violation(name, String.valueOf(values.get(name)), allowedText));
    return List.of();
  }

  private static boolean isWhole(Object value) {
    return value instanceof Number n
        && Math.rint(n.doubleValue()) == n.doubleValue()
        && Math.abs(n.doubleValue()) <= Integer.MAX_VALUE;
  }
}
