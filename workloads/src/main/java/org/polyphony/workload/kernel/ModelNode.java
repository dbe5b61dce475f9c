package org.polyphony.workload.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.BriefText;
import org.polyphony.input.InvalidInputException;

/** One JSON value of a model file, with its place; every access checks the type. */
record ModelNode(JsonNode json, Place place) {
  boolean has(String key) {
    return json.has(key);
  }

  InvalidInputException error(String found, String allowed) {
    return place.error(found, allowed);
  }

  boolean isText() {
    return json.isTextual();
  }

  /** Refuses keys that are not listed; refuses a value that is no object. */
  ModelNode onlyKeys(String... allowed) {
    if (!json.isObject()) {
      throw error(brief(), "an object");
    }
    List<String> names = Arrays.asList(allowed);
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      if (!names.contains(member.getKey())) {
        throw place.unknown("key", member.getKey(), names);
      }
    }
    return this;
  }

  /** Returns the value of a key that must be there. */
  ModelNode get(String key) {
    if (!has(key)) {
      throw place.error("no \"" + key + "\"; add it");
    }
    return new ModelNode(json.get(key), place.key(key));
  }

  /** Returns a text, which may have several lines. */
  String text() {
    if (!json.isTextual()) {
      throw error(brief(), "a text");
    }
    if (!BriefText.isOneLine(json.textValue().replaceAll("[\n\t]", ""))) {
      throw error(brief(), "a text without control characters");
    }
    return json.textValue();
  }

  /** Returns a text that results have as a name. */
  String name() {
    if (!BriefText.isOneLine(text())) {
      throw error(brief(), "a name without control characters");
    }
    return text();
  }

  String textOr(String key, String otherwise) {
    return has(key) ? get(key).text() : otherwise;
  }

  String expression() {
    if (json.isIntegralNumber()) {
      return json.asText();
    }
    if (!json.isTextual()) {
      throw error(brief(), "an integer or an expression in quotes");
    }
    return json.textValue();
  }

  /** Returns the value of an expression that must be constant. */
  long value(Scope scope) {
    return scope.value(expression(), place);
  }

  /**
   * Returns the value of an expression that must be constant and in a range.
   *
   * @param what follows the value in the message, with a blank before it
   */
  long value(Scope scope, long least, long most, String what) {
    long value = value(scope);
    if (value < least || value > most) {
      throw error(value + what, least + " to " + most);
    }
    return value;
  }

  /** Returns three sides of a box, those that are not given as 1. */
  int[] sides(Scope scope, int most, String what) {
    int[] all = {1, 1, 1};
    List<ModelNode> given = list();
    for (int i = 0; i < Math.min(3, given.size()); i++) {
      all[i] = (int) Math.max(0, Math.min(most + 1, given.get(i).value(scope)));
    }
    long product = (long) all[0] * all[1] * all[2];
    if (given.isEmpty() || given.size() > 3 || product < 1 || product > most) {
      throw error(brief(), "1 to 3 sides, at most " + most + " " + what + " in all");
    }
    return all;
  }

  /** Returns the value that a text names. */
  <T> T named(String kind, Map<String, T> values) {
    T value = values.get(text());
    if (value == null) {
      throw place.unknown(kind, text(), values.keySet());
    }
    return value;
  }

  boolean flag(String key) {
    if (!has(key)) {
      return false;
    }
    if (!json.get(key).isBoolean()) {
      throw get(key).error(get(key).brief(), "true or false");
    }
    return json.get(key).booleanValue();
  }

  int integer(int least, int most) {
    boolean fits = json.canConvertToInt() && json.isIntegralNumber();
    if (!fits || json.intValue() < least || json.intValue() > most) {
      throw error(brief(), "an integer from " + least + " to " + most);
    }
    return json.intValue();
  }

  List<ModelNode> list() {
    if (!json.isArray()) {
      throw error(brief(), "a list");
    }
    List<ModelNode> items = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      items.add(new ModelNode(json.get(i), place.index(i)));
    }
    return items;
  }

  List<ModelNode> listOrEmpty(String key) {
    return has(key) ? get(key).list() : List.of();
  }

  /** Returns the members of an object in file order. */
  Map<String, ModelNode> members() {
    if (!json.isObject()) {
      throw error(brief(), "an object");
    }
    Map<String, ModelNode> members = new LinkedHashMap<>();
    json.fieldNames().forEachRemaining(name -> members.put(name, get(name)));
    for (String name : members.keySet()) {
      if (!BriefText.isOneLine(name)) {
        throw error("the key \"" + name + "\"", "names without control characters");
      }
    }
    return members;
  }

  /** Returns the members of an optional object in file order. */
  Map<String, ModelNode> membersOrEmpty(String key) {
    return has(key) ? get(key).members() : Map.of();
  }

  String brief() {
    String text = json.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
