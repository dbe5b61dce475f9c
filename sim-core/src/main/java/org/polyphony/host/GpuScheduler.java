package org.polyphony.host;

import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.time.EventQueue;

/**
 * Decides when, and on which device, a running process may use device memory: a memory broker or a
 * task scheduler.
 *
 * <p>Each call of {@link #start}, {@link #request}, {@link #release} and {@link #end} gets exactly
 * one {@link Reply}, immediately or later; until then the process waits and makes no other call. A
 * process that has died gets no more replies. After each call, the run takes all available replies
 * and checks {@link #nextWork} again.
 */
public interface GpuScheduler {
  /** The outcome of a call. */
  enum Answer {
    /** The start, release or end is complete, or the request is granted. */
    DONE,
    /** No room now; the request was non-blocking. */
    NOT_READY,
    /** No room before the timeout. */
    TIMED_OUT,
    /** Exceeds the memory of every device. */
    TOO_LARGE,
    /** The device does not exist. */
    INVALID_DEVICE,
    /** The process released something that it does not hold; nothing changes. */
    NOT_RESERVED,
    /** The scheduler itself has died. */
    UNAVAILABLE,
    /** Broker only: the request is queued; the reply follows later. */
    WAITING,
    /** Broker only: the client is not initialized or is already waiting; nothing has changed. */
    INVALID_CLIENT;

    /** Returns whether a later retry may succeed. */
    boolean isRetryable() {
      return this == NOT_READY || this == TIMED_OUT;
    }
  }

  /**
   * A reply to a process.
   *
   * @param process the recipient
   * @param answer the outcome
   * @param device where a granted task runs; {@link TaskNeed#ANY} keeps the current device
   */
  record Reply(int process, Answer answer, int device) {
    /** Lets a process continue on its current device. */
    public static Reply done(int process) {
      return new Reply(process, Answer.DONE, TaskNeed.ANY);
    }
  }

  /**
   * Called when a process starts.
   *
   * @param process number of its job
   * @param job that it runs
   * @param device that it is bound to, or {@link TaskNeed#ANY}
   */
  void start(long now, int process, Job job, int device);

  /**
   * Called when a process requests resources for a GPU task.
   *
   * @param task number of the task among the process's concurrent tasks, from 0
   * @param timeoutNanos maximum wait; 0 does not block
   */
  void request(long now, int process, int task, TaskNeed need, long timeoutNanos);

  /**
   * Called when a process releases memory.
   *
   * @param task number of the task
   * @param bytes of the process's reservation, or {@link org.polyphony.host.app.Phase#ALL}
   * @param endsTask whether the task ends
   */
  void release(long now, int process, int task, long bytes, boolean endsTask);

  /** Called when a process exits normally. */
  void end(long now, int process);

  /**
   * Called when a process has died.
   *
   * @param inCriticalSection whether it holds the lock of the shared state
   */
  void died(long now, int process, boolean inCriticalSection);

  /** Returns the time of the next call of {@link #act}; never by default. */
  default long nextWork() {
    return EventQueue.NEVER;
  }

  /** Handles events that are due. */
  default void act(long now) {}

  /** Returns the next available reply, {@code null} if there is none. */
  Reply takeReply();
}
