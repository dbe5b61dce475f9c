package org.polyphony.policy;

import java.util.List;
import java.util.Locale;

/**
 * Description of a policy for listings.
 *
 * @param parameters all its parameters; may be empty
 */
public record PolicyDescription(
    String name, String line, String source, List<Parameter<?>> parameters) {
  public PolicyDescription {
    parameters = List.copyOf(parameters);
  }

  /** Returns the config name of a policy class: {@code smk-even} for {@code SmkEven}. */
  public static String nameOf(Class<?> policy) {
    return policy.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
