package org.polyphony.workload.kernel;

/** A function of one index that an index structure offers to expressions: a table of its values. */
interface IndexFunction {
  /** Returns the number of entries; an index outside of 0 to this minus 1 reads as 0. */
  long size();

  /**
   * Returns an entry.
   *
   * @param index 0 to {@link #size} - 1
   */
  long at(long index);

  /** Returns the smallest entry. */
  long minimum();

  /** Returns the largest entry. */
  long maximum();

  /** Returns the entry, or 0 for an index outside of the table. */
  default long atOrZero(long index) {
    return index >= 0 && index < size() ? at(index) : 0;
  }
}
