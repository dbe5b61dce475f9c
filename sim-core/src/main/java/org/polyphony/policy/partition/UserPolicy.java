package org.polyphony.policy.partition;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.OwnClass;

/** A user's own policy, found by its class name. */
final class UserPolicy {
  private UserPolicy() {}

  /**
   * Makes an object of the class.
   *
   * @param names the names that are not class names, for the message
   * @throws InvalidInputException if the class does not exist, is no policy, or refuses
   */
  static PartitionPolicy create(String className, Map<String, ?> parameters, List<String> names) {
    Class<?> found = load(className, names);
    if (!PartitionPolicy.class.isAssignableFrom(found)) {
      throw refusal(className, "does not implement " + PartitionPolicy.class.getName(), null);
    }
    try {
      return construct(found.asSubclass(PartitionPolicy.class), parameters);
    } catch (InvocationTargetException e) {
      throw refusal(className, "throws in its constructor: " + thrown(e.getCause()), e);
    } catch (NoSuchMethodException e) {
      String why = "has no public constructor that takes nothing or a Map<String, Object>";
      throw refusal(className, why, e);
    } catch (ReflectiveOperationException e) {
      throw refusal(className, "cannot be constructed: " + e, e);
    }
  }

  /** Returns what was thrown, and where first. */
  private static String thrown(Throwable error) {
    StackTraceElement[] frames = error.getStackTrace();
    return frames.length == 0 ? error.toString() : error + "\n    at " + frames[0];
  }

  private static Class<?> load(String className, List<String> names) {
    return OwnClass.find(className)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    String.format(
                        "no policy \"%s\"; one of %s, or the full name of a class on the class path",
                        className, String.join(", ", names))));
  }

  private static PartitionPolicy construct(
      Class<? extends PartitionPolicy> type, Map<String, ?> parameters)
      throws ReflectiveOperationException {
    for (Constructor<?> constructor : type.getConstructors()) {
      Class<?>[] takes = constructor.getParameterTypes();
      if (takes.length == 1 && takes[0] == Map.class) {
        return type.cast(constructor.newInstance(new LinkedHashMap<>(parameters)));
      }
    }
    if (!parameters.isEmpty()) {
      throw refusal(
          type.getName(), "takes no parameters: it has no public constructor with a Map", null);
    }
    return type.getConstructor().newInstance();
  }

  private static InvalidInputException refusal(String className, String why, Throwable cause) {
    return new InvalidInputException("policy " + className + " " + why, cause);
  }
}
