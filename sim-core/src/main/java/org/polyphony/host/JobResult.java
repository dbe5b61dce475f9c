package org.polyphony.host;

import java.util.List;

/**
 * What became of a job. Times are in nanoseconds of the run.
 *
 * @param id the job's
 * @param application its name
 * @param outcome how it ended
 * @param device on which it was last, -1 when never
 * @param devices all that it was given, ascending
 * @param arrivalNanos when it was submitted
 * @param startNanos when it started, -1 when never
 * @param endNanos when it ended, -1 when never
 * @param waitedNanos time that it waited for the GPU scheduler
 * @param kernelNanos time with a kernel on the device
 * @param kernelAloneNanos time that the same kernels, as far as they ended, take alone
 * @param copyNanos time with a copy between host and device
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
    long kernelAloneNanos,
    long copyNanos) {
  public JobResult {
    devices = List.copyOf(devices);
  }

  /** How a job ends. */
  public enum Outcome {
    /** As it should. */
    FINISHED,
    /** By its fault. */
    CRASHED,
    /** The device had no memory left for it. */
    OUT_OF_MEMORY,
    /** The GPU scheduler refused what it asked for. */
    REFUSED,
    /** The GPU scheduler did not grant what it asked for within its timeout. */
    TIMED_OUT,
    /** It never ended: it waits for what does not come. */
    HUNG,
    /** The run was ended before it was over. */
    UNFINISHED
  }
}
