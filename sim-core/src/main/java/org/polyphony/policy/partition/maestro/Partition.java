package org.polyphony.policy.partition.maestro;

/**
 * Thread blocks of the two kernels of a pair on one SM.
 *
 * @param first thread blocks of the first kernel, at least 1 unless the SM is dedicated to the
 *     second
 * @param second thread blocks of the second kernel, at least 1 unless the SM is dedicated to the
 *     first
 */
record Partition(int first, int second) {
  /** Returns the thread blocks of a kernel of the pair, 0 or 1. */
  int of(int side) {
    return side == 0 ? first : second;
  }
}
