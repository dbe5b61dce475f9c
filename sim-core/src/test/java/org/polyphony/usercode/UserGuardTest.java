package org.polyphony.usercode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.host.broker.NotificationPolicy;
import org.polyphony.host.mgb.Placement;
import org.polyphony.policy.partition.PartitionPolicy;

class UserGuardTest {
  private static final String NAME = "org.example.Mine";

  @AfterEach
  void setTheUsualLimit() {
    System.clearProperty(WatchedThread.LIMIT);
  }

  /** Every method that the simulator calls of a class of the user. */
  static Stream<Method> methods() {
    return Stream.of(PartitionPolicy.class, NotificationPolicy.class, Placement.class)
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> !java.lang.reflect.Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getName().equals("name"));
  }

  private static Object guarded(Class<?> type, Callable<Object> behavior) {
    Object policy =
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (self, called, given) -> behavior.call());
    return guard(type, () -> policy);
  }

  private static <T> Object guard(Class<T> type, Supplier<Object> maker) {
    return UserGuard.of(type, NAME, UserGuard.construct(NAME, () -> type.cast(maker.get())));
  }

  private static Object call(Object policy, Method method) throws Throwable {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(UserGuardTest::zero).toArray();
    try {
      return method.invoke(policy, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Object zero(Class<?> type) {
    if (type == int.class) {
      return 0;
    }
    return type == long.class ? (Object) 0L : null;
  }

  private static UserCodeException failure(Method method, Callable<Object> behavior) {
    Object policy = guarded(method.getDeclaringClass(), behavior);
    return assertThrows(UserCodeException.class, () -> call(policy, method));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whateverAMethodThrowsNamesTheClassAndTheMethod(Method method) {
    List<Throwable> kinds =
        List.of(
            new IllegalStateException("x"),
            new Exception("checked"),
            new AssertionError("x"),
            new StackOverflowError(),
            new NoClassDefFoundError("x"),
            new OutOfMemoryError("x"));
    for (Throwable kind : kinds) {
      UserCodeException failure =
          failure(
              method,
              () -> {
                throw UserGuardTest.<RuntimeException>sneaky(kind);
              });
      String called = "policy " + NAME + ": " + method.getName() + "() threw ";
      assertTrue(failure.getMessage().startsWith(called), failure.getMessage());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneaky(Throwable error) throws E {
    throw (E) error;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aNullIsRefusedWhereAValueIsNeeded(Method method) {
    if (!method.getReturnType().isPrimitive()) {
      UserCodeException failure = failure(method, () -> null);
      assertEquals(
          "policy " + NAME + ": " + method.getName() + "() returned null", failure.getMessage());
    }
  }

  /** Returns only when it is given up. */
  private static Object spin() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    return null;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aCallThatDoesNotReturnIsGivenUp(Method method) {
    System.setProperty(WatchedThread.LIMIT, "0");

    UserCodeException failure = failure(method, UserGuardTest::spin);

    String given = method.getName() + "() has not returned after 0 s of processor time";
    assertTrue(failure.getMessage().contains(given), failure.getMessage());
  }

  @Test
  void aConstructorThatDoesNotReturnIsGivenUp() {
    System.setProperty(WatchedThread.LIMIT, "0");

    UserCodeException failure =
        assertThrows(
            UserCodeException.class, () -> guard(PartitionPolicy.class, UserGuardTest::spin));

    assertTrue(failure.getMessage().contains("its constructor has not returned"));
  }

  @Test
  void afterAFailureTheLastValueIsKept() {
    int[] calls = {0};
    PartitionPolicy policy =
        (PartitionPolicy)
            guarded(
                PartitionPolicy.class,
                () -> {
                  if (calls[0]++ > 0) {
                    throw new IllegalStateException();
                  }
                  return "shared";
                });

    assertEquals("shared", policy.role(0));
    assertThrows(UserCodeException.class, () -> policy.role(1));
    assertEquals("shared", policy.role(1));
    assertEquals(List.of(), policy.decisions());
  }

  @Test
  void workThatIsWatchedReturnsOrThrowsAsItWould() {
    assertEquals("done", WatchedThread.watch(() -> "done"));
    IllegalStateException error = new IllegalStateException();
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                WatchedThread.watch(
                    () -> {
                      throw error;
                    }));
    assertSame(error, thrown);
  }

  @Test
  void theProcessorTimeOfWatchedWorkCounts() {
    long before = WatchedThread.processorNanos();

    long used =
        WatchedThread.watch(
            () -> {
              long begun = WatchedThread.processorNanos();
              while (WatchedThread.processorNanos() - begun < 20_000_000) {
                Thread.onSpinWait();
              }
              return WatchedThread.processorNanos();
            });

    assertTrue(used >= 20_000_000);
    assertTrue(WatchedThread.processorNanos() - before >= 20_000_000);
  }
}
