package org.polyphony.input;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Which values a {@link Key} allows, as a condition and in words.
 *
 * @param component that has the key
 * @param type of the values: that of the component, or of elements of its list
 */
public record KeyRule(RecordComponent component, Type type) {
  private static final int LONGEST = 60;

  /** Returns the rule of a component. */
  public static KeyRule of(RecordComponent component) {
    return new KeyRule(component, component.getGenericType());
  }

  /** Returns the rule of the elements of a list. */
  public KeyRule element() {
    return new KeyRule(component, ((ParameterizedType) type).getActualTypeArguments()[0]);
  }

  public Key key() {
    return component.getAnnotation(Key.class);
  }

  public Class<?> raw() {
    return type instanceof ParameterizedType p ? (Class<?>) p.getRawType() : (Class<?>) type;
  }

  /** Returns whether it is about the value of the component, not about elements of its list. */
  public boolean isOfComponent() {
    return type.equals(component.getGenericType());
  }

  /** Returns the strings that are allowed; empty if any is. */
  List<String> choices() {
    return !isOfComponent() ? List.of() : Keys.choices(component);
  }

  /** Returns whether a string can stand for an object. */
  public boolean isNamed() {
    return !key().named().isEmpty() && key().or() == void.class;
  }

  /** Returns a value as it stands in a file; long strings are cut, structures told by kind. */
  static String describe(Object value) {
    if (value instanceof Map) {
      return "an object";
    } else if (value instanceof List<?> list) {
      return list.isEmpty() ? "an empty array" : "an array of " + list.size();
    }
    String text = value instanceof String string ? quoted(string) : String.valueOf(value);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
  }

  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t") + '"';
  }

  static String only(String... with) {
    String key = with[0].contains("=") ? with[0].split("=", 2)[0] + " " : "";
    List<String> words = Arrays.stream(with).map(each -> each.replaceFirst("^.*=", "")).toList();
    return "only with " + key + String.join(" or ", words);
  }

  /** Describes the values that are allowed, such as {@code an integer from 1 to 8}. */
  public String allowed() {
    if (!choices().isEmpty()) {
      return (choices().size() == 1 ? "" : "one of ") + String.join(", ", choices());
    } else if (raw().isRecord()) {
      return isNamed() ? "a string or an object" : "an object";
    } else if (!isOfComponent()) {
      boolean isNumber = Number.class.isAssignableFrom(raw());
      return word(raw()) + (isNumber ? range(key().eachMin(), key().eachMax()) : "");
    } else if (key().powerOfTwo()) {
      return "a power of two" + powerRange();
    }
    String other = key().or() == void.class ? "" : word(key().or()) + " or ";
    return other + word(raw()) + limits();
  }

  private static String word(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "Integer", "long", "Long" -> "an integer";
      case "double", "Double" -> "a number";
      case "boolean", "Boolean" -> "true or false";
      case "List" -> "an array";
      case "Map" -> "an object";
      default -> "a string";
    };
  }

  private String limits() {
    Key key = key();
    boolean isInt = raw() == int.class || raw() == Integer.class;
    return switch (word(raw())) {
      case "an integer" ->
          isInt ? " from " + key.min() + " to " + key.max() : range(key.min(), max(key));
      case "a number" -> key.aboveMin() ? above(key) : range(key.min(), max(key));
      case "an array" -> size(key);
      case "a string" -> form(key);
      default -> "";
    };
  }

  /** Returns the maximum of a number that is not an int. */
  public static long max(Key key) {
    if (key.max() != Key.NO_LIMIT) {
      return key.max();
    }
    return switch (key.unit()) {
      case "s" -> Key.LONGEST_SECONDS;
      case "B" -> Key.MOST_BYTES;
      default -> Key.NO_LIMIT;
    };
  }

  private static String range(long min, long max) {
    return max == Key.NO_LIMIT ? " of " + min + " or more" : " from " + min + " to " + max;
  }

  private static String above(Key key) {
    return " above " + key.min() + (max(key) == Key.NO_LIMIT ? "" : " up to " + max(key));
  }

  private String powerRange() {
    if (key().max() == Key.NO_LIMIT) {
      return "";
    }
    return (key().min() > 1 ? " from " + key().min() + " to " : " up to ") + key().max();
  }

  private static String size(Key key) {
    if (key.min() == 0 && key.max() == Key.NO_LIMIT) {
      return "";
    }
    return " of " + key.min() + (key.max() == Key.NO_LIMIT ? " or more" : " to " + key.max());
  }

  private static String form(Key key) {
    if (key.pattern().equals(Key.FOLDER_NAME)) {
      return " usable as a folder name: not empty, . or .., without /, \\ and control characters";
    } else if (!key.pattern().isEmpty()) {
      boolean isWord = key.pattern().matches("\\w+");
      return isWord ? " \"" + key.pattern() + '"' : " that matches " + key.pattern();
    }
    return key.min() > 0 ? " that is not empty" : "";
  }

  /** Returns whether a value in a file has the type of the key, whatever its range. */
  boolean isOfType(Object value) {
    boolean isOther = isOfComponent() && key().or() != void.class && isOf(key().or(), value);
    return isOther || isOf(raw(), value);
  }

  private static boolean isOf(Class<?> type, Object value) {
    return switch (type.getSimpleName()) {
      case "int", "Integer" -> isWhole(value) && Math.abs(number(value)) <= Integer.MAX_VALUE;
      case "long", "Long" -> isWhole(value) && Math.abs(number(value)) <= Long.MAX_VALUE;
      case "double", "Double" -> value instanceof Number;
      case "boolean", "Boolean" -> value instanceof Boolean;
      case "List" -> value instanceof List;
      case "Map" -> value instanceof Map;
      default -> !type.isRecord() && value instanceof String;
    };
  }

  private static boolean isWhole(Object value) {
    return value instanceof Number && Math.rint(number(value)) == number(value);
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }

  /** Returns whether a value of the right type, or the size of a list, is in its range. */
  boolean isWithin(Object value) {
    Key key = key();
    if (!isOfComponent()) {
      return !(value instanceof Number n) || isBetween(n, key.eachMin(), key.eachMax());
    } else if (value instanceof Number number) {
      boolean isPower = !key.powerOfTwo() || Long.bitCount(number.longValue()) == 1;
      boolean isAbove = !key.aboveMin() || number.doubleValue() > key.min();
      return isPower && isAbove && isBetween(number, key.min(), max(key));
    } else if (value instanceof List<?> list) {
      return isBetween(list.size(), key.min(), key.max());
    }
    return !(value instanceof String text)
        || (text.length() >= key.min() && (key.pattern().isEmpty() || text.matches(key.pattern())));
  }

  private static boolean isBetween(Number number, long min, long max) {
    double value = number.doubleValue();
    return value >= min && (max == Key.NO_LIMIT || value <= max);
  }
}
