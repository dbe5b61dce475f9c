package org.polyphony.input;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Creates, validates and copies records whose components are annotated with {@link Key}. */
public final class Keys {
  private static final Set<Class<?>> BOXED =
      Set.of(Integer.class, Long.class, Double.class, Boolean.class);
  private static final ClassValue<Map<String, RecordComponent>> KEYS =
      new ClassValue<>() {
        @Override
        protected Map<String, RecordComponent> computeValue(Class<?> type) {
          return read(type);
        }
      };

  private Keys() {}

  /**
   * A record whose objects in a file can have a key {@code source} that says where their numbers
   * come from. Its ranges are checked when it is made, so that they are reported together with
   * violated constraints between its components.
   */
  public interface Sourced extends Related {}

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
   * Returns everything that a record does not allow in values of a file, except constraints between
   * them.
   *
   * @param values numbers, strings, booleans, lists of these, and maps by key
   */
  public static List<Violation> violations(Class<?> type, Map<?, ?> values) {
    return KeyCheck.of(type, values);
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

  /**
   * Returns everything that a record does not allow in values of a file; makes the record unless
   * single values are wrong.
   */
  public static List<Violation> check(Class<? extends Record> type, Map<?, ?> values) {
    List<Violation> wrong = violations(type, values);
    return wrong.isEmpty() ? violations(bind(type, values)) : wrong;
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
      KeyRule rule = KeyRule.of(component);
      checks.require(rule.isWithin(number), path, number, rule.allowed());
    } else if (key != null && value != null && !choices(component).isEmpty()) {
      List<String> allowed = choices(component);
      String found = value.toString();
      boolean isAllowed = allowed.stream().anyMatch(name -> isName(value, name));
      checks.require(isAllowed, path, found, NearestName.oneOf(found, allowed));
    }
  }

  /** Returns the names of the enum constants that a component of a record allows, in order. */
  public static List<String> choices(Class<? extends Record> type, String name) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getName().equals(name))
        .map(Keys::choices)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the strings that a component allows, in order; none if it allows any. */
  public static List<String> choices(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key.oneOf().length > 0) {
      return List.of(key.oneOf());
    } else if (key.from() != Key.Names.class) {
      return make(key.from()).names();
    }
    Object[] constants = component.getType().getEnumConstants();
    return constants == null ? List.of() : Arrays.stream(constants).map(Object::toString).toList();
  }

  /**
   * Returns the keys of a record by name: those of its files that it holds in another form first.
   */
  public static Map<String, RecordComponent> of(Class<?> type) {
    return KEYS.get(type);
  }

  private static Map<String, RecordComponent> read(Class<?> type) {
    Map<String, RecordComponent> keys = new LinkedHashMap<>();
    Arrays.stream(type.getDeclaredClasses())
        .filter(nested -> nested.getSimpleName().equals("FileKeys"))
        .forEach(fileKeys -> keys.putAll(of(fileKeys)));
    Arrays.stream(type.getRecordComponents())
        .filter(component -> component.isAnnotationPresent(Key.class))
        .forEach(component -> keys.put(component.getName(), component));
    return Collections.unmodifiableMap(keys);
  }

  /** Returns the error of a component as a key: no annotation, or a default out of range. */
  public static Optional<String> mistake(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key == null || isRequired(component)) {
      return key == null && !isRest(component) ? Optional.of("no @Key") : Optional.empty();
    }
    Violation.Checks checks = new Violation.Checks();
    try {
      check(component, component.getName(), absent(component), checks);
    } catch (IllegalArgumentException e) {
      checks.require(false, "", e.getMessage());
    }
    String wrong =
        "@Key(absent = \"%s\"), allowed: %s"
            .formatted(key.absent(), KeyRule.of(component).allowed());
    return checks.violations().isEmpty() ? Optional.empty() : Optional.of(wrong);
  }

  /** Returns the record that a component has, or the elements of its list; null if neither. */
  public static Class<?> below(RecordComponent component) {
    Type type = component.getGenericType();
    while (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      type = list.getActualTypeArguments()[0];
    }
    return type instanceof Class<?> raw && raw.isRecord() ? raw : null;
  }

  /** Returns whether a component is a map of strings. */
  public static boolean isOfTexts(RecordComponent component) {
    return component.getGenericType() instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && map.getActualTypeArguments()[1] == String.class;
  }

  /** Returns whether a record has a map without a key: it takes all other keys of a file. */
  static boolean isOpen(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).anyMatch(Keys::isRest);
  }

  private static boolean isRest(RecordComponent component) {
    return component.getType() == Map.class && !component.isAnnotationPresent(Key.class);
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
    Key key = component.getAnnotation(Key.class);
    if (value != null) {
      return value(component.getGenericType(), value, key == null ? "" : key.named());
    }
    return isRest(component) ? others(component.getDeclaringRecord(), values) : absent(component);
  }

  private static Map<?, ?> others(Class<?> type, Map<?, ?> values) {
    Map<Object, Object> others = new LinkedHashMap<>(values);
    others.keySet().removeAll(of(type).keySet());
    return others;
  }

  /** Returns whether a file must have the key of a component. */
  public static boolean isRequired(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    boolean isBoxed = BOXED.contains(component.getType());
    return key.absent().equals(Key.REQUIRED) && !key.choice() && !isBoxed;
  }

  /** Returns the value of a component whose key is absent; null if that is its meaning. */
  public static Object absent(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    if (key != null && key.absent().equals(Key.REQUIRED) && !isRequired(component)) {
      return null;
    } else if (key == null || key.absent().equals(Key.REQUIRED)) {
      throw new IllegalArgumentException("missing key: " + component.getName());
    }
    return key.absent().equals(Key.NONE)
        ? null
        : value(component.getGenericType(), key.absent(), key.named());
  }

  /** Returns the name of an enum constant in files. */
  public static String choice(RecordComponent component, Enum<?> constant) {
    return choices(component).stream()
        .filter(name -> isName(constant, name))
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether a name in files, such as {@code file-lock}, means a value or a constant. */
  private static boolean isName(Object value, String name) {
    String own = value instanceof Enum ? value.toString().replace('_', '-') : value.toString();
    return own.equalsIgnoreCase(name) || value.toString().equalsIgnoreCase(name);
  }

  /**
   * Returns whether a component has a default that equals a value; enum values are given by name.
   */
  public static boolean isDefault(RecordComponent component, Object value) {
    Key key = component.getAnnotation(Key.class);
    if (key == null || isRequired(component)) {
      return false;
    }
    return component.getType().isEnum()
        ? key.absent().equals(value)
        : Objects.equals(absent(component), value);
  }

  /** A string in place of a record, or a number in place of a list, stands for one of its keys. */
  private static Object value(Type type, Object value, String named) {
    if (type instanceof Class<?> simple) {
      Object whole = simple.isRecord() && !(value instanceof Record) ? map(value, named) : value;
      return simple.isInstance(whole) ? whole : converted(simple, whole);
    } else if (((ParameterizedType) type).getRawType() == Map.class) {
      return map(value, named);
    } else if (value.equals("[]")) {
      return List.of();
    }
    Type element = ((ParameterizedType) type).getActualTypeArguments()[0];
    List<?> list = value instanceof List<?> several ? several : List.of(map(value, named));
    return list.stream().map(each -> value(element, each, named)).toList();
  }

  private static Object map(Object value, String named) {
    if (value instanceof Map<?, ?>) {
      return value;
    }
    return value.equals("{}") ? Map.of() : Map.of(named, value);
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
      case "boolean", "Boolean" -> truth(text);
      case "double", "Double" -> Double.valueOf(text);
      case "int", "Integer" -> number == null ? Integer.valueOf(text) : number.intValue();
      case "long", "Long" -> number == null ? Long.valueOf(text) : number.longValue();
      case "String" -> number == null ? text : Long.toString(number.longValue());
      default -> throw new IllegalArgumentException(type.getSimpleName() + ": " + value);
    };
  }

  private static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("neither true nor false: " + text);
    }
    return text.equals("true");
  }

  private static Object constant(Class<?> type, Object value) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> isName(constant, value.toString()))
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
      Method accessor = component.getAccessor();
      accessor.setAccessible(true); // of a record that its package keeps to itself
      return accessor.invoke(record);
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
      Constructor<R> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(type.getSimpleName() + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
