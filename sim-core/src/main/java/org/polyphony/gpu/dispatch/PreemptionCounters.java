package org.polyphony.gpu.dispatch;

/** What preemption has cost, by technique. */
public final class PreemptionCounters {
  private static final int TECHNIQUES = PreemptionTechnique.values().length;

  private final long[] threadBlocks = new long[TECHNIQUES];
  private final long[] cycles = new long[TECHNIQUES];
  private double lostSmCycles;
  private long flushedInstructions;

  PreemptionCounters() {}

  /**
   * Notes a thread block that has left.
   *
   * @param latency core cycles from the decision until its place was free
   * @param share the largest of its shares of the SM's resources, 0 to 1
   */
  void left(PreemptionTechnique technique, long latency, double share) {
    threadBlocks[technique.ordinal()]++;
    cycles[technique.ordinal()] += latency;
    lostSmCycles += technique == PreemptionTechnique.DRAIN ? 0 : latency * share;
  }

  /** Notes the work of a dropped thread block, to be done again. */
  void flushed(long instructions, long ranCycles, double share) {
    flushedInstructions += instructions;
    lostSmCycles += ranCycles * share;
  }

  /** Notes the time that a context took to come back. */
  void restored(long cycles, double share) {
    lostSmCycles += cycles * share;
  }

  /** Returns the thread blocks that left by a technique before their end, or drained. */
  public long threadBlocks(PreemptionTechnique technique) {
    return threadBlocks[technique.ordinal()];
  }

  /** Returns the core cycles from the decisions until the places were free, summed. */
  public long latencyCycles(PreemptionTechnique technique) {
    return cycles[technique.ordinal()];
  }

  /** Returns the warp instructions of dropped thread blocks, which are run again. */
  public long flushedInstructions() {
    return flushedInstructions;
  }

  /**
   * Returns the SM cycles in which places did no lasting work: contexts on their way out and back,
   * and flushed work. A thread block counts with the largest of its shares of an SM, its way back
   * once it has left again; draining loses none.
   */
  public double lostSmCycles() {
    return lostSmCycles;
  }
}
