package org.polyphony.usercode;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Work that calls code of the user's, on a thread of its own: a call that does not return is given
 * up after a minute of processor time.
 *
 * <p>State: the number of calls that began or ended, odd during a call; who is called, and the
 * method.
 */
public final class WatchedThread<T> extends Thread {
  /** Property: processor seconds after which a call is given up. */
  public static final String LIMIT = "polyphony.decisionSeconds";

  private static final long USUAL_LIMIT = 60;
  private static final long POLL_MILLIS = 100;
  private static final int PATIENCE = 10; // times as long for a call that waits, and uses no time
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final ThreadLocal<Long> WATCHED_NANOS = ThreadLocal.withInitial(() -> 0L);

  private final Supplier<T> work;
  private final LongSupplier steps;
  private T result;
  private Throwable error;
  private long usedNanos;
  private Callee callee;
  private String method = "";
  private final AtomicLong calls = new AtomicLong(); // also publishes the simulation's state

  private WatchedThread(Supplier<T> work, LongSupplier steps) {
    super("policy-" + Thread.currentThread().getName());
    this.work = work;
    this.steps = steps;
    setDaemon(true);
  }

  /** Code of the user's that is called. */
  interface Callee {
    /**
     * Gives up a call of it; called by another thread than the call's.
     *
     * @param stack of the thread of the call
     * @return why the work ends
     */
    RuntimeException giveUp(String why, StackTraceElement[] stack);

    boolean isGivenUp();
  }

  /**
   * Does work whose calls are all noted, on the current thread if that is watched already.
   *
   * @return what the work returns
   * @throws UserCodeException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work) {
    return watch(work, System::nanoTime);
  }

  /**
   * Does work that also calls code of the user's without noting it, as it calls parts too often.
   *
   * @param steps returns a number that changes while the work advances
   * @return what the work returns
   * @throws UserCodeException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work, LongSupplier steps) {
    return Thread.currentThread() instanceof WatchedThread
        ? work.get()
        : new WatchedThread<>(work, steps).await();
  }

  /** Returns the processor time of this thread and of the work that it watched, in ns. */
  public static long processorNanos() {
    return THREADS.getCurrentThreadCpuTime() + WATCHED_NANOS.get();
  }

  /** Makes a call, noted on the current thread; one within another call is part of that. */
  static <V> V call(Callee callee, String method, Supplier<V> call) {
    if (!(Thread.currentThread() instanceof WatchedThread<?> thread)
        || thread.calls.get() % 2 == 1) {
      return call.get();
    }
    thread.callee = callee;
    thread.method = method;
    thread.calls.incrementAndGet();
    V value;
    try {
      value = call.get();
    } finally {
      thread.calls.incrementAndGet();
    }
    if (callee.isGivenUp()) {
      throw callee.giveUp(method + " returned too late", thread.getStackTrace());
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

  private T await() {
    start();
    Patience withCall = new Patience(getId());
    Patience withStep = new Patience(getId());
    while (!hasEnded()) {
      if (withCall.endsIn(calls.get())) {
        throw giveUp();
      }
      if (withStep.endsIn(2 * steps.getAsLong() + 1) && calls.get() % 2 == 0) {
        giveUpPart();
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

  private RuntimeException giveUp() {
    RuntimeException why = callee.giveUp(method + late(), getStackTrace());
    interrupt();
    return why;
  }

  /** Ends the run if a thread is in user code. */
  private void giveUpPart() {
    for (StackTraceElement[] stack : getAllStackTraces().values()) {
      Optional<StackTraceElement> top = UserFrames.top(stack);
      if (top.isPresent()) {
        interrupt();
        String call = "class " + top.get().getClassName() + ": " + top.get().getMethodName() + "()";
        throw UserCodeException.stuck(call + late(), stack);
      }
    }
  }

  private static String late() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(Patience.limitNanos());
    return " has not returned after " + seconds + " s of processor time";
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
