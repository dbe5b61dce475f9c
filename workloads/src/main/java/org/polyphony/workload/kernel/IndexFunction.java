package org.polyphony.workload.kernel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** A function of one index that an index structure offers to expressions: a table of integers. */
final class IndexFunction {
  private static final int MOST_SCALED = 1 << 12;

  private final int[] values;
  private final int minimum;
  private final int maximum;
  private final Map<Long, IndexFunction> multiples = new ConcurrentHashMap<>();

  /** Makes a function; the table is not copied. */
  IndexFunction(int[] values) {
    this.values = values;
    this.minimum = IntStream.of(values).min().orElse(0);
    this.maximum = IntStream.of(values).max().orElse(0);
  }

  /** Returns the entry, or 0 for an index outside of the table. */
  long at(long index) {
    int i = (int) index;
    // one comparison, which the check of the array's bounds repeats and the compiler drops there
    return i == index && Integer.compareUnsigned(i, values.length) < 0 ? values[i] : 0;
  }

  /**
   * Returns the function whose entries are those of this one times a factor, the same one for equal
   * factors, or null when they are too large or too many to be worth it.
   */
  IndexFunction times(long factor) {
    long largest = Math.max(Math.abs((long) minimum), Math.abs((long) maximum));
    long most = Integer.MAX_VALUE / Math.max(1, largest);
    return -most <= factor && factor <= most && values.length <= MOST_SCALED
        ? multiples.computeIfAbsent(factor, f -> scaled(Math.toIntExact(f)))
        : null;
  }

  private IndexFunction scaled(int factor) {
    return new IndexFunction(IntStream.of(values).map(value -> value * factor).toArray());
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
