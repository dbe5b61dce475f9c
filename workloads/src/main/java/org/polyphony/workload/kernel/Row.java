package org.polyphony.workload.kernel;

import org.polyphony.workload.kernel.LaneExpression.Postfix;
import org.polyphony.workload.kernel.LaneExpression.Step;
import org.polyphony.workload.kernel.LaneExpression.Term;

/**
 * A part of expressions that changes with the same block indices and loop counters: one value when
 * no thread changes it, else one per lane. A warp keeps the values until the innermost of these
 * loops goes on, when more than one evaluation reads them.
 */
final class Row implements Step, Term {
  /** Stands for no place: the values are evaluated whenever they are read. */
  static final int NOT_KEPT = -1;

  final Postfix program;
  final boolean isUniform;
  final int level;
  private int uses;
  private boolean isInvariant;
  int bit = NOT_KEPT; // tells whether a warp has the values
  int offset; // of the values among those that a warp keeps

  /**
   * Makes a row.
   *
   * @param program evaluates it
   * @param isUniform whether every lane has the same value
   * @param level of the innermost loop whose counter it depends on; -1 when it depends on none
   */
  Row(Postfix program, boolean isUniform, int level) {
    this.program = program;
    this.isUniform = isUniform;
    this.level = level;
  }

  /**
   * Notes a use.
   *
   * @param userLevel of the innermost loop around the use, or that its user depends on; -1 if none
   */
  void use(int userLevel) {
    uses++;
    isInvariant |= level < userLevel;
  }

  /** Returns whether an evaluation is read more than once. */
  boolean isWorthKeeping() {
    return uses > 1 || isInvariant;
  }

  void keep(int bit, int offset) {
    this.bit = bit;
    this.offset = offset;
  }
}
