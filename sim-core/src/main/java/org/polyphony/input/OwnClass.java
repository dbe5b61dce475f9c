package org.polyphony.input;

import java.lang.reflect.InvocationTargetException;

/** Makes objects of classes that users name in their files, and says in words why one cannot be. */
public final class OwnClass {
  private OwnClass() {}

  /**
   * Makes an object by a public constructor.
   *
   * @param type what the class has to implement
   * @param name of the class, with its package
   * @param parameter the type of the constructor's parameter; null when it takes none
   * @param argument the parameter; null when it takes none
   * @throws InvalidInputException when there is no such class, or no object can be made of it
   */
  public static <T> T create(Class<T> type, String name, Class<?> parameter, Object argument) {
    Class<?> found = load(name);
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return type.cast(
          parameter == null
              ? found.getConstructor().newInstance()
              : found.getConstructor(parameter).newInstance(argument));
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      String takes = parameter == null ? "without parameters" : "with a " + parameter.getName();
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
