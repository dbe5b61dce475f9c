package org.polyphony.workload.kernel;

import java.util.Arrays;

/**
 * A value that is cheap to know: constant + sum of coefficient times block index or loop counter +
 * table entry of the thread.
 *
 * @param constant the constant part
 * @param variables ids of the block indices and loop counters
 * @param coefficients their coefficients
 * @param table part that depends on the thread alone, by thread of the block; null when 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Leaf(long constant, int[] variables, long[] coefficients, long[] table) {
  private static final int[] NO_VARIABLES = {};
  private static final long[] NO_COEFFICIENTS = {};

  static Leaf constant(long value) {
    return new Leaf(value, NO_VARIABLES, NO_COEFFICIENTS, null);
  }

  static Leaf variable(int id) {
    return new Leaf(0, new int[] {id}, new long[] {1}, null);
  }

  static Leaf table(long[] table) {
    return new Leaf(0, NO_VARIABLES, NO_COEFFICIENTS, table);
  }

  /** Returns whether it depends on no block index and no loop counter. */
  boolean isThreadOnly() {
    return variables.length == 0;
  }

  boolean isConstant() {
    return variables.length == 0 && table == null;
  }

  long at(int thread) {
    return table == null ? constant : constant + table[thread];
  }

  Leaf times(long factor) {
    return new Leaf(
        constant * factor,
        variables,
        scaled(coefficients, factor),
        table == null ? null : scaled(table, factor));
  }

  private static long[] scaled(long[] values, long factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  Leaf plus(Leaf other) {
    int[] ids = new int[variables.length + other.variables.length];
    long[] factors = new long[ids.length];
    int size = 0;
    for (int i = 0; i < ids.length; i++) {
      boolean own = i < variables.length;
      int from = own ? i : i - variables.length;
      int id = own ? variables[from] : other.variables[from];
      int place = 0;
      while (place < size && ids[place] != id) {
        place++;
      }
      ids[place] = id;
      factors[place] += own ? coefficients[from] : other.coefficients[from];
      size = Math.max(size, place + 1);
    }
    return new Leaf(
        constant + other.constant,
        Arrays.copyOf(ids, size),
        Arrays.copyOf(factors, size),
        sum(table, other.table));
  }

  private static long[] sum(long[] a, long[] b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    long[] sum = new long[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }
}
