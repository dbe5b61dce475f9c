package org.polyphony.gpu.sm;

import org.polyphony.gpu.ProgressCounters;

/**
 * What the processes on the device have executed, counted at issue.
 *
 * <p>One array per counter, indexed by process.
 */
public final class Progress implements ProgressCounters {
  final long[] warpInstructions;
  final long[] threadInstructions;

  /** Makes counters at zero for a number of processes. */
  public Progress(int processes) {
    warpInstructions = new long[processes];
    threadInstructions = new long[processes];
  }

  @Override
  public long warpInstructions(int process) {
    return warpInstructions[process];
  }

  @Override
  public long threadInstructions(int process) {
    return threadInstructions[process];
  }
}
