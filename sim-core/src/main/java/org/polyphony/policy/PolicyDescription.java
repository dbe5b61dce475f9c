package org.polyphony.policy;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;

/**
 * Description of a policy for listings.
 *
 * @param parameters its parameters, each with a {@link org.polyphony.input.Key}; may be empty
 */
public record PolicyDescription(
    String name, String line, String source, List<RecordComponent> parameters) {
  public PolicyDescription {
    parameters = List.copyOf(parameters);
  }

  /** Describes a policy without parameters. */
  public PolicyDescription(String name, String line, String source) {
    this(name, line, source, List.of());
  }

  /** Returns the config name of a policy class: {@code smk-even} for {@code SmkEven}. */
  public static String nameOf(Class<?> policy) {
    return policy.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
