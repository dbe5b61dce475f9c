package org.polyphony.usercode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Stands between the simulator and a user-defined policy: whatever a method of the policy throws,
 * and a null that it returns, becomes a {@link UserCodeException}. So does a call that does not
 * return ({@link WatchedThread}).
 *
 * <p>Once a policy has failed, the results so far are collected: its methods then return what they
 * returned last, or nothing, if they fail again.
 */
public final class UserGuard implements InvocationHandler, WatchedThread.Callee {
  /** What a method returns that has failed before it returned anything, by type. */
  private static final Map<Class<?>, Object> NOTHING =
      Map.of(
          List.class,
          List.of(),
          String.class,
          "",
          boolean.class,
          false,
          int.class,
          0,
          long.class,
          Long.MAX_VALUE);

  private final String name;
  private final Object policy;
  private final Map<Method, Object> last = new HashMap<>();
  private final Map<String, Integer> sizes = new HashMap<>(); // of lists, by method
  private volatile boolean hasFailed;
  private volatile boolean isGivenUp;

  private UserGuard(String name, Object policy) {
    this.name = name;
    this.policy = policy;
  }

  /** Calls a constructor, which has to return. */
  static <T> T construct(String name, Supplier<T> maker) {
    UserGuard constructor = new UserGuard(name, null);
    return WatchedThread.watch(() -> WatchedThread.call(constructor, "its constructor", maker));
  }

  /**
   * Guards a policy.
   *
   * @param type the interface that it implements
   * @param name its class, for messages
   */
  static <T> T of(Class<T> type, String name, T policy) {
    Class<?>[] types = {type};
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), types, new UserGuard(name, policy)));
  }

  /** Returns the class of a policy, guarded or not. */
  public static Class<?> classOf(Object policy) {
    return Proxy.isProxyClass(policy.getClass())
            && Proxy.getInvocationHandler(policy) instanceof UserGuard guard
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
    } catch (UserCodeException e) {
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
          } catch (UserCodeException e) {
            throw e;
          } catch (Throwable e) {
            throw failure(UserCodeException.thrown(who() + called, e));
          }
        });
  }

  private Object checked(String called, Method method, Object value) {
    if (value == null && method.getReturnType() != void.class) {
      throw failure(called + " returned null");
    }
    if (value instanceof List<?> list
        && method.getGenericReturnType() instanceof ParameterizedType type
        && type.getActualTypeArguments()[0] instanceof Class<?> element) {
      return copy(called, list, element);
    }
    return value;
  }

  /** Lists grow from call to call; methods of the user's own list may throw, so they end here. */
  private List<Object> copy(String called, List<?> list, Class<?> type) {
    List<Object> copy = new ArrayList<>(list);
    if (copy.size() < sizes.getOrDefault(called, 0)) {
      throw failure(called + " returned fewer elements than before");
    }
    for (Object element : copy) {
      if (!type.isInstance(element)) {
        String what = element == null ? "null" : element.getClass().getName();
        throw failure(called + " returned a list with a " + what);
      }
    }
    sizes.put(called, copy.size());
    return Collections.unmodifiableList(copy);
  }

  @Override
  public RuntimeException giveUp(String why, StackTraceElement[] stack) {
    isGivenUp = true;
    return failure(UserCodeException.stuck(who() + why, stack));
  }

  @Override
  public boolean isGivenUp() {
    return isGivenUp;
  }

  private UserCodeException failure(String what) {
    return failure(new UserCodeException(who() + what));
  }

  private String who() {
    return (policy == null ? "class " : "policy ") + name + ": ";
  }

  private UserCodeException failure(UserCodeException failure) {
    hasFailed = true;
    return failure;
  }

  private Object lastOf(Method method) {
    return last.getOrDefault(method, NOTHING.get(method.getReturnType()));
  }
}
