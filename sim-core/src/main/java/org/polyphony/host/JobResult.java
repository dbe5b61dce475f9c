package org.polyphony.host;

import java.util.List;

/**
 * The result of a job. Times are in nanoseconds of the run.
 *
 * @param id of the job
 * @param application its name
 * @param outcome how it ended
 * @param device the last one it used, -1 if none
 * @param devices all it was assigned, ascending
 * @param arrivalNanos submission time
 * @param startNanos start time, -1 if not started
 * @param endNanos end time, -1 if not ended
 * @param waitedNanos time spent waiting for the GPU scheduler
 * @param kernelNanos time with a kernel on the device
 * @param kernelAloneNanos time that its finished kernels take alone
 */
public record JobResult(
    String id,
    String application,
    Outcome outcome,
    int device,
    List<Integer> devices,
    long arrivalNanos,
    long startNanos,
    long endNanos,
    long waitedNanos,
    long kernelNanos,
    long kernelAloneNanos) {
  public JobResult {
    devices = List.copyOf(devices);
  }

  /** How a job ended. */
  public enum Outcome {
    /** Normally. */
    FINISHED,
    /** By its configured fault. */
    CRASHED,
    /** The device was out of memory. */
    OUT_OF_MEMORY,
    /** The GPU scheduler refused its request. */
    REFUSED,
    /** The GPU scheduler did not grant its request before the timeout. */
    TIMED_OUT,
    /** Never: it waits for an event that does not occur. */
    HUNG,
    /** Not before the run was stopped. */
    UNFINISHED
  }
}
