package org.polyphony.workload.kernel;

import java.util.Arrays;
import org.polyphony.workload.kernel.LaneExpression.Apply;
import org.polyphony.workload.kernel.LaneExpression.ApplyConstant;
import org.polyphony.workload.kernel.LaneExpression.Look;
import org.polyphony.workload.kernel.LaneExpression.Postfix;
import org.polyphony.workload.kernel.LaneExpression.PushKept;
import org.polyphony.workload.kernel.LaneExpression.PushLeaf;
import org.polyphony.workload.kernel.LaneExpression.PushTable;
import org.polyphony.workload.kernel.LaneExpression.PushUniform;
import org.polyphony.workload.kernel.LaneExpression.Step;

/**
 * Evaluates compiled expressions for a range of lanes of one warp. It belongs to one stream and
 * reads the block indices and loop counters of that stream.
 *
 * <p>State per warp: {@code kept} the rows that depend on block and thread only, {@code isKept} bit
 * per row that is evaluated.
 */
final class LaneMachine {
  private static final int LANES = 32;

  private final long[] blocks; // by 3 * slot + dimension
  private final int[] counters; // by counterBase + nesting level
  private final int keptRows;
  private final long[] kept; // by (warp * keptRows + row) * 32 + lane
  private final int[] isKept;
  private final long[][] rows; // the stack
  private int blockBase;
  private int counterBase;
  private int threadBase;
  private int cursor;

  /**
   * Makes a machine.
   *
   * @param blocks block indices by 3 * slot + dimension
   * @param counters loop counters
   * @param cursors warps of all slots
   * @param program whose expressions it evaluates
   */
  LaneMachine(long[] blocks, int[] counters, int cursors, Program program) {
    this.blocks = blocks;
    this.counters = counters;
    this.keptRows = program.keptRows();
    this.kept = new long[cursors * keptRows * LANES];
    this.isKept = new int[cursors];
    this.rows = new long[program.stackDepth()][LANES];
  }

  /** Forgets what is kept for a warp, whose thread block is a new one. */
  void forget(int warpCursor) {
    isKept[warpCursor] = 0;
  }

  /**
   * Chooses the warp that the next evaluations are about.
   *
   * @param warpCursor index among the warps of all slots
   * @param blockBase index of the thread block's x in the block indices
   * @param counterBase index of the warp's first loop counter
   * @param threadBase index in the thread block of the warp's first thread
   */
  void select(int warpCursor, int blockBase, int counterBase, int threadBase) {
    this.cursor = warpCursor;
    this.blockBase = blockBase;
    this.counterBase = counterBase;
    this.threadBase = threadBase;
  }

  /** Returns the value of a uniform expression. */
  long uniform(LaneExpression e) {
    long value = uniformPart(e.leaf());
    if (e.uniform() != null) {
      run(e.uniform(), 0, 0, 1);
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
      run(e.lanes(), 0, from, to);
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

  /** Leaves the program's value in row {@code base}. */
  private void run(Postfix program, int base, int from, int to) {
    int top = base - 1;
    for (Step step : program.steps()) {
      if (step instanceof Apply apply) {
        top -= apply.operator().arity() - 1;
        RowOperations.apply(apply.operator(), rows, top, from, to);
      } else if (step instanceof ApplyConstant apply) {
        applyConstant(apply, top, from, to);
      } else if (step instanceof Look look) {
        lookUp(look.function(), rows[top], from, to);
      } else {
        push(step, ++top, from, to);
      }
    }
  }

  private void push(Step step, int top, int from, int to) {
    long[] row = rows[top];
    if (step instanceof PushLeaf push) {
      pushLeaf(push.leaf(), row, from, to);
    } else if (step instanceof PushTable push) {
      int at =
          threadBase
              + counters[counterBase + push.variable() - Variables.FIRST_COUNTER] * push.stride();
      System.arraycopy(push.table(), at + from, row, from, to - from);
    } else if (step instanceof PushKept push) {
      pushKept(push, top, from, to);
    } else if (step instanceof PushUniform push) {
      run(push.program(), top, 0, 1);
      long value = row[0];
      for (int i = from; i < to; i++) {
        row[i] = value;
      }
    }
  }

  private void pushLeaf(Leaf leaf, long[] row, int from, int to) {
    long base = uniformPart(leaf);
    long[] table = leaf.table();
    for (int i = from; i < to; i++) {
      row[i] = table == null ? base : base + table[threadBase + i];
    }
  }

  private void pushKept(PushKept push, int top, int from, int to) {
    int at = (cursor * keptRows + push.slot()) * LANES;
    if ((isKept[cursor] >>> push.slot() & 1) == 0) {
      run(push.program(), top, 0, LANES);
      System.arraycopy(rows[top], 0, kept, at, LANES);
      isKept[cursor] |= 1 << push.slot();
    } else {
      System.arraycopy(kept, at + from, rows[top], from, to - from);
    }
  }

  private void applyConstant(ApplyConstant step, int top, int from, int to) {
    long constant = step.constant();
    boolean isPowerOfTwo = constant > 0 && Long.bitCount(constant) == 1;
    if (isPowerOfTwo && step.operator() == Operator.REMAINDER) {
      RowOperations.mask(rows[top], constant, from, to);
      return;
    }
    if (isPowerOfTwo && step.operator() == Operator.DIVIDE) {
      RowOperations.shift(rows[top], constant, from, to);
      return;
    }
    Arrays.fill(rows[top + 1], from, to, constant);
    RowOperations.apply(step.operator(), rows, top, from, to);
  }

  private static void lookUp(IndexFunction function, long[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      row[i] = function.at(row[i]);
    }
  }
}
