package org.polyphony.workload.kernel;

import java.util.List;

/** An integer expression: as read, with names; once resolved, only with numbers and variables. */
sealed interface Expression {
  /** A constant. */
  record Constant(long value) implements Expression {}

  /** A name that is not resolved yet, such as {@code width} or {@code graph.edges}. */
  record Name(String name) implements Expression {}

  /** A call that is not resolved yet, such as {@code hash(1, bx)} or {@code graph.row(node)}. */
  record Call(String function, List<Expression> arguments) implements Expression {}

  /** An operation; it has as many operands as {@link Operator#arity} says. */
  record Operation(Operator operator, List<Expression> operands) implements Expression {}

  /** A value that is known only while the kernel runs; {@link Variables} numbers them. */
  record Variable(int id) implements Expression {}

  /** An entry of an index structure. */
  record Lookup(IndexFunction function, Expression index) implements Expression {}

  /** Returns an operation on two operands. */
  static Expression of(Operator operator, Expression a, Expression b) {
    return new Operation(operator, List.of(a, b));
  }

  /** Returns whether some thread of a warp may see another value than another thread of it. */
  static boolean differsWithinWarps(Expression e) {
    return (variables(e) & Variables.THREAD_MASK & ~Variables.WARP_MASK) != 0;
  }

  /** Returns whether some thread of a block may see another value than another thread. */
  static boolean differsBetweenThreads(Expression e) {
    return (variables(e) & Variables.THREAD_MASK) != 0;
  }

  /** Returns the variables that it depends on, as a bit mask. */
  static long variables(Expression e) {
    if (e instanceof Variable v) {
      return 1L << v.id();
    }
    if (e instanceof Lookup l) {
      return variables(l.index());
    }
    long variables = 0;
    if (e instanceof Operation o) {
      List<Expression> operands = o.operands();
      for (int i = 0; i < operands.size(); i++) {
        variables |= variables(operands.get(i));
      }
    }
    return variables;
  }

  static long value(Expression e, long[] values) {
    if (e instanceof Constant c) {
      return c.value();
    }
    if (e instanceof Variable v) {
      return values[v.id()];
    }
    if (e instanceof Lookup l) {
      return l.function().at(value(l.index(), values));
    }
    Operation o = (Operation) e;
    List<Expression> operands = o.operands();
    int count = operands.size();
    long a = value(operands.get(0), values);
    long b = count > 1 ? value(operands.get(1), values) : 0;
    long c = count > 2 ? value(operands.get(2), values) : 0;
    return o.operator().apply(a, b, c);
  }
}
