package org.polyphony.policy;

import java.util.Map;

/**
 * What there is to say of a policy in a list.
 *
 * @param name its name in configs
 * @param line what it does, one line
 * @param source where it comes from
 * @param parameters meaning, unit and range of each parameter, by name; may be empty
 */
public record PolicyDescription(
    String name, String line, String source, Map<String, String> parameters) {
  /** Keeps its own copy of the parameters. */
  public PolicyDescription {
    parameters = Map.copyOf(parameters);
  }
}
