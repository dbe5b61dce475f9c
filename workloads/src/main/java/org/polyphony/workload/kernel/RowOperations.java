package org.polyphony.workload.kernel;

import org.polyphony.input.Hash;

/** Operators on rows of lanes; the frequent ones without a dispatch per lane. */
final class RowOperations {
  private RowOperations() {}

  /**
   * Replaces {@code a[from .. to - 1]} by the operation's values.
   *
   * @param operands the first operand at {@code top}, the others behind it
   */
  static void apply(Operator operator, long[][] operands, int top, int from, int to) {
    long[] a = operands[top];
    long[] b = operator.arity() > 1 ? operands[top + 1] : a;
    switch (operator) {
      case ADD -> add(a, b, from, to);
      case MULTIPLY -> multiply(a, b, from, to);
      case AND -> and(a, b, from, to);
      case HASH -> hash(a, b, from, to);
      case LESS -> less(a, b, from, to);
      case GREATER -> greater(a, b, from, to);
      case LESS_EQUAL -> lessEqual(a, b, from, to);
      case GREATER_EQUAL -> greaterEqual(a, b, from, to);
      case MINIMUM -> minimum(a, b, from, to);
      case MAXIMUM -> maximum(a, b, from, to);
      case SUBTRACT -> subtract(a, b, from, to);
      case EQUAL -> equal(a, b, from, to);
      case BIT_AND -> bitAnd(a, b, from, to);
      case SHIFT_RIGHT -> shiftRight(a, b, from, to);
      case CHOOSE -> choose(a, b, operands[top + 2], from, to);
      default -> {
        for (int i = from; i < to; i++) {
          a[i] = operator.apply(a[i], b[i], 0);
        }
      }
    }
  }

  /**
   * Replaces {@code a[from .. to - 1]} by the operation's values where that is cheaper than with a
   * row of second operands.
   *
   * @param b the second operand of all lanes
   * @return whether it is cheaper, and done
   */
  static boolean applyUniform(Operator operator, long[] a, long b, int from, int to) {
    boolean isPowerOfTwo = b > 0 && Long.bitCount(b) == 1;
    switch (operator) {
      case ADD -> addTo(a, b, from, to);
      case SUBTRACT -> addTo(a, -b, from, to);
      case MULTIPLY -> scale(a, b, from, to);
      case REMAINDER -> {
        if (isPowerOfTwo) {
          mask(a, b - 1, from, to);
        }
        return isPowerOfTwo;
      }
      case DIVIDE -> {
        if (isPowerOfTwo) {
          shift(a, Long.numberOfTrailingZeros(b), from, to);
        }
        return isPowerOfTwo;
      }
      case BIT_AND -> mask(a, b, from, to);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void addTo(long[] a, long b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] += b;
    }
  }

  private static void scale(long[] a, long b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] *= b;
    }
  }

  private static void mask(long[] a, long b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] &= b;
    }
  }

  /** Divides by a power of two, rounding down. */
  private static void shift(long[] a, int bits, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] >>= bits;
    }
  }

  private static void add(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] += b[i];
    }
  }

  private static void multiply(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] *= b[i];
    }
  }

  private static void and(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] != 0 && b[i] != 0 ? 1 : 0;
    }
  }

  private static void hash(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = Hash.mix(a[i], b[i]);
    }
  }

  private static void less(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] < b[i] ? 1 : 0;
    }
  }

  private static void greater(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] > b[i] ? 1 : 0;
    }
  }

  private static void lessEqual(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] <= b[i] ? 1 : 0;
    }
  }

  private static void greaterEqual(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] >= b[i] ? 1 : 0;
    }
  }

  private static void minimum(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = Math.min(a[i], b[i]);
    }
  }

  private static void maximum(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = Math.max(a[i], b[i]);
    }
  }

  private static void subtract(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] -= b[i];
    }
  }

  private static void equal(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] == b[i] ? 1 : 0;
    }
  }

  private static void bitAnd(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] &= b[i];
    }
  }

  private static void shiftRight(long[] a, long[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] >>= b[i];
    }
  }

  private static void choose(long[] a, long[] b, long[] c, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = a[i] != 0 ? b[i] : c[i];
    }
  }
}
