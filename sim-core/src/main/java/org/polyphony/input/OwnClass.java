package org.polyphony.input;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/**
 * Instantiates user-defined classes named in config files, and explains failures in plain words.
 * Classes are loaded by the thread's context class loader, which may include classes compiled for
 * this run only.
 */
public final class OwnClass {
  private OwnClass() {}

  /** A call of a public constructor with its arguments. */
  @FunctionalInterface
  private interface Construction<T> {
    Object of(Class<? extends T> found) throws ReflectiveOperationException;
  }

  /** Finds a class by name, without initializing it; empty if there is none. */
  public static Optional<Class<?>> find(String name) {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = ofThread == null ? OwnClass.class.getClassLoader() : ofThread;
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Instantiates a class by its public no-argument constructor.
   *
   * @throws InvalidInputException if the class does not exist or cannot be instantiated
   */
  public static <T> T create(Class<T> type, String name) {
    return create(type, name, "without parameters", found -> found.getConstructor().newInstance());
  }

  /**
   * Instantiates a class by a public constructor with one parameter.
   *
   * @throws InvalidInputException if the class does not exist or cannot be instantiated
   */
  public static <T, P> T create(Class<T> type, String name, Class<P> parameter, P argument) {
    return create(
        type,
        name,
        "with a " + parameter.getName(),
        found -> found.getConstructor(parameter).newInstance(argument));
  }

  private static <T> T create(
      Class<T> type, String name, String takes, Construction<T> construction) {
    Class<?> found =
        find(name)
            .orElseThrow(() -> new InvalidInputException("no such class is on the class path"));
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return type.cast(construction.of(found.asSubclass(type)));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (LinkageError e) {
      throw new InvalidInputException("it cannot be initialised (" + e + ")", e);
    } catch (ReflectiveOperationException e) {
      throw new InvalidInputException("no object can be made by a public constructor " + takes, e);
    }
  }
}
