package org.polyphony.gpu.dispatch;

/**
 * A preempted thread block that waits to run again.
 *
 * @param index in its grid
 * @param isSuspended true if it resumes where it stopped, false if it starts from the beginning
 * @param ranCycles cycles it has spent on SMs if suspended; 0 otherwise
 * @param wasFlushed whether it has ever been flushed
 */
record PreemptedBlock(long index, boolean isSuspended, long ranCycles, boolean wasFlushed) {
  static PreemptedBlock suspended(ResidentBlock block, long cycle) {
    return new PreemptedBlock(block.index(), true, block.cycles(cycle), block.wasFlushed());
  }

  static PreemptedBlock dropped(ResidentBlock block) {
    return new PreemptedBlock(block.index(), false, 0, true);
  }
}
