package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.Violation;

/** Paths as users write and read them: keys with dots between, array indexes in brackets. */
final class JsonPath {
  private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d{1,9})]");
  private static final Pattern PATH = Pattern.compile("[^.\\[\\]]+(\\[\\d{1,9}]|\\.[^.\\[\\]]+)*");

  private static final Pattern CONTROL_OR_LINE = Pattern.compile("\\p{Cntrl}");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

  static final int DEPTH = 50;

  private JsonPath() {}

  static boolean isValid(String path) {
    return !isTooDeep(path) && PATH.matcher(path).matches();
  }

  /** Returns whether a path has more steps than {@value #DEPTH}, which nothing here has. */
  static boolean isTooDeep(String path) {
    return path.chars().filter(character -> character == '.' || character == '[').count() >= DEPTH;
  }

  /** Returns the keys (String) and indexes (Integer) of a valid path. */
  static List<Object> steps(String path) {
    List<Object> steps = new ArrayList<>();
    Matcher step = STEP.matcher(path);
    while (step.find()) {
      steps.add(step.group(1) != null ? step.group(1) : (Object) Integer.valueOf(step.group(2)));
    }
    return steps;
  }

  static String key(String parent, String key) {
    return parent.isEmpty() ? key : parent + "." + key;
  }

  static String index(String parent, int index) {
    return parent + "[" + index + "]";
  }

  static String step(String parent, Object step) {
    return step instanceof Integer index ? index(parent, index) : key(parent, (String) step);
  }

  /** Returns the path without its last step, which a dot or a bracket begins. */
  static String parent(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }

  /** Returns why a value, or one within it, is nothing that a key here can have. */
  static Optional<Violation> unusable(JsonNode value, String path) {
    if (value.isFloatingPointNumber() && !Double.isFinite(value.asDouble())) {
      return Optional.of(new Violation(path, "a number too large", "numbers up to 1.7e308"));
    }
    boolean isName = path.endsWith("name") || path.endsWith(".id");
    Pattern unwanted = isName ? CONTROL_OR_LINE : CONTROL;
    if (value.isTextual() && unwanted.matcher(value.asText()).find()) {
      return Optional.of(new Violation(path, describe(value), "a text without control characters"));
    }
    Iterator<JsonNode> below = value.elements();
    Optional<Violation> found = Optional.empty();
    while (found.isEmpty() && below.hasNext()) {
      found = unusable(below.next(), path);
    }
    return found;
  }

  /** Returns a value in words: as it stands in the file, cut when long; structures by kind. */
  static String describe(JsonNode value) {
    if (value.isMissingNode()) {
      return "";
    }
    if (value.isObject()) {
      return "an object";
    }
    if (value.isArray()) {
      return value.isEmpty() ? "an empty array" : "an array of " + value.size();
    }
    String text = value.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
