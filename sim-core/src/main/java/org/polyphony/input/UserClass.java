package org.polyphony.input;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Optional;

/**
 * Instantiates user-defined classes named in config files, and explains failures in plain words.
 * Classes are loaded by the thread's context class loader, which may include classes compiled for
 * this run only.
 */
public final class UserClass {
  private UserClass() {}

  /** A class loader of code that is in no folder or jar, such as code compiled in memory. */
  public interface Source {
    /** Returns a loader of the same code that has loaded none of it yet. */
    ClassLoader again();
  }

  /** Finds a class by name without initializing it; empty if there is none. */
  public static Optional<Class<?>> find(String name) {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = ofThread == null ? UserClass.class.getClassLoader() : ofThread;
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Finds a class for one run: its static fields, and those of the code that comes with it, are not
   * shared with other runs.
   */
  public static Optional<Class<?>> findForRun(String name) {
    return find(name)
        .map(
            known -> {
              try {
                return FreshClasses.like(known);
              } catch (ClassNotFoundException | LinkageError e) {
                throw new InvalidInputException("class " + name + " cannot be loaded: " + e, e);
              }
            });
  }

  /**
   * Returns a public constructor of a class without initializing the class.
   *
   * @param type that the class must implement
   * @throws InvalidInputException if there is no such class or constructor
   */
  public static <T> Constructor<? extends T> constructor(
      Class<T> type, String name, Class<?>... takes) {
    return constructor(type, find(name), takes);
  }

  private static <T> Constructor<? extends T> constructor(
      Class<T> type, Optional<Class<?>> named, Class<?>... takes) {
    Class<?> found =
        named.orElseThrow(() -> new InvalidInputException("no such class on the class path"));
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return requireUsable(found.asSubclass(type).getConstructor(takes));
    } catch (NoSuchMethodException | LinkageError e) {
      throw noInstance(takes, e);
    }
  }

  private static <T> Constructor<T> requireUsable(Constructor<T> constructor)
      throws NoSuchMethodException {
    int modifiers = constructor.getDeclaringClass().getModifiers();
    if (Modifier.isAbstract(modifiers) || !Modifier.isPublic(modifiers)) {
      throw new NoSuchMethodException("of a class that is public and not abstract");
    }
    return constructor;
  }

  private static InvalidInputException noInstance(Class<?>[] takes, Throwable cause) {
    String parameter = takes.length == 0 ? "without parameters" : "with a " + takes[0].getName();
    return new InvalidInputException(
        "no instance can be created with a public constructor " + parameter, cause);
  }

  /**
   * Creates an instance with the public no-argument constructor.
   *
   * @throws InvalidInputException if the class is missing or cannot be instantiated
   */
  public static <T> T create(Class<T> type, String name) {
    return create(constructor(type, findForRun(name)));
  }

  /**
   * Creates an instance with a public one-parameter constructor.
   *
   * @throws InvalidInputException if the class is missing or cannot be instantiated
   */
  public static <T, P> T create(Class<T> type, String name, Class<P> parameter, P argument) {
    return create(constructor(type, findForRun(name), parameter), argument);
  }

  private static <T> T create(Constructor<T> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (LinkageError e) {
      throw new InvalidInputException("its initialization failed (" + e + ")", e);
    } catch (ReflectiveOperationException e) {
      throw noInstance(constructor.getParameterTypes(), e);
    }
  }
}
