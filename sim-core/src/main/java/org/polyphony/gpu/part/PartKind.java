package org.polyphony.gpu.part;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.JavaSource;
import org.polyphony.input.Keys;
import org.polyphony.input.NearestName;
import org.polyphony.input.UserClass;
import org.polyphony.input.Violation;

/**
 * A kind of exchangeable hardware part, such as replacement policies: the bundled parts by name,
 * and user-defined ones by class.
 *
 * @param <T> interface of the parts
 * @param <V> what a part sees of the hardware around it
 */
public final class PartKind<T, V> {
  private final Class<T> type;
  private final Class<V> view;
  private final List<Bundled<T, V, ?>> bundled;

  /** The parameters of a part that has none. */
  public record None() {}

  /**
   * A bundled part.
   *
   * @param line what it does, in one line
   * @param source paper and section
   * @param parameters record whose components have a {@link org.polyphony.input.Key}
   * @param maker null for the part that the hardware model implements itself
   */
  public record Bundled<T, V, P extends Record>(
      String name, String line, String source, Class<P> parameters, BiFunction<V, P, T> maker) {
    /** Returns its parameters. */
    public List<RecordComponent> keys() {
      return List.copyOf(Keys.of(parameters).values());
    }

    private T make(V view, Map<String, ?> values) {
      return maker.apply(view, Keys.bind(parameters, values));
    }
  }

  /**
   * Creates a kind.
   *
   * @param bundled its parts, the default first
   */
  public PartKind(Class<T> type, Class<V> view, List<Bundled<T, V, ?>> bundled) {
    this.type = type;
    this.view = view;
    this.bundled = List.copyOf(bundled);
  }

  /** Returns the bundled parts, the default first. */
  public List<Bundled<T, V, ?>> bundled() {
    return bundled;
  }

  /** Returns the interface that parts implement. */
  public Class<T> type() {
    return type;
  }

  /** Returns whether a part is the default, which the hardware model implements itself. */
  public boolean isDefault(PartConfig config) {
    return config.name().equals(bundled.get(0).name());
  }

  /** Returns whether a part is a user's own. */
  public boolean isOwn(PartConfig config) {
    return find(config.name()).isEmpty();
  }

  private Optional<Bundled<T, V, ?>> find(String name) {
    for (Bundled<T, V, ?> each : bundled) {
      if (each.name().equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * Checks a part of a config, without running code of the user's.
   *
   * @param path of the part
   */
  public void check(Violation.Checks checks, String path, PartConfig config) {
    Optional<Bundled<T, V, ?>> known = find(config.name());
    if (known.isPresent()) {
      checkParameters(checks, path, config, known.get().parameters());
      return;
    }
    try {
      Optional<Class<?>> own = ownClass(config.name());
      checks.require(own.isPresent(), path, '"' + config.name() + '"', allowed(config.name()));
      if (own.isPresent()) {
        Constructor<?> constructor = constructor(own.get(), config);
        if (constructor.getParameterCount() == 2) {
          checkParameters(checks, path, config, recordOf(constructor));
        }
      }
    } catch (InvalidInputException e) {
      checks.require(false, path, e.getMessage());
    }
  }

  private String allowed(String name) {
    List<String> names = new ArrayList<>();
    for (Bundled<T, V, ?> each : bundled) {
      names.add(each.name());
    }
    return NearestName.oneOf(name, names)
        + ", the full name of your class on the class path (POLYPHONY_CLASSPATH), or a Java file";
  }

  private Optional<Class<?>> ownClass(String name) {
    return JavaSource.isOne(name)
        ? Optional.of(JavaSource.classOf(Path.of(name), type))
        : UserClass.find(name);
  }

  private static void checkParameters(
      Violation.Checks checks, String path, PartConfig config, Class<? extends Record> type) {
    List<Violation> wrong = Keys.violations(type, config.parameters());
    boolean fit = wrong.isEmpty();
    checks.nested(path, fit ? Keys.violations(Keys.bind(type, config.parameters())) : wrong);
  }

  /**
   * Makes a part.
   *
   * @param view what it sees
   * @param parts those of the run
   * @throws InvalidInputException if the user's own part cannot be made
   */
  public T make(PartConfig config, V view, Parts parts) {
    Optional<Bundled<T, V, ?>> known = find(config.name());
    return known.isPresent()
        ? known.get().make(view, config.parameters())
        : own(parts.load(this, config), config, view);
  }

  private T own(Class<?> found, PartConfig config, V view) {
    Constructor<?> constructor = constructor(found, config);
    Object[] arguments = {view};
    if (constructor.getParameterCount() == 2) {
      Object parameters = Keys.bind(recordOf(constructor), config.parameters());
      arguments = new Object[] {view, parameters};
    }
    try {
      return type.cast(constructor.newInstance(arguments));
    } catch (InvocationTargetException e) {
      throw refusal(found, "throws in its constructor: " + thrown(e.getCause()), e);
    } catch (ReflectiveOperationException | LinkageError e) { // also from static initializers
      throw refusal(found, "cannot be constructed: " + e, e);
    }
  }

  private static String thrown(Throwable error) {
    StackTraceElement[] frames = error.getStackTrace();
    return frames.length == 0 ? error.toString() : error + "\n    at " + frames[0];
  }

  /** Loads the class of a user's own part for a run. */
  Class<?> load(PartConfig config) {
    Optional<Class<?>> found = ownClass(config.name());
    if (found.isEmpty()) {
      throw new InvalidInputException("no class " + config.name());
    }
    return UserClass.forRun(found.get());
  }

  private static Class<? extends Record> recordOf(Constructor<?> constructor) {
    return constructor.getParameterTypes()[1].asSubclass(Record.class);
  }

  /** Returns the constructor that takes the view, or the view and a record of parameters. */
  private Constructor<?> constructor(Class<?> found, PartConfig config) {
    if (!type.isAssignableFrom(found)) {
      throw refusal(found, "does not implement " + type.getName(), null);
    }
    if (Modifier.isAbstract(found.getModifiers()) || !Modifier.isPublic(found.getModifiers())) {
      throw refusal(found, "cannot be constructed: it is abstract or not public", null);
    }
    requireNoSharedState(found);
    List<Constructor<?>> usable = new ArrayList<>();
    for (Constructor<?> each : found.getConstructors()) {
      Class<?>[] takes = each.getParameterTypes();
      boolean fits = takes.length > 0 && takes.length < 3 && takes[0] == view;
      if (fits && (takes.length == 1 || takes[1].isRecord())) {
        usable.add(each);
      }
    }
    if (usable.size() != 1) {
      String takes = view.getSimpleName();
      String why =
          "has no single public constructor that takes " + takes + ", or that and a record";
      throw refusal(found, why, null);
    }
    if (usable.get(0).getParameterCount() == 1 && !config.parameters().isEmpty()) {
      throw refusal(found, "takes no parameters: its constructor has no record", null);
    }
    return usable.get(0);
  }

  /** SMs may run on several threads, so parts of a run must not meet in a static field. */
  private static void requireNoSharedState(Class<?> found) {
    for (Field field : found.getDeclaredFields()) {
      boolean isShared =
          Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers());
      if (isShared && !field.isSynthetic()) {
        String why = "has a static field that all parts of a run would share; make it final: ";
        throw refusal(found, why + field.getName(), null);
      }
    }
  }

  private static InvalidInputException refusal(Class<?> found, String why, Throwable cause) {
    return new InvalidInputException("class " + found.getName() + " " + why, cause);
  }
}
