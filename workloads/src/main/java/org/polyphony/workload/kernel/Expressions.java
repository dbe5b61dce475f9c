package org.polyphony.workload.kernel;

import java.util.List;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;

/** What can be said about a resolved expression without compiling it. */
final class Expressions {
  private Expressions() {}

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
