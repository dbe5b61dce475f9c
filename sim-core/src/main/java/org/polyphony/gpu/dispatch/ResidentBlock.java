package org.polyphony.gpu.dispatch;

/**
 * A thread-block slot of the SM status table and the thread block in it. Modified only by the table
 * and the thread-block scheduler.
 */
public final class ResidentBlock {
  /** State of a slot. */
  public enum State {
    /** No thread block. */
    FREE,
    /** The thread block runs. */
    RUNNING,
    /** The thread block is being preempted. */
    PREEMPTING,
    /** The thread block has left; its resources cannot be reused yet. */
    LEFT
  }

  State state = State.FREE;
  int kernel = KernelControlBlocks.NONE;
  int holder = KernelControlBlocks.NONE; // the kernel until the resources are free
  ThreadBlockNeed need;
  int registerBase;
  int sharedBase;
  private long index;
  private long launchCycle;
  private long ranBefore;
  private boolean wasFlushed;
  PreemptionTechnique technique; // while it is being preempted
  long preemptCycle; // while it is being preempted

  /** Called when a thread block launches for the first time. */
  void launched(long cycle, long ofGrid) {
    index = ofGrid;
    launchCycle = cycle;
    ranBefore = 0;
    wasFlushed = false;
  }

  /** Called when a preempted thread block launches again. */
  void launched(long cycle, PreemptedBlock block) {
    index = block.index();
    launchCycle = cycle;
    ranBefore = block.ranCycles();
    wasFlushed = block.wasFlushed();
  }

  public State state() {
    return state;
  }

  boolean isRunning(int kernelRow) {
    return state == State.RUNNING && kernel == kernelRow;
  }

  boolean isLeavingBy(PreemptionTechnique by) {
    return state == State.PREEMPTING && technique == by;
  }

  /** Returns its kernel's row; {@link KernelControlBlocks#NONE} in a free slot. */
  public int kernel() {
    return kernel;
  }

  public long index() {
    return index;
  }

  /** Returns whether it has ever been flushed. */
  boolean wasFlushed() {
    return wasFlushed;
  }

  /** Returns the cycles it has spent on SMs, including the time before a suspension. */
  long cycles(long cycle) {
    return ranBefore + cycle - launchCycle;
  }

  public int registerBase() {
    return registerBase;
  }
}
