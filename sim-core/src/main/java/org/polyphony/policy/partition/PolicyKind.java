package org.polyphony.policy.partition;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.policy.Parameter;
import org.polyphony.policy.PolicyDescription;

/**
 * A partition policy's description and factory. Each policy class holds its own; {@code
 * PartitionPolicies} lists them.
 */
public record PolicyKind(
    PolicyDescription description, Function<PolicyParameters, PartitionPolicy> maker) {
  public PolicyKind(
      String name,
      String line,
      String source,
      List<Parameter<?>> parameters,
      Function<PolicyParameters, PartitionPolicy> maker) {
    this(new PolicyDescription(name, line, source, parameters), maker);
  }

  /**
   * Creates a policy for one run.
   *
   * @throws InvalidInputException if a parameter value is invalid or a name unknown
   */
  public PartitionPolicy create(Map<String, ?> values) {
    PolicyParameters parameters = new PolicyParameters(values, description.parameters());
    PartitionPolicy policy = maker.apply(parameters);
    refuse(description.name(), parameters.violations());
    return policy;
  }

  /** Throws when there are violations. */
  public static void refuse(String name, List<Violation> violations) {
    if (violations.isEmpty()) {
      return;
    }
    StringBuilder message = new StringBuilder("policy " + name + ":");
    for (Violation violation : violations) {
      message.append(
          String.format(
              "%n  %s: found %s, allowed %s",
              violation.path(), violation.found(), violation.allowed()));
    }
    throw new InvalidInputException(message.toString());
  }
}
