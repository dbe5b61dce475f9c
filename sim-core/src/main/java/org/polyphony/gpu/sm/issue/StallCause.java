package org.polyphony.gpu.sm.issue;

/** What became of an issue slot: a warp scheduler has one each cycle, and it has one cause. */
public enum StallCause {
  /** An instruction issued. */
  ISSUED("an instruction issued"),
  /** A warp was ready, but the pipe or collector that it needs was taken. */
  PIPE_BUSY("a warp was ready, but its execution pipe or operand collector was taken"),
  /** A warp was ready, but the load/store unit or the constant unit was taken. */
  MEMORY_PIPE_BUSY("a warp was ready, but the load/store unit or the constant unit was taken"),
  /** A warp was ready, but the path of shared memory was taken, where it has one of its own. */
  SHARED_PIPE_BUSY("a warp was ready, but the path to shared memory was taken"),
  /** Every warp waited, one at least for a load. */
  LOAD_DEPENDENCY("no warp was ready, one at least waited for the result of a load"),
  /** Every warp waited, one at least for a result of a pipe. */
  RESULT_DEPENDENCY("no warp was ready, one at least waited for the result of a pipe"),
  /** Every warp waited, one at least at a barrier. */
  BARRIER("no warp was ready, one at least waited at a barrier"),
  /** Every warp waited, one at least at a fence. */
  FENCE("no warp was ready, one at least waited at a fence"),
  /** Every warp waited for instructions. */
  FETCH("no warp was ready, one at least waited for its instructions"),
  /** Every warp waited, one at least because its thread block is being suspended or resumed. */
  PREEMPTION("no warp was ready, one at least belonged to a thread block that is moved"),
  /** Only warps that have ended and wait for accesses in flight. */
  DRAINING("only warps after their last instruction, waiting for what is in flight"),
  /** The scheduler has no warp. */
  NO_WARP("the scheduler had no warp"),
  /** A warp could have issued, but its kernel had to wait for others to use their quotas. */
  NO_QUOTA("a warp could have issued, but its kernel had used its quota of instructions");

  private final String meaning;

  StallCause(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the definition, for the reference of metrics. */
  public String meaning() {
    return meaning;
  }
}
