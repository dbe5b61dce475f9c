package org.polyphony.policy.partition;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.policy.PolicyDescription;

/**
 * A partition policy's description and factory. Each policy class holds its own; {@code
 * PartitionPolicies} lists them.
 *
 * @param parameters record of the policy's parameters: each component has a {@link
 *     org.polyphony.input.Key}
 */
public record PolicyKind<P extends Record>(
    PolicyDescription description, Class<P> parameters, Function<P, PartitionPolicy> maker) {
  /** The parameters of a policy that has none. */
  public record None() {}

  /** Describes a policy with parameters. */
  public PolicyKind(
      String name,
      String line,
      String source,
      Class<P> parameters,
      Function<P, PartitionPolicy> maker) {
    this(
        new PolicyDescription(name, line, source, List.copyOf(Keys.of(parameters).values())),
        parameters,
        maker);
  }

  /** Describes a policy without parameters. */
  public static PolicyKind<None> of(
      String name, String line, String source, Supplier<PartitionPolicy> maker) {
    return new PolicyKind<>(name, line, source, None.class, none -> maker.get());
  }

  /**
   * Creates a policy for one run.
   *
   * @throws org.polyphony.input.InvalidInputException if a parameter value is invalid or a name
   *     unknown
   */
  public PartitionPolicy create(Map<String, ?> values) {
    Violation.refuse("policy " + description.name(), Keys.check(parameters, values));
    return maker.apply(Keys.bind(parameters, values));
  }
}
