package org.polyphony.workload.kernel;

import java.util.Arrays;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.workload.kernel.LaneExpression.Apply;
import org.polyphony.workload.kernel.LaneExpression.ApplyUniform;
import org.polyphony.workload.kernel.LaneExpression.Look;
import org.polyphony.workload.kernel.LaneExpression.Postfix;
import org.polyphony.workload.kernel.LaneExpression.PushLeaf;
import org.polyphony.workload.kernel.LaneExpression.Step;
import org.polyphony.workload.kernel.LaneExpression.Table;
import org.polyphony.workload.kernel.LaneExpression.Term;

/**
 * Evaluates compiled expressions for a range of lanes of one warp. It belongs to one stream and
 * reads the block indices, loop counters and arguments of that stream.
 *
 * <p>State per warp: {@code kept} the values of rows, by slot, then by warp, then as the rows say;
 * {@code isKept} bit per row whose values are those of the thread block and of the loop counters.
 */
final class LaneMachine {
  private final long[] blocks; // by 3 * slot + dimension
  private final int[] state; // of the stream: loop counters from counterBase on
  private final long[] arguments;
  private final int keptEntries; // of a warp
  private final long[] changing; // rows that change with a loop counter, by its level
  private final int warps; // of a thread block
  private final long[][] kept;
  private final long[] isKept; // by slot * warps + warp
  private final long[][] rows; // the stack
  private int blockBase;
  private int counterBase;
  private int threadBase;
  private int cursor;
  private int keptBase;
  private long[] keptHere; // of the thread block that the evaluations are about
  private long[] located;

  /**
   * Makes a machine.
   *
   * @param kernel whose expressions it evaluates
   * @param blocks block indices by 3 * slot + dimension
   * @param state where the loop counters are
   */
  LaneMachine(ModelKernel kernel, long[] blocks, int[] state) {
    Program program = kernel.program();
    this.blocks = blocks;
    this.state = state;
    this.arguments = kernel.arguments();
    this.keptEntries = program.keptRows().entries();
    this.changing = program.keptRows().byLevel();
    this.warps = kernel.warpsPerBlock();
    int slots = blocks.length / 3;
    this.kept = new long[slots][];
    this.keptHere = new long[0];
    this.located = keptHere;
    this.isKept = new long[slots * warps];
    this.rows = new long[program.stackDepth()][Kernel.WARP_SIZE];
  }

  private LaneMachine(LaneMachine of) {
    blocks = of.blocks;
    state = of.state;
    arguments = of.arguments;
    keptEntries = of.keptEntries;
    changing = of.changing;
    warps = of.warps;
    kept = of.kept;
    isKept = of.isKept;
    keptHere = new long[0];
    located = keptHere;
    rows = new long[of.rows.length][Kernel.WARP_SIZE];
  }

  /** Returns a machine with the same warps, and places of its own to evaluate in. */
  LaneMachine view() {
    return new LaneMachine(this);
  }

  /** Invalidates cached values of the warps of a slot, which gets a new thread block. */
  void forget(int slot) {
    Arrays.fill(isKept, slot * warps, (slot + 1) * warps, 0);
    if (kept[slot] == null) {
      kept[slot] = new long[warps * keptEntries]; // most slots are never used
    }
  }

  /** Forgets what changes with the counter of a loop, which a warp begins or repeats. */
  void advance(int warpCursor, int loopLevel) {
    isKept[warpCursor] &= ~changing[loopLevel];
  }

  /**
   * Chooses the warp that the next evaluations are about.
   *
   * @param slot of its thread block
   * @param warp in the thread block
   * @param counterBase where its first loop counter is
   */
  void select(int slot, int warp, int counterBase) {
    this.cursor = slot * warps + warp;
    this.blockBase = 3 * slot;
    this.counterBase = counterBase;
    this.threadBase = warp * Kernel.WARP_SIZE;
    this.keptHere = kept[slot];
    this.keptBase = warp * keptEntries;
  }

  long uniform(LaneExpression e) {
    return uniformPart(e, 0);
  }

  /** Writes the values of lanes {@code from} to {@code to} - 1. */
  void evaluate(LaneExpression e, int from, int to, long[] out) {
    long base = uniformPart(e, 0);
    long[] table = e.leaf().table();
    Term[] terms = e.lanes();
    int written = 0;
    if (table != null) {
      put(base, table, threadBase, from, to, out);
    } else if (terms.length > 0) {
      int at = locate(terms[0], from, to);
      put(base, located, at, from, to, out);
      written = 1;
    } else {
      Arrays.fill(out, from, to, base);
    }
    for (int i = written; i < terms.length; i++) {
      int at = locate(terms[i], from, to);
      add(located, at, from, to, out);
    }
  }

  /** Finds or evaluates the values of a term; {@code located} has them, from the place returned. */
  private int locate(Term term, int from, int to) {
    if (term instanceof Table values) {
      located = values.entries();
      return tableBase(values);
    }
    Row row = (Row) term;
    if (row.bit == Row.NOT_KEPT) {
      run(row.program, 0, from, to);
      located = rows[0];
      return 0;
    }
    int at = kept(row, 0);
    located = keptHere;
    return at;
  }

  private static void put(long base, long[] values, int at, int from, int to, long[] out) {
    for (int i = from; i < to; i++) {
      out[i] = base + values[at + i];
    }
  }

  private static void add(long[] values, int at, int from, int to, long[] out) {
    for (int i = from; i < to; i++) {
      out[i] += values[at + i];
    }
  }

  private long uniformPart(LaneExpression e, int base) {
    long value = uniformPart(e.leaf());
    for (Row row : e.uniform()) {
      value += uniformRow(row, base);
    }
    return value;
  }

  private long uniformRow(Row row, int base) {
    if (row.bit != Row.NOT_KEPT) {
      return keptHere[kept(row, base)];
    }
    run(row.program, base, 0, 1);
    return rows[base][0];
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
    if (id >= Variables.FIRST_COUNTER) {
      return state[counterBase + id - Variables.FIRST_COUNTER];
    }
    return id < Variables.BLOCK_COUNT
        ? blocks[blockBase + id]
        : arguments[id - Variables.FIRST_ARGUMENT];
  }

  /** Returns where the kept values of a row are, after evaluating them if need be. */
  private int kept(Row row, int base) {
    int at = keptBase + row.offset;
    if ((isKept[cursor] >>> row.bit & 1) == 0) {
      int lanes = row.isUniform ? 1 : Kernel.WARP_SIZE;
      run(row.program, base, 0, lanes);
      System.arraycopy(rows[base], 0, keptHere, at, lanes);
      isKept[cursor] |= 1L << row.bit;
    }
    return at;
  }

  /** Leaves the program's value in row {@code base}. */
  private void run(Postfix program, int base, int from, int to) {
    int top = base - 1;
    for (Step step : program.steps()) {
      if (step instanceof Apply apply) {
        top -= apply.operator().arity() - 1;
        RowOperations.apply(apply.operator(), rows, top, from, to);
      } else if (step instanceof ApplyUniform apply) {
        applyUniform(apply, top, from, to);
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
    } else if (step instanceof Table table) {
      System.arraycopy(table.entries(), tableBase(table) + from, row, from, to - from);
    } else if (step instanceof Row push) {
      pushRow(push, top, from, to);
    }
  }

  private int tableBase(Table table) {
    int counter = state[counterBase + table.variable() - Variables.FIRST_COUNTER];
    return threadBase + counter * table.stride();
  }

  private void pushLeaf(Leaf leaf, long[] row, int from, int to) {
    long base = uniformPart(leaf);
    long[] table = leaf.table();
    for (int i = from; i < to; i++) {
      row[i] = table == null ? base : base + table[threadBase + i];
    }
  }

  private void pushRow(Row row, int top, int from, int to) {
    if (row.isUniform) {
      Arrays.fill(rows[top], from, to, uniformRow(row, top));
    } else if (row.bit == Row.NOT_KEPT) {
      run(row.program, top, from, to);
    } else {
      System.arraycopy(keptHere, kept(row, top) + from, rows[top], from, to - from);
    }
  }

  private void applyUniform(ApplyUniform step, int top, int from, int to) {
    long operand = uniformPart(step.operand(), top + 1);
    if (!RowOperations.applyUniform(step.operator(), rows[top], operand, from, to)) {
      Arrays.fill(rows[top + 1], from, to, operand);
      RowOperations.apply(step.operator(), rows, top, from, to);
    }
  }

  private static void lookUp(IndexFunction function, long[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      row[i] = function.at(row[i]);
    }
  }
}
