package org.polyphony.input;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/**
 * Makes objects of classes that users name in their files, and says in words why one cannot be.
 * Classes are found by the class loader of the thread, which may know some that were compiled for
 * this run alone.
 */
public final class OwnClass {
  private OwnClass() {}

  /** A public constructor, with what it is given. */
  @FunctionalInterface
  private interface Construction<T> {
    Object of(Class<? extends T> found) throws ReflectiveOperationException;
  }

  /** Returns the class of a name, which is not initialised by this; empty when there is none. */
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
   * Makes an object by a public constructor without parameters.
   *
   * @throws InvalidInputException when there is no such class, or no object can be made of it
   */
  public static <T> T create(Class<T> type, String name) {
    return create(type, name, "without parameters", found -> found.getConstructor().newInstance());
  }

  /**
   * Makes an object by a public constructor with a parameter.
   *
   * @throws InvalidInputException when there is no such class, or no object can be made of it
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
        find(name).orElseThrow(() -> new InvalidInputException("no such class on the class path"));
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return type.cast(construction.of(found.asSubclass(type)));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (LinkageError e) {
      throw new InvalidInputException("its initialization failed (" + e + ")", e);
    } catch (ReflectiveOperationException e) {
      throw new InvalidInputException(
          "no instance can be created with a public constructor " + takes, e);
    }
  }
}
