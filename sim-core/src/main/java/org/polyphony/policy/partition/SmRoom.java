package org.polyphony.policy.partition;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;

/**
 * Free resources of an SM, by amount, while thread blocks are planned on it; may become negative.
 */
public final class SmRoom {
  private int registers;
  private int sharedMemoryBytes;
  private int threads;
  private int warps;
  private int slots;

  public SmRoom(SmConfig sm) {
    registers = sm.registers();
    sharedMemoryBytes = sm.sharedMemoryBytes();
    threads = sm.threads();
    warps = sm.warps();
    slots = sm.threadBlocks();
  }

  /** Subtracts a planned thread block. */
  public void take(ThreadBlockNeed need) {
    registers -= need.registers();
    sharedMemoryBytes -= need.sharedMemoryBytes();
    threads -= need.threads();
    warps -= need.warps();
    slots--;
  }

  public boolean isOverdrawn() {
    return registers < 0 || sharedMemoryBytes < 0 || threads < 0 || warps < 0 || slots < 0;
  }

  public int fitting(ThreadBlockNeed need, int parts) {
    int fitting = slots / parts;
    fitting = Math.min(fitting, registers / parts / need.registers());
    fitting = Math.min(fitting, threads / parts / need.threads());
    fitting = Math.min(fitting, warps / parts / need.warps());
    if (need.sharedMemoryBytes() > 0) {
      fitting = Math.min(fitting, sharedMemoryBytes / parts / need.sharedMemoryBytes());
    }
    return fitting;
  }
}
