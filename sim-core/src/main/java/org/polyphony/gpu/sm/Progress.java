package org.polyphony.gpu.sm;

import org.polyphony.gpu.KernelControlBlocks;
import org.polyphony.gpu.ProgressCounters;

/**
 * What the processes on the device have executed, counted at issue.
 *
 * <p>One array per counter, indexed by process; one indexed by SM and kernel row.
 */
public final class Progress implements ProgressCounters {
  final long[] warpInstructions;
  final long[] threadInstructions;
  final long[] threadInstructionsOn; // at firstOf(sm) + kernel row

  /** Makes counters at zero for a number of processes and SMs. */
  public Progress(int processes, int sms) {
    warpInstructions = new long[processes];
    threadInstructions = new long[processes];
    threadInstructionsOn = new long[firstOf(sms)];
  }

  static int firstOf(int sm) {
    return sm * KernelControlBlocks.ROWS;
  }

  @Override
  public long warpInstructions(int process) {
    return warpInstructions[process];
  }

  @Override
  public long threadInstructions(int process) {
    return threadInstructions[process];
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return threadInstructionsOn[firstOf(sm) + kernelRow];
  }
}
