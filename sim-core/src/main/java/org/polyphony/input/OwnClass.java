package org.polyphony.input;

import java.lang.reflect.InvocationTargetException;

/** Makes objects of classes that users name in their files, and says in words why one cannot be. */
public final class OwnClass {
  private OwnClass() {}

  /** A public constructor, with what it is given. */
  @FunctionalInterface
  private interface Construction<T> {
    Object of(Class<? extends T> found) throws ReflectiveOperationException;
  }

  /**
   * Makes an object by a public constructor without parameters.
   *
   * @param type what the class has to implement
   * @param name of the class, with its package
   * @throws InvalidInputException when there is no such class, or no object can be made of it
   */
  public static <T> T create(Class<T> type, String name) {
    return create(type, name, "without parameters", found -> found.getConstructor().newInstance());
  }

  /**
   * Makes an object by a public constructor with a parameter.
   *
   * @param type what the class has to implement
   * @param name of the class, with its package
   * @param parameter its type
   * @param argument what the constructor gets
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
    Class<?> found = load(name);
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return type.cast(construction.of(found.asSubclass(type)));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new InvalidInputException("no object can be made by a public constructor " + takes, e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new InvalidInputException("no such class is on the class path", e);
    }
  }
}
