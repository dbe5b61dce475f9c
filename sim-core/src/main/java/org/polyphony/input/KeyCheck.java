package org.polyphony.input;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Checks what a file holds (maps, lists, numbers, strings, booleans) against the {@link Key}s of a
 * record. It finds everything that is wrong with single values, and objects with keys that do not
 * go together; constraints between values are left to {@link Keys.Related}.
 */
final class KeyCheck {
  private static final String SOURCE = "source";

  private final List<Violation> violations;
  private final boolean isSourced; // in a record that is Sourced

  private KeyCheck(List<Violation> violations, boolean isSourced) {
    this.violations = violations;
    this.isSourced = isSourced;
  }

  static List<Violation> of(Class<?> type, Map<?, ?> values) {
    List<Violation> violations = new ArrayList<>();
    new KeyCheck(violations, false).object(type, values, "");
    return violations;
  }

  private void wrong(String path, String found, String allowed) {
    violations.add(new Violation(path, found, allowed));
  }

  private void object(Class<?> type, Map<?, ?> values, String path) {
    if (Keys.Sourced.class.isAssignableFrom(type) && !isSourced) {
      new KeyCheck(violations, true).object(type, values, path);
      return;
    }
    Map<String, RecordComponent> keys = Keys.of(type);
    int before = violations.size();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      member(type, entry.getKey().toString(), entry.getValue(), path);
    }
    for (Map.Entry<String, RecordComponent> entry : keys.entrySet()) {
      if (Keys.isRequired(entry.getValue()) && !values.containsKey(entry.getKey())) {
        wrong(at(path, entry.getKey()), "", KeyRule.of(entry.getValue()).allowed());
      }
    }
    if (violations.size() == before) {
      choice(keys, values, path);
      companions(keys, values, path);
    }
  }

  private void member(Class<?> type, String name, Object value, String path) {
    RecordComponent component = Keys.of(type).get(name);
    String at = at(path, name);
    if (component != null) {
      value(KeyRule.of(component), value, at);
    } else if (isSourced && name.equals(SOURCE)) {
      source(value, at);
    } else if (!Keys.isOpen(type)) {
      List<String> names = new ArrayList<>(Keys.of(type).keySet());
      if (isSourced) {
        names.add(SOURCE);
      }
      String allowed = names.isEmpty() ? "no keys" : NearestName.oneOf(name, names);
      wrong(at, "an unknown key", allowed);
    }
  }

  private void source(Object value, String path) {
    if (value instanceof Map<?, ?> each) {
      texts(each, path);
    } else if (!(value instanceof String)) {
      wrong(path, KeyRule.describe(value), "a string or an object");
    }
  }

  private void texts(Map<?, ?> values, String path) {
    values.forEach(
        (key, text) -> {
          if (!(text instanceof String)) {
            wrong(at(path, key.toString()), KeyRule.describe(text), "a string");
          }
        });
  }

  private void choice(Map<String, RecordComponent> keys, Map<?, ?> values, String path) {
    List<String> choices =
        keys.keySet().stream()
            .filter(key -> keys.get(key).getAnnotation(Key.class).choice())
            .toList();
    List<String> found = choices.stream().filter(values::containsKey).toList();
    if (!choices.isEmpty() && found.size() != 1) {
      String allowed = "one of " + String.join(", ", choices);
      if (found.isEmpty()) {
        wrong(path, "needs " + allowed, "");
      } else {
        wrong(path, String.join(" and ", found), allowed);
      }
    }
  }

  private void companions(Map<String, RecordComponent> keys, Map<?, ?> values, String path) {
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      RecordComponent component = keys.get(entry.getKey().toString());
      String[] with = component == null ? new String[0] : component.getAnnotation(Key.class).with();
      if (with.length > 0 && Arrays.stream(with).noneMatch(each -> has(keys, values, each))) {
        wrong(
            at(path, component.getName()), KeyRule.describe(entry.getValue()), KeyRule.only(with));
      }
    }
  }

  private static boolean has(Map<String, RecordComponent> keys, Map<?, ?> values, String with) {
    String[] parts = with.split("=", 2);
    if (parts.length == 1) {
      return values.containsKey(with);
    }
    Object value = values.get(parts[0]);
    String absent = keys.get(parts[0]).getAnnotation(Key.class).absent();
    return (value == null ? absent : value.toString()).equals(parts[1]);
  }

  private void value(KeyRule rule, Object value, String path) {
    if (value instanceof Map<?, ?> map && rule.raw().isRecord()) {
      object(rule.raw(), map, path);
    } else if (value instanceof Map<?, ?> texts && Keys.isOfTexts(rule.component())) {
      texts(texts, path);
    } else if (value instanceof String && rule.raw().isRecord() && rule.isNamed()) {
      RecordComponent named = Keys.of(rule.raw()).get(rule.key().named());
      if (named != null) {
        value(KeyRule.of(named), value, path);
      }
    } else if (!fits(rule, value)) {
      String found = plain(value);
      List<String> choices = rule.choices();
      String allowed = choices.isEmpty() ? rule.allowed() : NearestName.oneOf(found, choices);
      wrong(path, KeyRule.describe(value), allowed);
    }
    if (value instanceof List<?> list && rule.raw() == List.class) {
      for (int i = 0; i < list.size(); i++) {
        value(rule.element(), list.get(i), path + "[" + i + "]");
      }
    }
  }

  /** The ranges of single values are left to the record where it is sourced. */
  private boolean fits(KeyRule rule, Object value) {
    if (!rule.isOfType(value)) {
      return false;
    } else if (!rule.choices().isEmpty()) {
      return rule.choices().contains(plain(value));
    }
    boolean isLeft = isSourced && !(value instanceof List) && rule.isOfComponent();
    return isLeft || rule.isWithin(value);
  }

  private static String at(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static String plain(Object value) {
    boolean isWhole = value instanceof Number n && n.doubleValue() == n.longValue();
    return isWhole ? Long.toString(((Number) value).longValue()) : String.valueOf(value);
  }
}
