package org.polyphony.policy;

import java.util.List;
import java.util.function.Predicate;

/**
 * A parameter of a policy: its name, type, range, default and description, from which config
 * checks, the schema, listings and the policy itself are driven.
 *
 * @param <T> type of its value
 * @param name in configs
 * @param meaning one line, without unit, range and default
 * @param unit of its value; empty if it has none
 * @param kind the type of the value in a config
 * @param min minimum, also of each list element
 * @param max maximum, also of each list element; {@link #NO_LIMIT} if there is none
 * @param defaultValue the default; an empty list for a list
 */
public record Parameter<T>(
    String name,
    String meaning,
    String unit,
    Kind kind,
    long min,
    long max,
    List<String> words,
    T defaultValue) {
  /** No maximum. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /** The type of the value in a config. */
  public enum Kind {
    /** An integer. */
    WHOLE_NUMBER,
    /** A number. */
    NUMBER,
    /** A number above 0. */
    POSITIVE_NUMBER,
    /** True or false. */
    FLAG,
    /** One of a set of words. */
    WORD,
    /** A list of integers. */
    WHOLE_NUMBERS,
    /** A list of numbers. */
    NUMBERS;

    /** Returns whether the value is a list; lists have no default. */
    public boolean isList() {
      return this == WHOLE_NUMBERS || this == NUMBERS;
    }
  }

  /** Creates an integer of 1 or more. */
  public static Parameter<Integer> count(
      String name, int defaultValue, String unit, String meaning) {
    return wholeNumber(name, 1, Integer.MAX_VALUE, defaultValue, meaning).in(unit);
  }

  /** Creates an integer within the range of an int. */
  public static Parameter<Integer> wholeNumber(
      String name, long min, long max, int defaultValue, String meaning) {
    return make(name, Kind.WHOLE_NUMBER, min, max, defaultValue, meaning);
  }

  /** Creates a number of 0 or more. */
  public static Parameter<Double> number(String name, double defaultValue, String meaning) {
    return make(name, Kind.NUMBER, 0, NO_LIMIT, defaultValue, meaning);
  }

  /** Creates a number above 0. */
  public static Parameter<Double> positive(String name, double defaultValue, String meaning) {
    return make(name, Kind.POSITIVE_NUMBER, 0, NO_LIMIT, defaultValue, meaning);
  }

  /** Creates a flag that defaults to true. */
  public static Parameter<Boolean> flag(String name, String meaning) {
    return make(name, Kind.FLAG, 0, NO_LIMIT, true, meaning);
  }

  /** Creates a choice from words, the first of which is the default. */
  public static Parameter<String> word(String name, List<String> words, String meaning) {
    return new Parameter<>(name, meaning, "", Kind.WORD, 0, NO_LIMIT, words, words.get(0));
  }

  /** Creates a list of integers of 1 or more. */
  public static Parameter<List<Integer>> wholeNumbers(String name, long max, String meaning) {
    return wholeNumbers(name, 1, max, meaning);
  }

  /** Creates a list of integers. */
  public static Parameter<List<Integer>> wholeNumbers(
      String name, long min, long max, String meaning) {
    return make(name, Kind.WHOLE_NUMBERS, min, max, List.of(), meaning);
  }

  /** Creates a list of numbers from 0 to 1. */
  public static Parameter<List<Double>> shares(String name, String meaning) {
    return make(name, Kind.NUMBERS, 0, 1, List.of(), meaning);
  }

  private static <T> Parameter<T> make(
      String name, Kind kind, long min, long max, T defaultValue, String meaning) {
    return new Parameter<>(name, meaning, "", kind, min, max, List.of(), defaultValue);
  }

  private Parameter<T> in(String newUnit) {
    return new Parameter<>(name, meaning, newUnit, kind, min, max, words, defaultValue);
  }

  /** Converts the value stated in a config; returns null if it is not allowed. */
  @SuppressWarnings("unchecked") // each factory method pairs its kind with its type
  public T read(Object stated) {
    List<?> list = stated instanceof List<?> several ? several : List.of(stated);
    Object value =
        switch (kind) {
          case WHOLE_NUMBER -> isWhole(stated) && isInRange(stated) ? whole(stated) : null;
          case NUMBER, POSITIVE_NUMBER -> isInRange(stated) ? number(stated) : null;
          case FLAG -> stated instanceof Boolean ? stated : null;
          case WORD -> words.contains(stated) ? stated : null;
          case WHOLE_NUMBERS ->
              all(list, Parameter::isWhole) ? list.stream().map(Parameter::whole).toList() : null;
          case NUMBERS ->
              all(list, Number.class::isInstance)
                  ? list.stream().map(Parameter::number).toList()
                  : null;
        };
    return (T) value;
  }

  private boolean isInRange(Object stated) {
    return stated instanceof Number n
        && number(n) >= min
        && number(n) <= max
        && (kind != Kind.POSITIVE_NUMBER || number(n) > 0);
  }

  private static boolean isWhole(Object stated) {
    return stated instanceof Number n
        && Math.rint(number(n)) == number(n)
        && Math.abs(number(n)) <= Integer.MAX_VALUE;
  }

  private static boolean all(List<?> list, Predicate<Object> condition) {
    return list.stream().allMatch(condition);
  }

  private static int whole(Object number) {
    return ((Number) number).intValue();
  }

  private static double number(Object number) {
    return ((Number) number).doubleValue();
  }

  /** Describes the allowed values. */
  public String allowed() {
    return switch (kind) {
      case WHOLE_NUMBER ->
          max == Integer.MAX_VALUE
              ? "a whole number of " + min + " or more"
              : "a whole number from " + min + " to " + max;
      case NUMBER -> "a number of 0 or more";
      case POSITIVE_NUMBER -> "a number above 0";
      case FLAG -> "true or false";
      case WORD -> "one of " + String.join(", ", words);
      case WHOLE_NUMBERS -> "a list of whole numbers";
      case NUMBERS -> "a list of numbers";
    };
  }
}
