package org.polyphony.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An invalid config value.
 *
 * @param path relative to the record that found it, dots between levels
 * @param found the value in words; empty when there is none; or, where nothing is allowed, a
 *     sentence that says what is wrong and what to do
 * @param allowed description of the allowed values; empty when {@code found} is a sentence
 */
public record Violation(String path, String found, String allowed) {
  /** Refuses null, which a user's policy could pass. */
  public Violation {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(allowed, "allowed");
  }

  public Violation under(String parent) {
    if (parent.isEmpty()) {
      return this;
    }
    return new Violation(path.isEmpty() ? parent : parent + "." + path, found, allowed);
  }

  /**
   * Formats the violation for the user.
   *
   * @param origin of the value: a file, a line of a file, an option
   */
  public String at(String origin) {
    return (path.isEmpty() ? origin : origin + ": " + path) + ": " + text();
  }

  /** Returns the message without the place. */
  public String text() {
    if (allowed.isEmpty()) {
      return found;
    }
    return found.isEmpty()
        ? "missing; give " + allowed
        : "found " + found + ", allowed: " + allowed;
  }

  /** Returns the exception for this single violation. */
  public InvalidInputException errorAt(String origin) {
    return new InvalidInputException(at(origin));
  }

  /**
   * Throws when there are violations.
   *
   * @param of what they are of, such as a policy
   */
  public static void refuse(String of, List<Violation> violations) {
    if (!violations.isEmpty()) {
      StringBuilder message = new StringBuilder(of + ":");
      for (Violation violation : violations) {
        message.append(String.format("%n  %s: %s", violation.path(), violation.text()));
      }
      throw new InvalidInputException(message.toString());
    }
  }

  /** Collects violations; checks continue after a failure. */
  public static final class Checks {
    private final List<Violation> violations = new ArrayList<>();

    public Checks() {}

    /** Adds a violation unless the condition holds. */
    public Checks require(boolean holds, String path, Object found, String allowed) {
      if (!holds) {
        violations.add(new Violation(path, String.valueOf(found), allowed));
      }
      return this;
    }

    /** Adds a sentence about a value unless the condition holds. */
    public Checks require(boolean holds, String path, String sentence) {
      return require(holds, path, sentence, "");
    }

    /** Adds a violation if an integer is out of range. */
    public Checks between(long minimum, long maximum, String path, long found) {
      return require(found >= minimum && found <= maximum, path, found, minimum + " to " + maximum);
    }

    /** Adds the violations of a nested record, prefixed with its path. */
    public Checks nested(String parent, List<Violation> nested) {
      nested.forEach(v -> violations.add(v.under(parent)));
      return this;
    }

    public List<Violation> violations() {
      return List.copyOf(violations);
    }
  }
}
