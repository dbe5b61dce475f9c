package org.polyphony.workload.kernel;

import java.util.stream.IntStream;

/** A function of one index as a table of integers. */
final class IntTable implements IndexFunction {
  private final int[] values;
  private final int minimum;
  private final int maximum;

  /** Makes a function; the table is not copied. */
  IntTable(int[] values) {
    this.values = values;
    this.minimum = IntStream.of(values).min().orElse(0);
    this.maximum = IntStream.of(values).max().orElse(0);
  }

  @Override
  public long size() {
    return values.length;
  }

  @Override
  public long at(long index) {
    return values[(int) index];
  }

  @Override
  public long minimum() {
    return minimum;
  }

  @Override
  public long maximum() {
    return maximum;
  }
}
