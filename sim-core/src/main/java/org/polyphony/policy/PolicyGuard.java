package org.polyphony.policy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Stands between the simulator and a user-defined policy: whatever a method of the policy throws,
 * and a null that it returns, becomes a {@link PolicyException}. So does a call that does not
 * return ({@link WatchedThread}).
 *
 * <p>Once a policy has failed, the results so far are collected: its methods then return what they
 * returned last, or nothing, if they fail again.
 */
public final class PolicyGuard implements InvocationHandler, WatchedThread.Callee {
  private final String name;
  private final Object policy;
  private final Map<Method, Object> last = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>(); // of lists, by method
  private volatile boolean hasFailed;
  private volatile boolean isGivenUp;

  private PolicyGuard(String name, Object policy) {
    this.name = name;
    this.policy = policy;
  }

  /**
   * Creates a user-defined policy and guards it.
   *
   * @param type the interface that it implements
   * @param name its class, for messages
   * @param maker calls its constructor
   */
  public static <T> T create(Class<T> type, String name, Supplier<T> maker) {
    PolicyGuard constructor = new PolicyGuard(name, null);
    T policy = WatchedThread.watch(() -> WatchedThread.call(constructor, "its constructor", maker));
    Object guarded =
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new PolicyGuard(name, policy));
    return type.cast(guarded);
  }

  /** Returns the class of a policy, guarded or not. */
  public static Class<?> classOf(Object policy) {
    return Proxy.isProxyClass(policy.getClass())
            && Proxy.getInvocationHandler(policy) instanceof PolicyGuard guard
        ? guard.policy.getClass()
        : policy.getClass();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (method.getName().equals("name")) {
      return name; // as in results
    }
    if (!hasFailed) {
      Object value = WatchedThread.watch(() -> call(method, arguments));
      last.put(method, value);
      return value;
    }
    try {
      return isGivenUp ? lastOf(method) : WatchedThread.watch(() -> call(method, arguments));
    } catch (PolicyException e) {
      return lastOf(method);
    }
  }

  private Object call(Method method, Object[] arguments) {
    String called = method.getName() + "()";
    return WatchedThread.call(
        this,
        called,
        () -> {
          try {
            return checked(called, method, method.invoke(policy, arguments));
          } catch (InvocationTargetException e) {
            throw failure(called + " threw " + e.getCause(), e.getCause());
          } catch (IllegalAccessException e) {
            throw failure(called + " cannot be called: " + e.getMessage(), e);
          } catch (StackOverflowError | LinkageError e) { // before the policy was reached
            throw failure(called + " threw " + e, e);
          }
        });
  }

  private Object checked(String called, Method method, Object value) {
    if (value == null && method.getReturnType() != void.class) {
      throw failure(called + " returned null", null);
    }
    if (value instanceof List<?> list) {
      checkElements(called, list);
    }
    return value;
  }

  /** A list that grows from call to call is checked where it is new. */
  private void checkElements(String called, List<?> list) {
    int known = sizes.getOrDefault(called, 0);
    if (list.size() < known) {
      throw failure(called + " returned fewer elements than before", null);
    }
    for (Object element : list.subList(known, list.size())) {
      if (element == null) {
        throw failure(called + " returned a list with a null", null);
      }
    }
    sizes.put(called, list.size());
  }

  @Override
  public RuntimeException giveUp(String why, Throwable where) {
    isGivenUp = true;
    return failure(why, where);
  }

  @Override
  public boolean isGivenUp() {
    return isGivenUp;
  }

  private PolicyException failure(String what, Throwable cause) {
    hasFailed = true;
    return new PolicyException("policy " + name + ": " + what, cause);
  }

  private Object lastOf(Method method) {
    Class<?> type = method.getReturnType();
    Object nothing = null;
    if (type == List.class) {
      nothing = List.of();
    } else if (type == String.class) {
      nothing = "";
    } else if (type == boolean.class) {
      nothing = false;
    } else if (type == int.class) {
      nothing = 0;
    } else if (type == long.class) {
      nothing = Long.MAX_VALUE;
    }
    return last.getOrDefault(method, nothing);
  }
}
