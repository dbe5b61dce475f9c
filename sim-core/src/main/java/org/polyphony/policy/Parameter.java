package org.polyphony.policy;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A parameter of a policy: all that configs, their schema, lists and the policy itself know of it.
 *
 * @param <T> type of its value
 * @param name in configs
 * @param meaning one line, without unit, range and default
 * @param unit of its value; empty without
 * @param kind what a config states
 * @param least number that is allowed, also in a list
 * @param most number that is allowed, {@link #NO_LIMIT} when any is
 * @param words that are allowed, the default first; empty unless it is a word
 * @param ifAbsent the value when a config states none; an empty list for a list
 * @param reader turns what a config states into the value; null when that is not allowed
 */
public record Parameter<T>(
    String name,
    String meaning,
    String unit,
    Kind kind,
    long least,
    long most,
    List<String> words,
    T ifAbsent,
    Function<Object, T> reader) {
  /** No largest number. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /** What a config states. */
  public enum Kind {
    /** A number without fraction. */
    WHOLE_NUMBER,
    /** A number. */
    NUMBER,
    /** A number above 0. */
    POSITIVE_NUMBER,
    /** True or false. */
    FLAG,
    /** One of some words. */
    WORD,
    /** A list of numbers without fraction. */
    WHOLE_NUMBERS,
    /** A list of numbers. */
    NUMBERS;

    /** Returns whether it is a list; lists have no default. */
    public boolean isList() {
      return this == WHOLE_NUMBERS || this == NUMBERS;
    }
  }

  /** Makes a number without fraction of 1 or more. */
  public static Parameter<Integer> count(String name, int ifAbsent, String unit, String meaning) {
    return wholeNumber(name, 1, Integer.MAX_VALUE, ifAbsent, unit, meaning);
  }

  /** Makes a number without fraction, at most that of an int. */
  public static Parameter<Integer> wholeNumber(
      String name, long least, long most, int ifAbsent, String unit, String meaning) {
    Predicate<Object> isAllowed = value -> isWhole(value) && isWithin(value, least, most);
    return new Parameter<>(
        name,
        meaning,
        unit,
        Kind.WHOLE_NUMBER,
        least,
        most,
        List.of(),
        ifAbsent,
        value -> isAllowed.test(value) ? ((Number) value).intValue() : null);
  }

  /** Makes a number of 0 or more. */
  public static Parameter<Double> number(String name, double ifAbsent, String meaning) {
    return number(name, Kind.NUMBER, ifAbsent, meaning, value -> isWithin(value, 0, NO_LIMIT));
  }

  /** Makes a number above 0. */
  public static Parameter<Double> positive(String name, double ifAbsent, String meaning) {
    return number(
        name,
        Kind.POSITIVE_NUMBER,
        ifAbsent,
        meaning,
        value -> value instanceof Number n && n.doubleValue() > 0);
  }

  private static Parameter<Double> number(
      String name, Kind kind, double ifAbsent, String meaning, Predicate<Object> isAllowed) {
    return new Parameter<>(
        name,
        meaning,
        "",
        kind,
        0,
        NO_LIMIT,
        List.of(),
        ifAbsent,
        value -> isAllowed.test(value) ? ((Number) value).doubleValue() : null);
  }

  /** Makes what is true unless a config says that it is false. */
  public static Parameter<Boolean> flag(String name, String meaning) {
    return other(
        name, Kind.FLAG, List.of(), true, meaning, v -> v instanceof Boolean flag ? flag : null);
  }

  /** Makes one of some words, the first of them unless a config says another. */
  public static Parameter<String> word(String name, List<String> words, String meaning) {
    String first = words.get(0);
    return other(
        name, Kind.WORD, words, first, meaning, v -> words.contains(v) ? (String) v : null);
  }

  private static <T> Parameter<T> other(
      String name,
      Kind kind,
      List<String> words,
      T ifAbsent,
      String meaning,
      Function<Object, T> reader) {
    return new Parameter<>(name, meaning, "", kind, 0, NO_LIMIT, words, ifAbsent, reader);
  }

  /** Makes a list of numbers without fraction of 1 or more. */
  public static Parameter<List<Integer>> wholeNumbers(String name, long most, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "",
        Kind.WHOLE_NUMBERS,
        1,
        most,
        List.of(),
        List.of(),
        value ->
            list(value).stream().allMatch(Parameter::isWhole)
                ? list(value).stream().map(n -> ((Number) n).intValue()).toList()
                : null);
  }

  /** Makes a list of numbers from 0 to 1. */
  public static Parameter<List<Double>> shares(String name, String meaning) {
    return new Parameter<>(
        name,
        meaning,
        "",
        Kind.NUMBERS,
        0,
        1,
        List.of(),
        List.of(),
        value ->
            list(value).stream().allMatch(Number.class::isInstance)
                ? list(value).stream().map(n -> ((Number) n).doubleValue()).toList()
                : null);
  }

  /** Returns what a config may state, in words. */
  public String allowed() {
    return switch (kind) {
      case WHOLE_NUMBER ->
          most == Integer.MAX_VALUE
              ? "a whole number of " + least + " or more"
              : "a whole number from " + least + " to " + most;
      case NUMBER -> "a number of 0 or more";
      case POSITIVE_NUMBER -> "a number above 0";
      case FLAG -> "true or false";
      case WORD -> "one of " + String.join(", ", words);
      case WHOLE_NUMBERS -> "a list of whole numbers";
      case NUMBERS -> "a list of numbers";
    };
  }

  private static boolean isWhole(Object value) {
    return value instanceof Number n
        && Math.rint(n.doubleValue()) == n.doubleValue()
        && Math.abs(n.doubleValue()) <= Integer.MAX_VALUE;
  }

  private static boolean isWithin(Object value, long least, long most) {
    return value instanceof Number n && n.doubleValue() >= least && n.doubleValue() <= most;
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }
}
