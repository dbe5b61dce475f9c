package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.policy.Parameter;

/** Makes the record of a partition policy: parameters that are not stated have their defaults. */
final class PolicyBinder {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private PolicyBinder() {}

  /**
   * Makes the record.
   *
   * @param policy a name, or an object with name and parameters
   * @param absent the name where there is neither
   */
  static PolicyConfig bind(JsonNode policy, String absent) {
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
        parameters.put(parameter.name(), parameter.ifAbsent());
      }
    }
    return parameters;
  }
}
