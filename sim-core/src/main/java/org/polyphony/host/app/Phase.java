package org.polyphony.host.app;

import java.util.List;

/** A step of an application. Times are in nanoseconds. */
public sealed interface Phase {
  /** All memory held, for {@link Free}. */
  long ALL = -1;

  /** No timeout, for {@link Reserve}. */
  long FOREVER = Long.MAX_VALUE;

  /**
   * Computes on the CPU.
   *
   * @param nanos duration at the highest clock, at least 0
   */
  record Cpu(long nanos) implements Phase {}

  /**
   * Starts a GPU task: requests device memory, and thread blocks if they are counted, from the GPU
   * scheduler. Has no effect without a scheduler.
   *
   * @param task the requested resources
   * @param timeoutNanos maximum wait: 0 does not block, {@link #FOREVER} has no limit
   * @param retryNanos CPU time before the request is retried after a temporary refusal; 0 ends the
   *     application with the error instead
   */
  record Reserve(TaskNeed task, long timeoutNanos, long retryNanos) implements Phase {}

  /**
   * Allocates device memory (cudaMalloc); the application crashes if the device has too little.
   *
   * @param bytes at least 0
   */
  record Allocate(long bytes) implements Phase {}

  /**
   * Copies between host and device over PCIe.
   *
   * @param bytes at least 0
   * @param toDevice direction: true for host to device
   */
  record Copy(long bytes, boolean toDevice) implements Phase {}

  /**
   * Launches a kernel repeatedly, waiting for each launch.
   *
   * @param kernel to launch
   * @param launches number of launches, at least 1
   * @param thinkNanos CPU time between launches
   */
  record Launch(HostKernel kernel, int launches, long thinkNanos) implements Phase {}

  /**
   * Launches a kernel asynchronously; kernels of a process on one device run in launch order.
   *
   * @param kernel to launch
   */
  record Start(HostKernel kernel) implements Phase {}

  /** Waits for all asynchronous kernels on the device of the current task. */
  record Synchronize() implements Phase {}

  /**
   * Selects the GPU task that the following phases belong to, for applications with several
   * concurrent tasks. Task 0 is selected initially.
   *
   * @param task number from 0, reusable when the task has ended
   */
  record UseTask(int task) implements Phase {}

  /**
   * Frees device memory (cudaFree), and then releases its reservation at the GPU scheduler.
   *
   * @param bytes of device memory, or {@link #ALL} of the task
   * @param reservedBytes of the reservation, or {@link #ALL} of all tasks
   * @param endsTask whether the GPU task ends
   */
  record Free(long bytes, long reservedBytes, boolean endsTask) implements Phase {
    /** Frees memory; releasing {@link #ALL} of the reservation ends the task. */
    public Free(long bytes, long reservedBytes) {
      this(bytes, reservedBytes, reservedBytes == ALL);
    }
  }

  /**
   * Repeats phases.
   *
   * @param times at least 0
   * @param phases in order
   */
  record Repeat(int times, List<Phase> phases) implements Phase {
    public Repeat {
      phases = List.copyOf(phases);
    }
  }
}
