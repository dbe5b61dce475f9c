package org.polyphony.cli;

import java.util.List;
import java.util.function.Function;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;

/** Refuses values of options. */
final class Arguments {
  private Arguments() {}

  /**
   * Returns which of some values an option names.
   *
   * @param name what the option calls a value
   * @throws InvalidInputException when it names none
   */
  static <T> T oneOf(String option, String found, List<T> values, Function<T, String> name) {
    List<String> names = values.stream().map(name).toList();
    requireOneOf(option, found, names);
    return values.get(names.indexOf(found));
  }

  /** Requires that an option has one of some values. */
  static void requireOneOf(String option, String found, List<String> values) {
    if (!values.contains(found)) {
      throw wrong(option, "'" + found + "'", NearestName.oneOf(found, values));
    }
  }

  /** Requires that an option, where it is given, has a number not below a least one. */
  static void requireAtLeast(long least, String option, Number found) {
    if (found != null && found.longValue() < least) {
      throw wrong(option, found, least + " or more");
    }
  }

  static InvalidInputException wrong(String option, Object found, String allowed) {
    return new Violation("", String.valueOf(found), allowed).errorAt(option);
  }
}
