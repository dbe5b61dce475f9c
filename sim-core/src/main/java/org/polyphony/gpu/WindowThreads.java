package org.polyphony.gpu;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.sm.execution.ExecutionUnits;

/**
 * Threads that run the windows of a device once processors are free: the memory system and each SM
 * are parts, and whichever thread is free takes the next one. Results do not depend on who runs a
 * part.
 *
 * <p>The thread that calls {@link #run} takes the memory system, then SMs from the last one; the
 * others start at different SMs, so that an SM mostly stays in the caches of one processor. Between
 * windows they spin shortly and then sleep.
 */
final class WindowThreads {
  private static final int LINE = 16; // longs, so that two parts share no cache line
  private static final int SPINS = 2_000; // some 50 us
  private static final long NAP_NANOS = 20_000;

  private final MemorySystem memory;
  private final SmArray sms;
  private final MemoryRequests requests;
  private final int requestsOfSm; // that it can make in a window
  private final int requestsOfMemory;
  private final int most;
  private Processors processors = Processors.onePerRun();
  private long startAt; // when more processors may be taken
  private Worker[] workers = {}; // none if one thread runs all
  private final AtomicLongArray taken; // by LINE times part: the last window that somebody took
  private final AtomicInteger finished = new AtomicInteger(); // parts, in this window
  private final Throwable[] failures; // by part
  private long begin;
  private long end;
  private volatile long window; // published after the cycles
  private volatile boolean ended;

  WindowThreads(
      GpuConfig config, Copies copies, MemorySystem memory, SmArray sms, MemoryRequests requests) {
    this.memory = memory;
    this.sms = sms;
    this.requests = requests;
    int cycles = config.crossbar().requestDelay();
    requestsOfSm = cycles * requestsOfSm(config) * ExecutionUnits.count(copies);
    requestsOfMemory = cycles * requestsOfMemory(config, copies);
    most = sms.count() > config.sms() ? 1 : Processors.most(config); // copies share requests
    taken = new AtomicLongArray((sms.count() + 2) * LINE);
    failures = new Throwable[sms.count() + 1];
  }

  /** Returns a bound on the requests that an SM makes in a cycle. */
  private static int requestsOfSm(GpuConfig config) {
    int perFill = config.l1d().fillBytes() / config.requestBytes();
    int ofData = config.l1d().banks() * (2 + perFill) + 2; // two registers, misses, bypass
    int line = Math.max(config.l1i().lineBytes(), config.constantCache().secondLevel().lineBytes());
    int ofCopies = config.l2().lineBytes() / config.requestBytes();
    int ofLines = 2 * Math.max(1, line / config.l2().sectorBytes());
    boolean prefetches = !Prefetchers.KIND.isDefault(config.l1d().prefetcher());
    int ahead = prefetches ? config.l1d().banks() * PrefetchedCache.MOST * (1 + perFill) : 0;
    return ofData + ofCopies + 1 + ofLines + ahead; // 1 of a context
  }

  /** Returns a bound on the requests that the memory system makes in a cycle. */
  private static int requestsOfMemory(GpuConfig config, Copies copies) {
    boolean prefetches = !Prefetchers.KIND.isDefault(config.l2().prefetcher());
    int ahead = prefetches ? PrefetchedCache.MOST + 1 : 0; // 1 line evicted
    int slices = config.l2().slices() * copies.of(Resource.L2_BANDWIDTH);
    return slices * (2 + ahead); // a miss and a line evicted
  }

  /** Sets the processors of the next run; it uses one unless this is called. */
  void use(Processors of) {
    processors = of;
  }

  /** Starts a run on the caller's processor. */
  void beginRun() {
    processors.begin();
    startAt = processors.warmAt();
  }

  /** Starts threads if processors are free; call it now and then. */
  void start() {
    if (workers.length > 0 || most == 1 || System.nanoTime() - startAt < 0) {
      return;
    }
    startAt += TimeUnit.SECONDS.toNanos(1);
    int taken = processors.takeMore(most);
    if (taken == 0) {
      return;
    }
    workers = new Worker[taken];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(i * sms.count() / workers.length);
    }
    for (Worker worker : workers) {
      worker.start();
    }
  }

  /** Returns whether {@link #run} is to run the windows. */
  boolean haveStarted() {
    return workers.length > 0;
  }

  /** Runs a window, from {@code from} to {@code to} - 1; returns when all parts have. */
  void run(long from, long to) {
    requests.reserve(requestsOfSm, requestsOfMemory);
    runParts(from, to);
    sms.receive(to);
    sms.countAll();
  }

  private void runParts(long from, long to) {
    begin = from;
    end = to;
    finished.set(0);
    long number = window + 1;
    window = number;
    for (Worker worker : workers) {
      worker.wake();
    }
    int own = tryPart(sms.count(), number);
    for (int sm = sms.count() - 1; sm >= 0; sm--) {
      own += tryPart(sm, number);
    }
    finished.addAndGet(own);
    for (int spins = 0; finished.get() <= sms.count(); spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, NAP_NANOS); // a worker may have lost its processor
      }
    }
    throwFailure();
  }

  /** Runs a part, an SM or the memory system, unless somebody else does; returns 1 if it has. */
  private int tryPart(int part, long number) {
    int at = (part + 1) * LINE;
    if (taken.get(at) == number || !taken.compareAndSet(at, number - 1, number)) {
      return 0;
    }
    try {
      if (part == sms.count()) {
        memory.runUntil(end);
      } else {
        sms.run(part, begin, end);
      }
    } catch (RuntimeException | Error e) { // thrown to the caller once all threads rest
      failures[part] = e;
    }
    return 1;
  }

  private void throwFailure() {
    for (Throwable failure : failures) {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }
  }

  /** Ends a run and its threads; returns when they have ended. */
  void endRun() {
    ended = true;
    for (Worker worker : workers) {
      LockSupport.unpark(worker);
    }
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    processors.end(workers.length);
    workers = new Worker[0];
    ended = false;
  }

  private final class Worker extends Thread {
    private final int first; // SM
    private volatile boolean sleeps;

    Worker(int first) {
      super("polyphony-window-" + first);
      this.first = first;
      setDaemon(true);
    }

    void wake() {
      if (sleeps) {
        LockSupport.unpark(this);
      }
    }

    @Override
    public void run() {
      long done = 0;
      while (await(done)) {
        done = window;
        int own = 0;
        for (int i = 0; i < sms.count(); i++) {
          int sm = first + i;
          own += tryPart(sm < sms.count() ? sm : sm - sms.count(), done);
        }
        own += tryPart(sms.count(), done);
        if (own > 0) {
          finished.addAndGet(own);
        }
      }
    }

    /** Waits for the window after one; returns false if there will be none. */
    private boolean await(long done) {
      for (int spins = 0; window == done && !ended; spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          sleeps = true;
          if (window == done && !ended) {
            LockSupport.park(WindowThreads.this);
          }
          sleeps = false;
        }
      }
      return !ended;
    }
  }
}
