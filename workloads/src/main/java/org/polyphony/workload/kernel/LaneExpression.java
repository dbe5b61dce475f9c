package org.polyphony.workload.kernel;

/**
 * A compiled expression: the sum of a leaf, a program that is the same for all lanes, and a program
 * that is evaluated lane by lane.
 *
 * @param leaf the cheap part
 * @param uniform the part that no lane changes; null when 0
 * @param lanes the rest; null when 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LaneExpression(Leaf leaf, Postfix uniform, Postfix lanes) {
  /** Returns whether every lane has the same value. */
  boolean isUniform() {
    return lanes == null && leaf.table() == null;
  }

  /** Returns whether it is known before the kernel runs, thread by thread. */
  boolean isThreadOnly() {
    return lanes == null && uniform == null && leaf.isThreadOnly();
  }

  /**
   * A program for a stack machine; of each step exactly one of the three arrays has an entry.
   *
   * @param operators pops its operands, pushes its value
   * @param leaves pushes the leaf's value
   * @param lookups pops an index, pushes the entry
   * @param depth stack entries that it needs
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Postfix(Operator[] operators, Leaf[] leaves, IndexFunction[] lookups, int depth) {}
}
