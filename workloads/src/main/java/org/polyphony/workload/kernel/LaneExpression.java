package org.polyphony.workload.kernel;

/**
 * A compiled expression: the sum of a leaf, of rows that are the same for all lanes, and of terms
 * with a value for each lane.
 *
 * @param leaf the cheap part
 * @param uniform what no lane changes
 * @param lanes the rest
 * @param level of the innermost loop whose counter it depends on; -1 when it depends on none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LaneExpression(Leaf leaf, Row[] uniform, Term[] lanes, int level) {
  /** Returns whether every lane has the same value. */
  boolean isUniform() {
    return lanes.length == 0 && leaf.table() == null;
  }

  /** A part of the sum with a value for each lane. */
  sealed interface Term permits Row, Table {}

  /**
   * A program for a stack machine.
   *
   * @param steps in order; the value is what the last one leaves
   * @param depth stack entries that it needs
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Postfix(Step[] steps, int depth) {}

  /** One step of a program; a {@link Row} or {@link Table} pushes its values. */
  sealed interface Step permits Row, Table, PushLeaf, Look, Apply, ApplyUniform {}

  /**
   * The values by loop counter and thread.
   *
   * @param variable the loop counter
   * @param stride entries per value of the counter
   * @param entries the values
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Table(int variable, int stride, long[] entries) implements Step, Term {}

  /** Pushes a leaf's value. */
  record PushLeaf(Leaf leaf) implements Step {}

  /** Pops an index, pushes the entry. */
  record Look(IndexFunction function) implements Step {}

  /** Pops operands, pushes the operation's value. */
  record Apply(Operator operator) implements Step {}

  /** Pops the first operand, pushes the value; the second operand is the same for all lanes. */
  record ApplyUniform(Operator operator, LaneExpression operand) implements Step {}
}
