package org.polyphony.policy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Stands between the simulator and a user-defined policy: whatever a method of the policy throws,
 * and a null that it returns, becomes a {@link PolicyException}. So does a call that does not
 * return: the run waits for it on another thread and gives it up after a minute of processor time.
 *
 * <p>Once a policy has failed, the results so far are collected: its methods then return what they
 * returned last, or nothing, if they fail again.
 */
public final class PolicyGuard implements InvocationHandler {
  /** Property: processor seconds after which a call is given up. */
  public static final String LIMIT = "polyphony.decisionSeconds";

  private static final long USUAL_LIMIT = 60;
  private static final long POLL_MILLIS = 100;
  private static final int PATIENCE = 10; // times as long for a call that waits, and uses no time
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final ThreadLocal<Long> WATCHED_NANOS = ThreadLocal.withInitial(() -> 0L);

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
    T policy = watch(() -> Watched.inside(constructor, "its constructor", maker));
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

  /**
   * Does work that calls user-defined policies, on a thread of its own.
   *
   * @return what the work returns
   * @throws PolicyException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work) {
    return watch(work, Advance.UNKNOWN);
  }

  /**
   * Does work that calls user-defined policies and other code of the user's, on a thread of its
   * own.
   *
   * @param advance of the work
   * @return what the work returns
   * @throws PolicyException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work, Advance advance) {
    return Thread.currentThread() instanceof Watched
        ? work.get()
        : new Watched<>(work, advance).await();
  }

  /** How far work is, for code of the user's whose calls are too many to note each. */
  public interface Advance {
    /** Work of which nothing is known. */
    Advance UNKNOWN =
        new Advance() {
          @Override
          public long steps() {
            return 0;
          }

          @Override
          public Optional<RuntimeException> failure(String limit) {
            return Optional.empty();
          }
        };

    /** Returns a number that changes while the work goes on. */
    long steps();

    /**
     * Called when the number has not changed for as long as a call may take.
     *
     * @param limit that time, in words
     * @return why the work is given up; empty to wait on
     */
    Optional<RuntimeException> failure(String limit);
  }

  /** Returns the processor time of this thread and of the work that it watched, in ns. */
  public static long processorNanos() {
    return THREADS.getCurrentThreadCpuTime() + WATCHED_NANOS.get();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (method.getName().equals("name")) {
      return name; // as in results
    }
    if (!hasFailed) {
      Object value = watch(() -> call(method, arguments));
      last.put(method, value);
      return value;
    }
    try {
      return isGivenUp ? lastOf(method) : watch(() -> call(method, arguments));
    } catch (PolicyException e) {
      return lastOf(method);
    }
  }

  private Object call(Method method, Object[] arguments) {
    String called = method.getName() + "()";
    return Watched.inside(
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

  /**
   * A thread that runs a simulation, and the call of a policy that it is in.
   *
   * <p>State: the number of calls that began or ended, odd during a call; the guard and the method
   * of the call.
   */
  private static final class Watched<T> extends Thread {
    private final Supplier<T> work;
    private final Advance advance;
    private T result;
    private Throwable error;
    private long usedNanos;
    private PolicyGuard guard;
    private String method = "";
    private final AtomicLong calls = new AtomicLong(); // also publishes the simulation's state

    Watched(Supplier<T> work, Advance advance) {
      super("policy-" + Thread.currentThread().getName());
      this.work = work;
      this.advance = advance;
      setDaemon(true);
    }

    /** Notes on the current thread that a call is under way. */
    static <V> V inside(PolicyGuard guard, String method, Supplier<V> call) {
      if (!(Thread.currentThread() instanceof Watched<?> thread) || thread.calls.get() % 2 == 1) {
        return call.get();
      }
      thread.guard = guard;
      thread.method = method;
      thread.calls.incrementAndGet();
      V value;
      try {
        value = call.get();
      } finally {
        thread.calls.incrementAndGet();
      }
      if (guard.isGivenUp) {
        throw guard.failure(method + " returned too late", null);
      }
      return value;
    }

    @Override
    public void run() {
      try {
        result = work.get();
      } catch (RuntimeException | Error e) {
        error = e;
      }
      usedNanos = THREADS.getCurrentThreadCpuTime();
    }

    T await() {
      start();
      Patience withCall = new Patience(getId());
      Patience withStep = new Patience(getId());
      while (!hasEnded()) {
        if (withCall.endsIn(calls.get())) {
          throw giveUp();
        }
        if (withStep.endsIn(2 * advance.steps() + 1)) {
          advance.failure(Patience.limit()).ifPresent(this::giveUp);
        }
      }
      WATCHED_NANOS.set(WATCHED_NANOS.get() + usedNanos);
      if (error instanceof RuntimeException thrown) {
        throw thrown;
      }
      if (error instanceof Error thrown) {
        throw thrown;
      }
      return result;
    }

    private boolean hasEnded() {
      try {
        join(POLL_MILLIS);
      } catch (InterruptedException e) {
        interrupt();
      }
      return !isAlive();
    }

    private PolicyException giveUp() {
      Throwable where = new IllegalStateException(method + " does not return");
      where.setStackTrace(getStackTrace());
      guard.isGivenUp = true;
      interrupt();
      return guard.failure(method + " has not returned after " + Patience.limit(), where);
    }

    private void giveUp(RuntimeException why) {
      interrupt();
      throw why;
    }
  }

  /** How long a thread has been in one call. */
  private static final class Patience {
    private final long thread;
    private long call;
    private long begun; // processor time of the thread when the call was first seen
    private long polls;

    Patience(long thread) {
      this.thread = thread;
    }

    static long limitNanos() {
      return TimeUnit.SECONDS.toNanos(Long.getLong(LIMIT, USUAL_LIMIT));
    }

    static String limit() {
      return TimeUnit.NANOSECONDS.toSeconds(limitNanos()) + " s of processor time";
    }

    /** Returns whether the call, known by its number, takes too long; to be asked at each poll. */
    boolean endsIn(long number) {
      long now = THREADS.getThreadCpuTime(thread);
      if (number != call) {
        call = number;
        begun = now;
        polls = 0;
      }
      polls++;
      long waited = TimeUnit.MILLISECONDS.toNanos(polls * POLL_MILLIS);
      return number % 2 == 1 && (now - begun > limitNanos() || waited > PATIENCE * limitNanos());
    }
  }
}
