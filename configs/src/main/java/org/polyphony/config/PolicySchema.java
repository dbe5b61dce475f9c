package org.polyphony.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.policy.Parameter;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;

/** What the schema of experiments says of policies, made of what each policy says of itself. */
final class PolicySchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private PolicySchema() {}

  /**
   * Adds the parameters of every policy, preemption techniques and warp schedulers to the schema.
   */
  static ObjectNode addTo(ObjectNode experiment) {
    ObjectNode policyRule = (ObjectNode) experiment.at("/properties/policy");
    policyRule.remove("additionalProperties"); // a class of one's own takes what it likes
    policyRule.putArray("required").add("name");
    ObjectNode policyKeys = policyRule.putObject("properties");
    policyKeys
        .putObject("name")
        .put("description", "name of a policy, or full name of your class")
        .put("type", "string");
    for (PolicyDescription policy : PartitionPolicies.descriptions()) {
      policy.parameters().forEach(p -> policyKeys.set(p.name(), rule(p)));
    }
    names(experiment, "preemption", Preemptions.list());
    names(experiment, "warpScheduler", WarpSchedulers.withinKernel());
    names(experiment, "kernelScheduler", WarpSchedulers.betweenKernels());
    return experiment;
  }

  private static void names(
      ObjectNode experiment, String key, List<PolicyDescription> descriptions) {
    ObjectNode rule = (ObjectNode) experiment.at("/properties/" + key);
    descriptions.forEach(each -> rule.withArray("enum").add(each.name()));
  }

  private static ObjectNode rule(Parameter<?> parameter) {
    String users =
        PartitionPolicies.descriptions().stream()
            .filter(policy -> policy.parameters().contains(parameter))
            .map(PolicyDescription::name)
            .collect(Collectors.joining(", "));
    ObjectNode rule = MAPPER.createObjectNode();
    rule.put("description", users + ": " + parameter.meaning());
    if (!parameter.unit().isEmpty()) {
      rule.put("unit", parameter.unit());
    }
    switch (parameter.kind()) {
      case WHOLE_NUMBER -> limit(rule.put("type", "integer"), parameter);
      case NUMBER -> limit(rule.put("type", "number"), parameter);
      case POSITIVE_NUMBER -> rule.put("type", "number").put("exclusiveMinimum", 0);
      case FLAG -> rule.put("type", "boolean");
      case WORD -> parameter.words().forEach(rule.put("type", "string").withArray("enum")::add);
      case WHOLE_NUMBERS -> limit(items(rule, "integer"), parameter);
      case NUMBERS -> limit(items(rule, "number"), parameter);
    }
    if (!parameter.kind().isList()) {
      rule.set("default", MAPPER.valueToTree(parameter.defaultValue()));
    }
    return rule;
  }

  private static ObjectNode items(ObjectNode rule, String type) {
    return rule.put("type", "array").putObject("items").put("type", type);
  }

  private static void limit(ObjectNode rule, Parameter<?> parameter) {
    rule.put("minimum", parameter.min());
    if (parameter.max() != Parameter.NO_LIMIT) {
      rule.put("maximum", parameter.max());
    }
  }
}
