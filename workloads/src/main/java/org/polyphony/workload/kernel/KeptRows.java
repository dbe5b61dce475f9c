package org.polyphony.workload.kernel;

import java.util.Collection;
import org.polyphony.gpu.kernel.Kernel;

/**
 * What a warp keeps of the values of rows.
 *
 * @param entries numbers that a warp keeps
 * @param byLevel bit masks of the rows whose values change with the counter of a loop, by its
 *     nesting level
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeptRows(int entries, long[] byLevel) {
  private static final int MOST = Long.SIZE;

  /** Gives the rows that are worth keeping their places, as many as there is room for. */
  static KeptRows of(Collection<Row> rows) {
    long[] byLevel = new long[Variables.MOST - Variables.FIRST_COUNTER];
    int bit = 0;
    int entries = 0;
    for (Row row : rows) {
      if (row.isWorthKeeping() && bit < MOST) {
        if (row.level() >= 0) {
          byLevel[row.level()] |= 1L << bit;
        }
        row.keep(bit++, entries);
        entries += row.isUniform() ? 1 : Kernel.WARP_SIZE;
      }
    }
    return new KeptRows(entries, byLevel);
  }
}
