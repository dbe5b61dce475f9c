package org.polyphony.input;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Creates, validates and copies records whose components are annotated with {@link Key}. */
public final class Keys {

  private Keys() {}

  /** A record with constraints between its components. */
  public interface Related {
    /**
     * Checks the constraints; called only if every single component is within its bounds.
     *
     * @param checks collects violations
     */
    void check(Violation.Checks checks);
  }

  /**
   * Returns all violations in a record and its nested records: values out of bounds, and, for each
   * record without such a value in or below it, violated constraints between components.
   */
  public static List<Violation> violations(Record record) {
    Violation.Checks checks = new Violation.Checks();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      check(component, component.getName(), get(record, component), checks);
    }
    if (checks.violations().isEmpty() && record instanceof Related related) {
      related.check(checks);
    }
    return checks.violations();
  }

  private static void check(
      RecordComponent component, String path, Object value, Violation.Checks checks) {
    Key key = component.getAnnotation(Key.class);
    if (value instanceof Record below) {
      checks.nested(path, violations(below));
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) instanceof Record element) {
          checks.nested(path + "[" + i + "]", violations(element));
        }
      }
    } else if (key != null && value instanceof Number number) {
      boolean isOutside = !isWithin(key, number) || (key.powerOfTwo() && !isPowerOfTwo(number));
      checks.require(!isOutside, path, number, range(key));
    } else if (key != null && key.oneOf().length > 0 && value != null) {
      List<String> allowed = List.of(key.oneOf());
      String found = value.toString();
      boolean isAllowed = allowed.stream().anyMatch(found::equalsIgnoreCase);
      checks.require(isAllowed, path, found, NearestName.oneOf(found, allowed));
    }
  }

  private static boolean isWithin(Key key, Number number) {
    double value = number.doubleValue();
    boolean isLeast = key.aboveMin() ? value > key.min() : value >= key.min();
    return isLeast && (key.max() == Key.NO_LIMIT || value <= key.max());
  }

  private static boolean isPowerOfTwo(Number number) {
    return Long.bitCount(number.longValue()) == 1;
  }

  /** Describes the allowed range of a key, such as {@code 1 to 8}. */
  public static String range(Key key) {
    boolean isOpen = key.max() == Key.NO_LIMIT;
    if (key.powerOfTwo()) {
      String from = key.min() > 1 ? " from " + key.min() + " to " : " up to ";
      return "a power of two" + (isOpen ? "" : from + key.max());
    } else if (key.aboveMin()) {
      return "above " + key.min() + (isOpen ? "" : " up to " + key.max());
    }
    return key.min() + (isOpen ? " or more" : " to " + key.max());
  }

  /** Returns the names of the enum constants that a component of a record allows, in order. */
  public static List<String> choices(Class<? extends Record> type, String name) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getName().equals(name))
        .map(Keys::choices)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the names of the enum constants that a component allows, in order. */
  public static List<String> choices(RecordComponent component) {
    String[] some = component.getAnnotation(Key.class).oneOf();
    return some.length > 0
        ? List.of(some)
        : Arrays.stream(component.getType().getEnumConstants()).map(Object::toString).toList();
  }

  /**
   * Creates a record from values by key; absent or null values become the default. Unknown keys are
   * ignored here and left to the caller.
   *
   * @param values numbers, strings, booleans, lists of these, maps by key, or records
   * @throws IllegalArgumentException if a required key is absent or a value has the wrong type
   */
  public static <R> R bind(Class<R> type, Map<?, ?> values) {
    Object[] arguments =
        Arrays.stream(type.getRecordComponents()).map(c -> of(c, values)).toArray();
    return make(type, arguments);
  }

  private static Object of(RecordComponent component, Map<?, ?> values) {
    Object value = values.get(component.getName());
    return value == null ? absent(component) : value(component.getGenericType(), value);
  }

  /** Returns the value of a component whose key is absent; null if that is its meaning. */
  public static Object absent(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key == null || key.absent().equals(Key.REQUIRED)) {
      throw new IllegalArgumentException("missing key: " + component.getName());
    }
    return key.absent().equals(Key.NONE) ? null : value(component.getGenericType(), key.absent());
  }

  /** Returns the name of an enum constant in files. */
  public static String choice(RecordComponent component, Enum<?> constant) {
    return choices(component).stream()
        .filter(constant.toString()::equalsIgnoreCase)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns whether a component has a default that equals a value; enum values are given by name.
   */
  public static boolean isDefault(RecordComponent component, Object value) {
    Key key = component.getAnnotation(Key.class);
    if (key == null || key.absent().equals(Key.REQUIRED)) {
      return false;
    }
    return component.getType().isEnum()
        ? key.absent().equals(value)
        : Objects.equals(absent(component), value);
  }

  private static Object value(Type type, Object value) {
    if (type instanceof Class<?> simple) {
      return simple.isInstance(value) ? value : converted(simple, value);
    } else if (value instanceof List<?> list) {
      Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
      return list.stream().map(each -> value(element, each)).toList();
    }
    return value.equals("[]") ? List.of() : value.equals("{}") ? Map.of() : value;
  }

  private static Object converted(Class<?> type, Object value) {
    if (value instanceof Map<?, ?> below) {
      return bind(type, below);
    } else if (type.isEnum()) {
      return constant(type, value);
    }
    Number number = value instanceof Number n ? n : null;
    String text = value.toString();
    return switch (type.getSimpleName()) {
      case "boolean", "Boolean" -> Boolean.valueOf(text);
      case "double", "Double" -> Double.valueOf(text);
      case "int", "Integer" -> number == null ? Integer.valueOf(text) : number.intValue();
      case "long", "Long" -> number == null ? Long.valueOf(text) : number.longValue();
      default -> throw new IllegalArgumentException(type.getSimpleName() + ": " + value);
    };
  }

  private static Object constant(Class<?> type, Object value) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.toString().equalsIgnoreCase(value.toString()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + ": " + value));
  }

  /**
   * Returns a copy of a record with some components changed.
   *
   * @param changes by component path with dots between levels, such as {@code l2.bytes}; values as
   *     for {@link #bind}
   * @throws IllegalArgumentException if there is no such component
   */
  public static <R extends Record> R with(R record, Map<String, ?> changes) {
    R changed = record;
    for (Map.Entry<String, ?> change : changes.entrySet()) {
      changed = with(changed, change.getKey(), change.getValue());
    }
    return changed;
  }

  @SuppressWarnings("unchecked") // the copy has the record's own class
  private static <R extends Record> R with(R record, String path, Object value) {
    String[] steps = path.split("\\.", 2);
    Map<String, Object> values = new HashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      values.put(component.getName(), get(record, component));
    }
    if (!values.containsKey(steps[0])) {
      throw new IllegalArgumentException("no such key: " + path);
    }
    Object below = steps.length == 1 ? value : with((Record) values.get(steps[0]), steps[1], value);
    values.put(steps[0], below);
    return (R) bind(record.getClass(), values);
  }

  public static Object get(Record record, RecordComponent component) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <R> R make(Class<R> type, Object... arguments) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(type.getSimpleName() + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
