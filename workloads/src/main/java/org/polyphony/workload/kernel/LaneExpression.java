package org.polyphony.workload.kernel;

/**
 * A compiled expression: the sum of a leaf, a program that is the same for all lanes, and a program
 * that is evaluated lane by lane.
 *
 * @param leaf the cheap part
 * @param uniform the part that no lane changes; null when 0
 * @param lanes the rest; null when 0
 * @param hasCounters whether it changes with a loop counter
 */
record LaneExpression(Leaf leaf, Postfix uniform, Postfix lanes, boolean hasCounters) {
  /** Returns whether every lane has the same value. */
  boolean isUniform() {
    return lanes == null && leaf.table() == null;
  }

  /** Returns whether it is known before the kernel runs, thread by thread. */
  boolean isThreadOnly() {
    return lanes == null && uniform == null && leaf.isThreadOnly();
  }

  /**
   * A program for a stack machine.
   *
   * @param steps in order; the value is what the last one leaves
   * @param depth stack entries that it needs
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Postfix(Step[] steps, int depth) {}

  /** One step of a program. */
  sealed interface Step {}

  /** Pushes a leaf's value. */
  record PushLeaf(Leaf leaf) implements Step {}

  /** Pushes the value of a program that is the same for all lanes. */
  record PushUniform(Postfix program) implements Step {}

  /**
   * Pushes values that depend on block and thread only: evaluated once per warp, then kept.
   *
   * @param slot where they are kept
   * @param program evaluates them
   */
  record PushKept(int slot, Postfix program) implements Step {}

  /**
   * Pushes an entry of a table by loop counter and thread.
   *
   * @param variable the loop counter
   * @param stride entries per value of the counter
   * @param table the entries
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PushTable(int variable, int stride, long[] table) implements Step {}

  /** Pops an index, pushes the entry. */
  record Look(IndexFunction function) implements Step {}

  /** Pops operands, pushes the operation's value. */
  record Apply(Operator operator) implements Step {}

  /** Pops the first operand, pushes the value; the second operand is a constant. */
  record ApplyConstant(Operator operator, long constant) implements Step {}
}
