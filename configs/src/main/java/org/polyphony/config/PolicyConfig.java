package org.polyphony.config;

import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.usercode.UserClass;

/**
 * A policy and its parameters.
 *
 * @param name a policy by name, or the class name of a user's own
 * @param parameters by name: Integer, Long, Double, Boolean, String, or a List or Map of these
 */
public record PolicyConfig(
    @Key("name of a policy, or full name of your class") String name,
    Map<String, Object> parameters) {
  /** Copies the parameters, in order of their names. */
  public PolicyConfig {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /**
   * Returns the same policy with the defaults of parameters that are not stated; no empty lists.
   */
  PolicyConfig withDefaults() {
    Map<String, Object> all = new HashMap<>(parameters);
    for (RecordComponent parameter : parametersOf(name)) {
      if (parameter.getType() != List.class && !all.containsKey(parameter.getName())) {
        all.put(parameter.getName(), absent(parameter));
      }
    }
    return new PolicyConfig(name, all);
  }

  /** Returns the same policy without the parameters that have their defaults. */
  public PolicyConfig withoutDefaults() {
    Map<String, Object> others = new TreeMap<>(parameters);
    for (RecordComponent parameter : parametersOf(name)) {
      others.remove(parameter.getName(), absent(parameter));
    }
    return new PolicyConfig(name, others);
  }

  /** Returns the default of a parameter as a file would state it. */
  private static Object absent(RecordComponent parameter) {
    Object absent = Keys.absent(parameter);
    return absent instanceof Enum<?> constant ? Keys.choice(parameter, constant) : absent;
  }

  private static List<RecordComponent> parametersOf(String name) {
    return PartitionPolicies.parameters(name)
        .map(type -> List.copyOf(Keys.of(type).values()))
        .orElse(List.of());
  }

  /** Returns the parameters of all bundled policies, and the policies that have each. */
  static Map<RecordComponent, String> allParameters() {
    Map<String, RecordComponent> parameters = new LinkedHashMap<>();
    Map<String, String> users = new HashMap<>();
    for (PolicyDescription policy : PartitionPolicies.descriptions()) {
      for (RecordComponent parameter : policy.parameters()) {
        parameters.putIfAbsent(parameter.getName(), parameter);
        users.merge(parameter.getName(), policy.name(), (first, next) -> first + ", " + next);
      }
    }
    Map<RecordComponent, String> all = new LinkedHashMap<>();
    parameters.forEach((name, parameter) -> all.put(parameter, users.get(name)));
    return all;
  }

  /**
   * Returns every invalid value; what a user's own policy thinks of its parameters shows when it is
   * made.
   *
   * @param gpu the device
   * @param workloads number of workloads that share it
   */
  public List<Violation> violations(GpuConfig gpu, int workloads) {
    Violation.Checks checks = new Violation.Checks();
    if (PartitionPolicies.isUserDefined(name)) {
      String allowed = "a class on the class path (POLYPHONY_CLASSPATH), or --policy FILE.java";
      checks.require(UserClass.find(name).isPresent(), "name", '"' + name + '"', allowed);
    } else if (!PartitionPolicies.names().contains(name)) {
      String allowed =
          NearestName.oneOf(name, PartitionPolicies.names()) + ", or the full name of your class";
      checks.require(false, "name", '"' + name + '"', allowed);
    }
    if (!checks.violations().isEmpty()) {
      return checks.violations();
    }
    check(checks);
    return checks.violations().isEmpty() && !PartitionPolicies.isUserDefined(name)
        ? PartitionPolicies.create(name, parameters).violations(gpu, workloads)
        : checks.violations();
  }

  private void check(Violation.Checks checks) {
    try {
      checks.nested("", PartitionPolicies.violations(name, parameters));
    } catch (InvalidInputException e) {
      checks.require(false, "name", e.getMessage());
    }
  }
}
