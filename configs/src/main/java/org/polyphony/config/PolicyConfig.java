package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.NearestName;
import org.polyphony.input.UserClass;
import org.polyphony.input.Violation;
import org.polyphony.policy.Parameter;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;

/**
 * A policy and its parameters.
 *
 * @param name a policy by name, or the class name of a user's own
 * @param parameters by name: Integer, Long, Double, Boolean, String, or a List or Map of these
 */
public record PolicyConfig(String name, Map<String, Object> parameters) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Copies the parameters, in order of their names. */
  public PolicyConfig {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /**
   * Makes the record of a policy; parameters that are not stated have their defaults.
   *
   * @param policy a name, or an object with name and parameters
   * @param absent the name where there is neither
   */
  static PolicyConfig of(JsonNode policy, String absent) {
    if (!policy.isObject()) {
      String name = policy.asText(absent);
      return new PolicyConfig(name, defaults(name));
    }
    String name = policy.get("name").asText();
    Map<String, Object> parameters = defaults(name);
    policy.forEachEntry((k, value) -> parameters.put(k, MAPPER.convertValue(value, Object.class)));
    parameters.remove("name");
    return new PolicyConfig(name, parameters);
  }

  private static Map<String, Object> defaults(String policy) {
    Map<String, Object> parameters = new HashMap<>();
    for (Parameter<?> parameter : PolicyConfig.parametersOf(policy)) {
      if (!parameter.kind().isList()) {
        parameters.put(parameter.name(), parameter.defaultValue());
      }
    }
    return parameters;
  }

  /** Returns the same policy without the parameters that have their defaults. */
  PolicyConfig withoutDefaults() {
    Map<String, Object> others = new TreeMap<>(parameters);
    for (Parameter<?> parameter : parametersOf(name)) {
      others.remove(parameter.name(), parameter.defaultValue());
    }
    return new PolicyConfig(name, others);
  }

  /** Returns the parameters that the policy of this name takes; none for a user's own. */
  static List<Parameter<?>> parametersOf(String name) {
    return PartitionPolicies.descriptions().stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .map(PolicyDescription::parameters)
        .orElse(List.of());
  }

  /**
   * Returns every value that is wrong; what a user's own policy thinks of its parameters shows when
   * it is made.
   *
   * @param gpu the device
   * @param workloads number of workloads that share it
   */
  public List<Violation> violations(GpuConfig gpu, int workloads) {
    Violation.Checks checks = new Violation.Checks();
    if (name.endsWith(".java")) {
      String allowed =
          "the full name of its class, and the file as --policy or in policies of a study";
      return checks.require(false, "name", '"' + name + '"', allowed).violations();
    }
    if (PartitionPolicies.isUserDefined(name)) {
      String allowed = "a class on the class path (POLYPHONY_CLASSPATH), or --policy FILE.java";
      return checks
          .require(UserClass.find(name).isPresent(), "name", '"' + name + '"', allowed)
          .violations();
    }
    List<String> names = PartitionPolicies.names();
    if (!names.contains(name)) {
      String allowed = NearestName.oneOf(name, names) + ", or the full name of your class";
      return checks.require(false, "name", '"' + name + '"', allowed).violations();
    }
    List<String> takes = parametersOf(name).stream().map(Parameter::name).sorted().toList();
    for (String key : parameters.keySet()) {
      String allowed = takes.isEmpty() ? "no parameters" : NearestName.oneOf(key, takes);
      checks.require(takes.contains(key), key, "an unknown key", allowed + " for " + name);
    }
    return checks.violations().isEmpty()
        ? PartitionPolicies.create(name, parameters).violations(gpu, workloads)
        : checks.violations();
  }
}
