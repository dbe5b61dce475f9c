package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.Violation;

/** Paths as users write and read them: keys with dots between, array indexes in brackets. */
final class JsonPath {
  private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[(\\d{1,9})]");
  private static final Pattern PATH = Pattern.compile("[^.\\[\\]]+(\\[\\d{1,9}]|\\.[^.\\[\\]]+)*");

  private static final Pattern CONTROL_OR_LINE = Pattern.compile("\\p{Cntrl}");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

  private static final int DEPTH = 50; // steps

  private JsonPath() {}

  /** Returns whether a text is a path, of no more steps than anything here has. */
  static boolean isValid(String path) {
    return path.chars().filter(c -> c == '.' || c == '[').count() < DEPTH
        && PATH.matcher(path).matches();
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

  /** Returns the value at a path below a node; a missing node when there is none. */
  static JsonNode at(JsonNode top, String path) {
    JsonNode node = top;
    for (Object step : steps(path)) {
      node = step instanceof Integer index ? node.path(index) : node.path((String) step);
    }
    return node;
  }

  /** Sets the key of an object, or an element of an array, which may be the next one. */
  static void put(JsonNode parent, Object step, JsonNode value) {
    if (parent instanceof ObjectNode object) {
      object.set((String) step, value);
    } else if ((Integer) step == parent.size()) {
      ((ArrayNode) parent).add(value);
    } else {
      ((ArrayNode) parent).set((Integer) step, value);
    }
  }

  /** Returns whether a path extends another, non-empty one. */
  static boolean isBelow(String path, String parent) {
    return path.length() > parent.length()
        && path.startsWith(parent)
        && ".[".indexOf(path.charAt(parent.length())) >= 0;
  }

  /**
   * Adds the values in a node that have nothing below them.
   *
   * @param path of the node
   * @param leaves by path
   */
  static void addLeaves(JsonNode node, String path, Map<String, JsonNode> leaves) {
    if (node.isEmpty()) {
      leaves.put(path, node);
    }
    node.forEachEntry((key, value) -> addLeaves(value, key(path, key), leaves));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      addLeaves(node.get(i), index(path, i), leaves);
    }
  }

  /**
   * Requires that a value, and each within it, is one that a key here can have.
   *
   * @param origin where it was written
   */
  static void requireUsable(JsonNode value, String path, String origin) {
    if (value.isFloatingPointNumber() && !Double.isFinite(value.asDouble())) {
      throw new Violation(path, "a number too large", "numbers up to 1.7e308").errorAt(origin);
    }
    boolean isName = path.endsWith("name") || path.endsWith(".id");
    Pattern unwanted = isName ? CONTROL_OR_LINE : CONTROL;
    if (value.isTextual() && unwanted.matcher(value.asText()).find()) {
      String allowed = "a text without control characters";
      throw new Violation(path, describe(value), allowed).errorAt(origin);
    }
    value.forEach(below -> requireUsable(below, path, origin));
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
