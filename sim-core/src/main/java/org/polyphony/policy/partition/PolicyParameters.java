package org.polyphony.policy.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.polyphony.input.Violation;
import org.polyphony.policy.Parameter;

/** Reads a policy's parameters from a config and collects violations. */
public final class PolicyParameters {
  private final Map<String, ?> values;
  private final List<Violation> violations = new ArrayList<>();

  /**
   * Creates the parameters of a policy.
   *
   * @param values as stated, by name
   * @param known the policy's parameters
   */
  public PolicyParameters(Map<String, ?> values, List<Parameter<?>> known) {
    this.values = values;
    List<String> names = known.stream().map(Parameter::name).sorted().toList();
    String allowed = names.isEmpty() ? "no parameters" : "one of " + String.join(", ", names);
    for (String name : new TreeSet<>(values.keySet())) {
      if (!names.contains(name)) {
        violations.add(new Violation(name, "an unknown parameter", allowed));
      }
    }
  }

  /** Returns the value of a parameter, or its default if the value is absent or invalid. */
  public <T> T get(Parameter<T> parameter) {
    Object stated = values.get(parameter.name());
    T value = stated == null ? parameter.defaultValue() : parameter.read(stated);
    if (value == null) {
      violations.add(new Violation(parameter.name(), String.valueOf(stated), parameter.allowed()));
    }
    return value == null ? parameter.defaultValue() : value;
  }

  List<Violation> violations() {
    return violations;
  }
}
