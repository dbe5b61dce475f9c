package org.polyphony.gpu.dispatch;

/** The cost of preemption, by technique. */
public final class PreemptionCounters {
  private static final int TECHNIQUES = PreemptionTechnique.values().length;

  private final long[] threadBlocks = new long[TECHNIQUES];
  private final long[] cycles = new long[TECHNIQUES];
  private double lostSmCycles;
  private long flushedInstructions;

  PreemptionCounters() {}

  /**
   * Records a preempted thread block that has left.
   *
   * @param latency core cycles from the decision until its slot was free
   * @param share the largest of its shares of the SM's resources, 0 to 1
   */
  void left(PreemptionTechnique technique, long latency, double share) {
    threadBlocks[technique.ordinal()]++;
    cycles[technique.ordinal()] += latency;
    lostSmCycles += technique == PreemptionTechnique.DRAIN ? 0 : latency * share;
  }

  /** Records the lost work of a flushed thread block. */
  void flushed(long instructions, long ranCycles, double share) {
    flushedInstructions += instructions;
    lostSmCycles += ranCycles * share;
  }

  /** Records the duration of a context restore. */
  void restored(long cycles, double share) {
    lostSmCycles += cycles * share;
  }

  /** Returns the thread blocks preempted by a technique. */
  public long threadBlocks(PreemptionTechnique technique) {
    return threadBlocks[technique.ordinal()];
  }

  /** Returns the core cycles from decision to freed slot, summed. */
  public long latencyCycles(PreemptionTechnique technique) {
    return cycles[technique.ordinal()];
  }

  /** Returns the warp instructions of flushed thread blocks, which are executed again. */
  public long flushedInstructions() {
    return flushedInstructions;
  }

  /**
   * Returns the SM cycles without useful work: context saves, context restores, and flushed work.
   * Each thread block is weighted by the largest of its shares of an SM; a restore is counted once
   * the thread block has left again. Draining costs nothing.
   */
  public double lostSmCycles() {
    return lostSmCycles;
  }
}
