package org.polyphony.host.app;

import java.util.List;

/** One thing after another that an application does on its CPU core. Times are in nanoseconds. */
public sealed interface Phase {
  /** All that is held, for {@link Free}. */
  long ALL = -1;

  /** Waits without an end, for {@link Reserve}. */
  long FOREVER = Long.MAX_VALUE;

  /**
   * Computes.
   *
   * @param nanos time at the highest clock, at least 0
   */
  record Cpu(long nanos) implements Phase {}

  /**
   * Asks the GPU scheduler for device memory and, where it counts them, for thread blocks: the
   * begin of a GPU task. Without a scheduler it is not asked and nothing happens.
   *
   * @param task what is asked for
   * @param timeoutNanos how long to wait at most: 0 does not block, {@link #FOREVER} has no end
   * @param retryNanos after a refusal that time may mend the application computes for this long and
   *     asks again; 0 gives up and ends the application with the error
   */
  record Reserve(TaskNeed task, long timeoutNanos, long retryNanos) implements Phase {}

  /**
   * Takes device memory (cudaMalloc); the application crashes when the device has none left.
   *
   * @param bytes at least 0
   */
  record Allocate(long bytes) implements Phase {}

  /**
   * Copies between host and device over PCIe.
   *
   * @param bytes at least 0
   * @param toDevice the direction
   */
  record Copy(long bytes, boolean toDevice) implements Phase {}

  /**
   * Launches a kernel again and again and waits for each.
   *
   * @param kernel what runs
   * @param launches how often, at least 1
   * @param thinkNanos CPU time after each launch but the last
   */
  record Launch(HostKernel kernel, int launches, long thinkNanos) implements Phase {}

  /**
   * Launches a kernel once and goes on; kernels of a process on a device run one after another.
   *
   * @param kernel what runs
   */
  record Start(HostKernel kernel) implements Phase {}

  /** Waits until the kernels that it has started on the device of its task have ended. */
  record Synchronize() implements Phase {}

  /**
   * Says which of its GPU tasks all that follows is about, where it has several at a time; before,
   * and where it has one at a time, that is task 0.
   *
   * @param task a number from 0, free again when the task has ended
   */
  record UseTask(int task) implements Phase {}

  /**
   * Gives device memory back (cudaFree), and then the reservation for it to the GPU scheduler.
   *
   * @param bytes of device memory, or {@link #ALL} that the task has
   * @param reservedBytes of the reservation, or {@link #ALL} of all tasks
   * @param endsTask whether the GPU task is over
   */
  record Free(long bytes, long reservedBytes, boolean endsTask) implements Phase {
    /** Gives memory back; {@link #ALL} of the reservation ends the task. */
    public Free(long bytes, long reservedBytes) {
      this(bytes, reservedBytes, reservedBytes == ALL);
    }
  }

  /**
   * Does phases several times.
   *
   * @param times at least 0
   * @param phases in order
   */
  record Repeat(int times, List<Phase> phases) implements Phase {
    /** Keeps its own copy of the list. */
    public Repeat {
      phases = List.copyOf(phases);
    }
  }
}
