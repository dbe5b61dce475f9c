package org.polyphony.host;

import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.time.EventQueue;

/**
 * Decides when a running process may use device memory, and on which device: a memory broker or a
 * task scheduler.
 *
 * <p>Each of {@link #start}, {@link #request}, {@link #release} and {@link #end} is answered by
 * exactly one {@link Reply}, at once or later; until then the process waits and asks nothing else.
 * A process that dies gets no reply any more. After each call the run takes the replies that are
 * ready, and looks at {@link #due} again.
 */
public interface GpuScheduler {
  /** What a process is told. */
  enum Answer {
    /** Start, release or end is done, or the request is granted. */
    DONE,
    /** No room now; the request did not block. */
    NOT_READY,
    /** No room until the timeout. */
    TIMED_OUT,
    /** More than any device has. */
    TOO_LARGE,
    /** There is no such device. */
    INVALID_DEVICE,
    /** A release of what the process does not hold; nothing has changed. */
    NOT_RESERVED,
    /** The scheduler itself has died. */
    UNAVAILABLE,
    /** Of a broker: the request waits, and is replied to later. */
    WAITING,
    /** Of a broker: the client is not initialised, or waits already; nothing has changed. */
    INVALID_CLIENT;

    /** Returns whether to ask again later may help. */
    boolean mayMend() {
      return this == NOT_READY || this == TIMED_OUT;
    }
  }

  /**
   * An answer.
   *
   * @param process who is told
   * @param answer what
   * @param device where a granted task runs from now on; {@link TaskNeed#ANY} leaves it as it is
   */
  record Reply(int process, Answer answer, int device) {
    /** Tells a process that it may go on where it is. */
    public static Reply done(int process) {
      return new Reply(process, Answer.DONE, TaskNeed.ANY);
    }
  }

  /**
   * A process begins.
   *
   * @param process number of its job
   * @param job what it runs
   * @param device that it is bound to, or {@link TaskNeed#ANY}
   */
  void start(long now, int process, Job job, int device);

  /**
   * A process asks for a GPU task.
   *
   * @param task number of the task among those that the process has at the time, from 0
   * @param timeoutNanos how long it waits at most; 0 does not block
   */
  void request(long now, int process, int task, TaskNeed need, long timeoutNanos);

  /**
   * A process gives back.
   *
   * @param task number of the task
   * @param bytes of what the process reserved, or {@link org.polyphony.host.app.Phase#ALL}
   * @param endsTask whether the task is over
   */
  void release(long now, int process, int task, long bytes, boolean endsTask);

  /** A process ends as it should. */
  void end(long now, int process);

  /**
   * A process has died.
   *
   * @param inCriticalSection whether it dies with the lock of the shared state in its hands
   */
  void died(long now, int process, boolean inCriticalSection);

  /** Returns when {@link #act} is to be called if nothing happens before; never by default. */
  default long due() {
    return EventQueue.NEVER;
  }

  /** Does what is due. */
  default void act(long now) {}

  /** Returns the next reply that is ready, {@code null} when there is none. */
  Reply takeReply();
}
