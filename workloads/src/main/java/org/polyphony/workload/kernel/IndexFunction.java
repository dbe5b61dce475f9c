package org.polyphony.workload.kernel;

import java.util.stream.IntStream;

/** A function of one index that an index structure offers to expressions: a table of integers. */
final class IndexFunction {
  private final int[] values;
  private final int minimum;
  private final int maximum;

  /** Makes a function; the table is not copied. */
  IndexFunction(int[] values) {
    this.values = values;
    this.minimum = IntStream.of(values).min().orElse(0);
    this.maximum = IntStream.of(values).max().orElse(0);
  }

  /** Returns the entry, or 0 for an index outside of the table. */
  long at(long index) {
    return index >= 0 && index < values.length ? values[(int) index] : 0;
  }

  /** Returns the smallest entry. */
  long minimum() {
    return minimum;
  }

  /** Returns the largest entry. */
  long maximum() {
    return maximum;
  }
}
