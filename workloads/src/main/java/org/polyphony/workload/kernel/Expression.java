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
}
