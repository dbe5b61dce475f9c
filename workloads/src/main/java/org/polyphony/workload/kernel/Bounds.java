package org.polyphony.workload.kernel;

import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;

/**
 * An interval that contains every value of an expression.
 *
 * @param least no value is below it
 * @param most no value is above it
 */
record Bounds(long least, long most) {
  private static final long FAR = Long.MAX_VALUE / 4;
  private static final Bounds BIT = new Bounds(0, 1);
  private static final Bounds ANY = new Bounds(-FAR, FAR);

  static Bounds of(Expression e, Bounds[] ranges) {
    if (e instanceof Constant n) {
      return new Bounds(n.value(), n.value());
    }
    if (e instanceof Variable v) {
      return ranges[v.id()];
    }
    if (e instanceof Lookup l) {
      return new Bounds(Math.min(0, l.function().minimum()), Math.max(0, l.function().maximum()));
    }
    if (e instanceof Operation o) {
      Bounds[] in = new Bounds[o.operands().size()];
      for (int i = 0; i < in.length; i++) {
        in[i] = of(o.operands().get(i), ranges);
      }
      return of(o.operator(), in);
    }
    throw new IllegalArgumentException("not resolved: " + e);
  }

  Bounds and(Bounds other) {
    return new Bounds(Math.min(least, other.least), Math.max(most, other.most));
  }

  private static Bounds of(Operator operator, Bounds[] in) {
    Bounds a = in[0];
    Bounds b = in.length > 1 ? in[1] : a;
    return switch (operator) {
      case NEGATE -> new Bounds(-a.most, -a.least);
      case ADD -> new Bounds(near(a.least + b.least), near(a.most + b.most));
      case SUBTRACT -> new Bounds(near(a.least - b.most), near(a.most - b.least));
      case MULTIPLY -> product(a, b);
      case DIVIDE, CEIL_DIVIDE -> quotient(operator, a, b);
      case REMAINDER -> remainder(a, b);
      case MINIMUM -> new Bounds(Math.min(a.least, b.least), Math.min(a.most, b.most));
      case MAXIMUM -> new Bounds(Math.max(a.least, b.least), Math.max(a.most, b.most));
      case CHOOSE -> new Bounds(Math.min(b.least, in[2].least), Math.max(b.most, in[2].most));
      case ABS -> new Bounds(0, Math.max(Math.abs(a.least), Math.abs(a.most)));
      case NOT, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, NOT_EQUAL, AND, OR -> BIT;
      case SHIFT_LEFT, SHIFT_RIGHT -> shift(operator, a, b);
      case BIT_AND, BIT_OR, BIT_XOR -> bits(operator, a, b);
      case HASH -> new Bounds(0, FAR);
    };
  }

  private static long near(long value) {
    return Math.max(-FAR, Math.min(FAR, value));
  }

  private static Bounds product(Bounds a, Bounds b) {
    long[] p = {
      times(a.least, b.least), times(a.least, b.most), times(a.most, b.least), times(a.most, b.most)
    };
    return new Bounds(
        Math.min(Math.min(p[0], p[1]), Math.min(p[2], p[3])),
        Math.max(Math.max(p[0], p[1]), Math.max(p[2], p[3])));
  }

  private static long times(long a, long b) {
    if (Math.multiplyHigh(a, b) != (a * b) >> 63) {
      return (a < 0) == (b < 0) ? FAR : -FAR;
    }
    return near(a * b);
  }

  private static Bounds quotient(Operator operator, Bounds a, Bounds b) {
    if (b.least != b.most || b.least <= 0) {
      return a.least >= 0 && b.least >= 0 ? new Bounds(0, a.most) : ANY;
    }
    return new Bounds(operator.apply(a.least, b.least, 0), operator.apply(a.most, b.least, 0));
  }

  private static Bounds remainder(Bounds a, Bounds b) {
    if (b.least <= 0) {
      return ANY;
    }
    boolean unchanged = a.least >= 0 && a.most < b.least;
    return unchanged ? a : new Bounds(0, b.most - 1);
  }

  private static Bounds shift(Operator operator, Bounds a, Bounds b) {
    if (b.least != b.most || b.least < 0 || b.least > 40) {
      return ANY;
    }
    Bounds factor = new Bounds(1L << b.least, 1L << b.least);
    return operator == Operator.SHIFT_LEFT
        ? product(a, factor)
        : new Bounds(a.least >> b.least, a.most >> b.least);
  }

  private static Bounds bits(Operator operator, Bounds a, Bounds b) {
    if (a.least < 0 || b.least < 0) {
      return ANY;
    }
    long all = Long.highestOneBit(Math.max(1, Math.max(a.most, b.most))) * 2 - 1;
    return new Bounds(0, operator == Operator.BIT_AND ? Math.min(a.most, b.most) : all);
  }
}
