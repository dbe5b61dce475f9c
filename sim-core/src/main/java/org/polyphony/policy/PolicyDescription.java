package org.polyphony.policy;

import java.util.List;
import java.util.Locale;

/**
 * What there is to say of a policy in a list.
 *
 * @param parameters all that it has; may be empty
 */
public record PolicyDescription(
    String name, String line, String source, List<Parameter<?>> parameters) {
  public PolicyDescription {
    parameters = List.copyOf(parameters);
  }

  /** Returns the name of a class as configs write it: {@code smk-even} for {@code SmkEven}. */
  public static String nameOf(Class<?> policy) {
    return policy.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
