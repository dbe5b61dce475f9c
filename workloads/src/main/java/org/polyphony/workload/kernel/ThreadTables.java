package org.polyphony.workload.kernel;

import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.workload.kernel.LaneExpression.Table;

/**
 * Values of expressions that are known before the kernel runs: by thread of the block, or by one
 * loop counter and thread. Equal tables are stored once.
 */
final class ThreadTables {
  private static final int MOST_ENTRIES = 1 << 16;
  private static final int MOST_MASKS = 1 << 12;

  private final long[][] threadValues;
  private final int threads;
  private final Map<LongBuffer, long[]> byThread = new HashMap<>();
  private final Map<List<Object>, long[]> byCounter = new HashMap<>();

  /** Makes no table yet, of a block of threads in x, y, z. */
  ThreadTables(int[] block) {
    threadValues = Variables.threadValues(block);
    threads = threadValues[0].length;
  }

  int threads() {
    return threads;
  }

  long[] variable(int id) {
    return threadValues[id - Variables.FIRST_THREAD];
  }

  Leaf shared(Leaf leaf) {
    if (leaf.table() == null) {
      return leaf;
    }
    long[] table = byThread.computeIfAbsent(LongBuffer.wrap(leaf.table()), LongBuffer::array);
    return new Leaf(leaf.constant(), leaf.variables(), leaf.coefficients(), table);
  }

  /**
   * Returns the values by a loop counter and thread, or null when they are too many.
   *
   * @param e depends on the counter and on the thread
   * @param counter id of the variable
   * @param trips values of the counter, from 0
   */
  Table table(Expression e, int counter, long trips) {
    if (trips * threads > MOST_ENTRIES) {
      return null;
    }
    long[] entries =
        byCounter.computeIfAbsent(
            List.of(e, counter, trips), key -> values(e, counter, (int) trips));
    return new Table(counter, threads, entries);
  }

  /**
   * Returns the lanes where a condition holds, by trip and warp, or null when they are too many.
   *
   * @param e depends on the counter, if any, and on the thread
   * @param counter id of the variable; -1 when it depends on none
   * @param trips values of the counter, from 0; 1 when there is none
   */
  int[] masks(Expression e, int counter, long trips) {
    if (trips * threads > (long) MOST_MASKS * Kernel.WARP_SIZE) {
      return null;
    }
    long[] values = values(e, counter, (int) trips);
    int[] masks = new int[values.length / Kernel.WARP_SIZE];
    for (int i = 0; i < values.length; i++) {
      masks[i / Kernel.WARP_SIZE] |= values[i] != 0 ? 1 << i % Kernel.WARP_SIZE : 0;
    }
    return masks;
  }

  private long[] values(Expression e, int counter, int trips) {
    long[] entries = new long[trips * threads];
    long[] variables = new long[Variables.MOST];
    for (int at = 0; at < entries.length; at++) {
      for (int v = 0; v < threadValues.length; v++) {
        variables[Variables.FIRST_THREAD + v] = threadValues[v][at % threads];
      }
      if (counter >= 0) {
        variables[counter] = at / threads;
      }
      entries[at] = Expression.value(e, variables);
    }
    return entries;
  }
}
