package org.polyphony.input;

import java.util.ArrayList;
import java.util.List;

/**
 * One value of a config that is not allowed.
 *
 * @param path where it stands, relative to the record that found it, dots between levels
 * @param allowed what would be right, in words
 */
public record Violation(String path, String found, String allowed) {
  public Violation under(String parent) {
    return parent.isEmpty() ? this : new Violation(parent + "." + path, found, allowed);
  }

  /**
   * Returns this violation as the user reads it.
   *
   * @param origin where it was written: a file, a line of one, an option
   */
  public String at(String origin) {
    String where = path.isEmpty() ? origin : origin + ": " + path;
    return where + ": found " + found + ", allowed: " + allowed;
  }

  /** Returns the error that this violation alone makes. */
  public InvalidInputException errorAt(String origin) {
    return new InvalidInputException(at(origin));
  }

  /** Collects violations; every check is made. */
  public static final class Checks {
    private final List<Violation> violations = new ArrayList<>();

    public Checks() {}

    /** Records a violation unless the condition holds. */
    public Checks require(boolean holds, String path, Object found, String allowed) {
      if (!holds) {
        violations.add(new Violation(path, String.valueOf(found), allowed));
      }
      return this;
    }

    /** Records an integer below its minimum. */
    public Checks atLeast(long minimum, String path, long found) {
      return require(found >= minimum, path, found, minimum + " or more");
    }

    /** Records an integer outside its range. */
    public Checks between(long minimum, long maximum, String path, long found) {
      return require(found >= minimum && found <= maximum, path, found, minimum + " to " + maximum);
    }

    /** Adds the violations of a nested record. */
    public Checks nested(String parent, List<Violation> nested) {
      nested.forEach(v -> violations.add(v.under(parent)));
      return this;
    }

    public List<Violation> violations() {
      return List.copyOf(violations);
    }
  }
}
