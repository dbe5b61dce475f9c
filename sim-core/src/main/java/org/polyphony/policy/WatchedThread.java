package org.polyphony.policy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
  private final Advance advance;
  private T result;
  private Throwable error;
  private long usedNanos;
  private Callee callee;
  private String method = "";
  private final AtomicLong calls = new AtomicLong(); // also publishes the simulation's state

  private WatchedThread(Supplier<T> work, Advance advance) {
    super("policy-" + Thread.currentThread().getName());
    this.work = work;
    this.advance = advance;
    setDaemon(true);
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

  /** Code of the user's that is called. */
  interface Callee {
    /**
     * Gives up a call of it; called by another thread than the call's.
     *
     * @param where the stack of the call, or null
     * @return why the work ends
     */
    RuntimeException giveUp(String why, Throwable where);

    boolean isGivenUp();
  }

  /**
   * Does work whose calls are all noted, on the current thread if that is watched already.
   *
   * @return what the work returns
   * @throws PolicyException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work) {
    return watch(work, Advance.UNKNOWN);
  }

  /**
   * Does work that also calls code of the user's without noting it.
   *
   * @param advance of the work
   * @return what the work returns
   * @throws PolicyException also if a policy does not return
   */
  public static <T> T watch(Supplier<T> work, Advance advance) {
    return Thread.currentThread() instanceof WatchedThread
        ? work.get()
        : new WatchedThread<>(work, advance).await();
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
      throw callee.giveUp(method + " returned too late", null);
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

  private RuntimeException giveUp() {
    Throwable where = new IllegalStateException(method + " does not return");
    where.setStackTrace(getStackTrace());
    RuntimeException why =
        callee.giveUp(method + " has not returned after " + Patience.limit(), where);
    interrupt();
    return why;
  }

  private void giveUp(RuntimeException why) {
    interrupt();
    throw why;
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
