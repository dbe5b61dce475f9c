package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.sm.execution.ExecutionPipes;
import org.polyphony.gpu.sm.memory.ConstantUnit;

/** How much can be in flight on an SM at most, so that its tables never grow. */
final class Capacity {
  /** On the way to global, shared and constant memory: waits for a collector, and in a register. */
  private static final int BEFORE_UNITS = 6;

  private Capacity() {}

  /**
   * Returns the memory instructions between issue and L1D: collectors, registers, dispatch,
   * constants.
   */
  static int accessBuffers(SmConfig sm) {
    int before = sm.operandCollectors() + BEFORE_UNITS * sm.warpSchedulers() + 3;
    return before + sm.memoryQueue() + sm.sharedMemory().latency() + ConstantUnit.PLACES;
  }

  /** Returns the instructions between issue and write-back. */
  static int instructions(SmConfig sm, int constantLatency) {
    int slots = accessBuffers(sm) + constantLatency;
    for (PipeConfig pipe : sm.pipes()) {
      int deepest = 1;
      for (PipeConfig.Timing t : pipe.executes()) {
        deepest = Math.max(deepest, t.latency() + ExecutionPipes.WRITE_BACK);
      }
      slots += (deepest + 1) * pipe.units() + 2 * sm.warpSchedulers();
    }
    return slots;
  }
}
