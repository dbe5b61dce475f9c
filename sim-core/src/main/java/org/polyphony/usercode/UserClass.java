package org.polyphony.usercode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/**
 * A user's class: found, checked without being initialized, and instantiated. Its public
 * constructor takes what the program gives to all classes of its kind, and then a record of
 * parameters, a map of them, or nothing.
 *
 * @param <T> interface that the class implements
 */
public final class UserClass<T> {
  private final Class<T> type;
  private final Class<?> found;
  private final List<Class<?>> given;
  private final Constructor<?> constructor;

  /**
   * Checks a class.
   *
   * @param given types of the first parameters of its constructor
   * @throws InvalidInputException if it cannot be instantiated
   */
  public UserClass(Class<T> type, Class<?> found, Class<?>... given) {
    this.type = type;
    this.found = found;
    this.given = List.of(given);
    if (!type.isAssignableFrom(found)) {
      throw refusal("does not implement " + type.getName(), null);
    }
    if (Modifier.isAbstract(found.getModifiers()) || !Modifier.isPublic(found.getModifiers())) {
      throw refusal("cannot be constructed: it is abstract or not public", null);
    }
    constructor = attempt("cannot be loaded", this::findConstructor);
    attempt("has wrong parameters", this::checkKeys);
  }

  /**
   * Finds and checks a class.
   *
   * @throws InvalidInputException if there is none, or it cannot be instantiated
   */
  public static <T> UserClass<T> named(Class<T> type, String name, Class<?>... given) {
    Optional<Class<?>> found = find(name);
    if (found.isEmpty()) {
      throw new InvalidInputException("no class " + name + " on the class path");
    }
    return new UserClass<>(type, found.get(), given);
  }

  /**
   * Finds a class by name without initializing it, with the thread's context class loader, which
   * may know classes that were compiled for this run only; empty if there is none.
   */
  public static Optional<Class<?>> find(String name) {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = ofThread == null ? UserClass.class.getClassLoader() : ofThread;
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError | SecurityException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a name is of a class or of a Java file. */
  public static boolean isOne(String name) {
    return JavaSource.isOne(name) || find(name).isPresent();
  }

  /** Returns the class for one run: it shares no static fields, nor do those beside it. */
  public UserClass<T> forRun() {
    Class<?> own = attempt("cannot be loaded", () -> UserClassLoader.again(found));
    return new UserClass<>(type, own, given.toArray(Class<?>[]::new));
  }

  /**
   * Refuses static fields that are not final, also of nested classes.
   *
   * @param whose who would share them, in words
   */
  public void requireNoSharedState(String whose) {
    for (Class<?> each : attempt("cannot be loaded", () -> found.getNestHost().getNestMembers())) {
      boolean isOwn = (each.getName() + "$").startsWith(found.getName() + "$");
      for (Field field : isOwn ? each.getDeclaredFields() : new Field[0]) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers) && !field.isSynthetic()) {
          String name = each == found ? "" : each.getSimpleName() + ".";
          String why = "has a static field that " + whose + " would share; make it final: ";
          throw refusal(why + name + field.getName(), null);
        }
      }
    }
  }

  /**
   * Returns what is wrong with values of the parameters; makes their record, but not the class.
   *
   * @throws InvalidInputException if the class takes none, or its record throws
   */
  public List<Violation> violations(Map<String, ?> parameters) {
    Class<?> last = lastParameter();
    if (last.isRecord()) {
      return attempt(
          "cannot read its parameters",
          () -> Keys.check(last.asSubclass(Record.class), parameters));
    }
    if (last == void.class && !parameters.isEmpty()) {
      String why = "takes no parameters: it has no public constructor with a record or a Map";
      throw refusal(why, null);
    }
    return List.of();
  }

  /**
   * Creates an instance.
   *
   * @param parameters numbers, strings, booleans and lists of them, by name
   * @param arguments for the first parameters of the constructor
   * @throws InvalidInputException if a parameter is wrong, or the constructor throws
   */
  public T create(Map<String, ?> parameters, Object... arguments) {
    Violation.refuse("class " + found.getName(), violations(parameters));
    Class<?> last = lastParameter();
    List<Object> all = new ArrayList<>(Arrays.asList(arguments));
    if (last.isRecord()) {
      all.add(attempt("cannot read its parameters", () -> Keys.bind(last, parameters)));
    } else if (last != void.class) {
      all.add(new LinkedHashMap<>(parameters));
    }
    return UserGuard.construct(
        found.getName(),
        () ->
            attempt(
                "cannot be constructed", () -> type.cast(constructor.newInstance(all.toArray()))));
  }

  /** Creates an instance whose methods are guarded; not for those that every cycle calls. */
  public T createGuarded(Map<String, ?> parameters, Object... arguments) {
    return UserGuard.of(type, found.getName(), create(parameters, arguments));
  }

  private Constructor<?> findConstructor() {
    return Arrays.stream(found.getConstructors())
        .filter(each -> rank(each) > 0)
        .max(Comparator.comparingInt(this::rank))
        .orElseThrow(() -> refusal("has no public constructor that takes " + words(), null));
  }

  private String words() {
    String parameters = "a record or a Map<String, Object>";
    return given.isEmpty()
        ? "nothing, " + parameters
        : "%s, or that and %s".formatted(given.get(0).getSimpleName(), parameters);
  }

  /** Prefers a constructor with a record to one with a map, and that to one without either. */
  private int rank(Constructor<?> each) {
    List<Class<?>> takes = List.of(each.getParameterTypes());
    if (takes.equals(given)) {
      return 1;
    }
    int last = takes.size() - 1;
    if (last != given.size() || !takes.subList(0, last).equals(given)) {
      return 0;
    }
    return takes.get(last).isRecord() ? 3 : takes.get(last) == Map.class ? 2 : 0;
  }

  /** Returns the type of the parameters; void if it takes none. */
  private Class<?> lastParameter() {
    Class<?>[] takes = constructor.getParameterTypes();
    return takes.length == given.size() ? void.class : takes[given.size()];
  }

  private Class<?> checkKeys() {
    Class<?> last = lastParameter();
    if (last.isRecord()) {
      for (RecordComponent each : last.getRecordComponents()) {
        String name = last.getSimpleName() + "." + each.getName();
        Keys.mistake(each)
            .ifPresent(
                mistake -> {
                  throw refusal("has a parameter " + name + " with " + mistake, null);
                });
      }
    }
    return last;
  }

  /** Does something in which the user's code may run and throw anything. */
  private <V> V attempt(String failure, Callable<V> action) {
    try {
      return action.call();
    } catch (InvalidInputException e) {
      throw e;
    } catch (InvocationTargetException e) {
      throw refusal("throws in its constructor: " + Thrown.words(e), e);
    } catch (Throwable e) { // a static initializer may recurse, or a class be in package java
      throw refusal(failure + ": " + Thrown.words(e), e);
    }
  }

  private InvalidInputException refusal(String why, Throwable cause) {
    return new InvalidInputException(
        "class " + found.getName() + " " + why, cause == null ? null : Thrown.copy(cause));
  }
}
