package org.polyphony.gpu.dispatch;

/**
 * A thread-block slot of the SM status table and the thread block in it. Only the table and the
 * thread-block scheduler change it.
 */
public final class ResidentBlock {
  /** What becomes of the thread block in a slot. */
  public enum State {
    /** There is none. */
    FREE,
    /** It runs. */
    RUNNING,
    /** It is being taken away. */
    PREEMPTING,
    /** It has left; its room cannot be taken yet. */
    LEFT
  }

  State state = State.FREE;
  int kernel = KernelControlBlocks.NONE;
  int holder = KernelControlBlocks.NONE; // the kernel until the room is free
  ThreadBlockNeed need;
  int registerBase;
  int sharedBase;
  private long index;
  private long launchCycle;
  private long ranBefore;
  private boolean wasFlushed;
  PreemptionTechnique technique; // while it is being taken away
  long preemptCycle; // likewise

  /** Takes notice of a thread block that starts for the first time. */
  void launched(long cycle, long ofGrid) {
    index = ofGrid;
    launchCycle = cycle;
    ranBefore = 0;
    wasFlushed = false;
  }

  /** Takes notice of a thread block that comes back. */
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

  /** Returns its kernel's row, {@link KernelControlBlocks#NONE} in a free slot. */
  public int kernel() {
    return kernel;
  }

  public long index() {
    return index;
  }

  /** Returns whether it has been dropped before, at any time. */
  boolean wasFlushed() {
    return wasFlushed;
  }

  /** Returns how long it has been on SMs by a cycle, the time before it was suspended included. */
  long cycles(long cycle) {
    return ranBefore + cycle - launchCycle;
  }

  public int registerBase() {
    return registerBase;
  }
}
