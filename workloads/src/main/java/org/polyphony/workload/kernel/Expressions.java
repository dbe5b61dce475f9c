package org.polyphony.workload.kernel;

import java.util.Set;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;

/** What can be said about a resolved expression without compiling it. */
final class Expressions {
  private Expressions() {}

  /** Returns whether some thread of a block may see another value than another thread. */
  static boolean differsBetweenThreads(Expression e) {
    if (e instanceof Variable v) {
      return Variables.isThread(v.id());
    }
    if (e instanceof Lookup l) {
      return differsBetweenThreads(l.index());
    }
    return e instanceof Operation o
        && o.operands().stream().anyMatch(Expressions::differsBetweenThreads);
  }

  /** Adds the block indices and loop counters that it depends on. */
  static void collectUniform(Expression e, Set<Integer> variables) {
    if (e instanceof Variable v && !Variables.isThread(v.id())) {
      variables.add(v.id());
    } else if (e instanceof Lookup l) {
      collectUniform(l.index(), variables);
    } else if (e instanceof Operation o) {
      o.operands().forEach(x -> collectUniform(x, variables));
    }
  }

  /**
   * Returns the value.
   *
   * @param values by variable
   */
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
    long[] in = new long[3];
    for (int i = 0; i < o.operands().size(); i++) {
      in[i] = value(o.operands().get(i), values);
    }
    return o.operator().apply(in[0], in[1], in[2]);
  }
}
