package org.polyphony.workload.kernel;

import org.polyphony.workload.kernel.LaneExpression.Postfix;

/**
 * Evaluates compiled expressions for a range of lanes of one warp. It belongs to one stream and
 * reads the block indices and loop counters of that stream.
 */
final class LaneMachine {
  private static final int LANES = 32;

  private final long[] blocks; // by 3 * slot + dimension
  private final int[] counters; // by counterBase + nesting level
  private final long[][] rows;
  private int blockBase;
  private int counterBase;
  private int threadBase;

  LaneMachine(long[] blocks, int[] counters, int stackDepth) {
    this.blocks = blocks;
    this.counters = counters;
    this.rows = new long[stackDepth][LANES];
  }

  /**
   * Chooses the warp that the next evaluations are about.
   *
   * @param blockBase index of the thread block's x in the block indices
   * @param counterBase index of the warp's first loop counter
   * @param threadBase index in the thread block of the warp's first thread
   */
  void select(int blockBase, int counterBase, int threadBase) {
    this.blockBase = blockBase;
    this.counterBase = counterBase;
    this.threadBase = threadBase;
  }

  /** Returns the value of a uniform expression. */
  long uniform(LaneExpression e) {
    long value = uniformPart(e.leaf());
    if (e.uniform() != null) {
      run(e.uniform(), 0, 1);
      value += rows[0][0];
    }
    return value;
  }

  /** Writes the values of lanes {@code from} to {@code to} - 1. */
  void evaluate(LaneExpression e, int from, int to, long[] out) {
    long base = uniform(e);
    long[] table = e.leaf().table();
    if (table == null) {
      for (int i = from; i < to; i++) {
        out[i] = base;
      }
    } else {
      for (int i = from; i < to; i++) {
        out[i] = base + table[threadBase + i];
      }
    }
    if (e.lanes() != null) {
      run(e.lanes(), from, to);
      long[] row = rows[0];
      for (int i = from; i < to; i++) {
        out[i] += row[i];
      }
    }
  }

  private long uniformPart(Leaf leaf) {
    long value = leaf.constant();
    int[] variables = leaf.variables();
    long[] coefficients = leaf.coefficients();
    for (int i = 0; i < variables.length; i++) {
      value += coefficients[i] * variable(variables[i]);
    }
    return value;
  }

  private long variable(int id) {
    return id < Variables.BLOCK_COUNT
        ? blocks[blockBase + id]
        : counters[counterBase + id - Variables.FIRST_COUNTER];
  }

  private void run(Postfix program, int from, int to) {
    Leaf[] leaves = program.leaves();
    int top = -1;
    for (int i = 0; i < leaves.length; i++) {
      if (leaves[i] != null) {
        push(leaves[i], rows[++top], from, to);
      } else if (program.lookups()[i] != null) {
        lookup(program.lookups()[i], rows[top], from, to);
      } else {
        Operator operator = program.operators()[i];
        top -= operator.arity() - 1;
        apply(operator, top, from, to);
      }
    }
  }

  private void push(Leaf leaf, long[] row, int from, int to) {
    long base = uniformPart(leaf);
    long[] table = leaf.table();
    for (int i = from; i < to; i++) {
      row[i] = table == null ? base : base + table[threadBase + i];
    }
  }

  private static void lookup(IndexFunction function, long[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      row[i] = function.atOrZero(row[i]);
    }
  }

  private void apply(Operator operator, int top, int from, int to) {
    long[] a = rows[top];
    long[] b = operator.arity() > 1 ? rows[top + 1] : a;
    switch (operator) { // the frequent ones without a dispatch per lane
      case ADD -> {
        for (int i = from; i < to; i++) {
          a[i] += b[i];
        }
      }
      case MULTIPLY -> {
        for (int i = from; i < to; i++) {
          a[i] *= b[i];
        }
      }
      case LESS -> {
        for (int i = from; i < to; i++) {
          a[i] = a[i] < b[i] ? 1 : 0;
        }
      }
      case AND -> {
        for (int i = from; i < to; i++) {
          a[i] = a[i] != 0 && b[i] != 0 ? 1 : 0;
        }
      }
      default -> {
        long[] c = operator.arity() > 2 ? rows[top + 2] : a;
        for (int i = from; i < to; i++) {
          a[i] = operator.apply(a[i], b[i], c[i]);
        }
      }
    }
  }
}
