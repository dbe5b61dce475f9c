package org.polyphony.gpu.dispatch;

/**
 * A thread block that was taken off its SM and waits to run again.
 *
 * @param index in its grid
 * @param isSuspended true when it goes on where it stood, false when it begins anew
 * @param ranCycles cycles that it has been on SMs and that count when it goes on; 0 when it begins
 *     anew
 * @param wasFlushed true when it has been dropped at any time
 */
record PreemptedBlock(long index, boolean isSuspended, long ranCycles, boolean wasFlushed) {
  static PreemptedBlock suspended(ResidentBlock block, long cycle) {
    return new PreemptedBlock(block.index(), true, block.cycles(cycle), block.wasFlushed());
  }

  static PreemptedBlock dropped(ResidentBlock block) {
    return new PreemptedBlock(block.index(), false, 0, true);
  }
}
