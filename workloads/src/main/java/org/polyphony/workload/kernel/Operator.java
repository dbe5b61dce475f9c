package org.polyphony.workload.kernel;

import org.polyphony.input.Hash;

/**
 * An operation on 64-bit integers in an expression of a kernel model.
 *
 * <p>Comparisons and logic give 1 or 0; any value but 0 counts as true. Division and remainder
 * round down ({@code -1 / 4 = -1}, {@code -1 % 4 = 3}); by zero they give 0, so that a guarded
 * division may be written beside its guard.
 */
enum Operator {
  NEGATE(1),
  NOT(1),
  ABS(1),
  ADD(2),
  SUBTRACT(2),
  MULTIPLY(2),
  DIVIDE(2),
  REMAINDER(2),
  CEIL_DIVIDE(2),
  BIT_AND(2),
  BIT_OR(2),
  BIT_XOR(2),
  SHIFT_LEFT(2),
  SHIFT_RIGHT(2),
  LESS(2),
  LESS_EQUAL(2),
  GREATER(2),
  GREATER_EQUAL(2),
  EQUAL(2),
  NOT_EQUAL(2),
  AND(2),
  OR(2),
  MINIMUM(2),
  MAXIMUM(2),
  HASH(2),
  CHOOSE(3);

  private final int arity;

  Operator(int arity) {
    this.arity = arity;
  }

  int arity() {
    return arity;
  }

  /**
   * Returns the operation's value.
   *
   * @param a first operand
   * @param b second operand; ignored when there is none
   * @param c third operand; ignored when there is none
   */
  long apply(long a, long b, long c) {
    return switch (this) {
      case NEGATE -> -a;
      case NOT -> bit(a == 0);
      case ABS -> Math.abs(a);
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> b == 0 ? 0 : Math.floorDiv(a, b);
      case REMAINDER -> b == 0 ? 0 : Math.floorMod(a, b);
      case CEIL_DIVIDE -> b == 0 ? 0 : -Math.floorDiv(-a, b);
      case BIT_AND -> a & b;
      case BIT_OR -> a | b;
      case BIT_XOR -> a ^ b;
      case SHIFT_LEFT -> a << b;
      case SHIFT_RIGHT -> a >> b;
      case LESS -> bit(a < b);
      case LESS_EQUAL -> bit(a <= b);
      case GREATER -> bit(a > b);
      case GREATER_EQUAL -> bit(a >= b);
      case EQUAL -> bit(a == b);
      case NOT_EQUAL -> bit(a != b);
      case AND -> bit(a != 0 && b != 0);
      case OR -> bit(a != 0 || b != 0);
      case MINIMUM -> Math.min(a, b);
      case MAXIMUM -> Math.max(a, b);
      case HASH -> Hash.mix(a, b);
      case CHOOSE -> a != 0 ? b : c;
    };
  }

  private static long bit(boolean value) {
    return value ? 1 : 0;
  }
}
