package org.polyphony.policy;

import java.util.List;

/**
 * What there is to say of a policy in a list.
 *
 * @param name its name in configs
 * @param line what it does, one line
 * @param source where it comes from
 * @param parameters all that it has; may be empty
 */
public record PolicyDescription(
    String name, String line, String source, List<Parameter<?>> parameters) {
  /** Keeps its own copy of the parameters. */
  public PolicyDescription {
    parameters = List.copyOf(parameters);
  }
}
