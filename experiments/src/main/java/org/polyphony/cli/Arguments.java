package org.polyphony.cli;

import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** Refuses values of options. */
final class Arguments {
  private Arguments() {}

  /** Returns the error for an option's value. */
  static InvalidInputException wrong(String option, Object found, String allowed) {
    return new Violation("", String.valueOf(found), allowed).errorAt(option);
  }
}
