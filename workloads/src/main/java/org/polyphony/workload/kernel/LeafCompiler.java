package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;

/** Finds the expressions that are leaves. */
final class LeafCompiler {
  private final ThreadTables tables;

  LeafCompiler(ThreadTables tables) {
    this.tables = tables;
  }

  /** Returns the expression as a leaf, or null when it is none. */
  Leaf leaf(Expression e) {
    if (e instanceof Constant n) {
      return Leaf.constant(n.value());
    }
    if (e instanceof Variable v) {
      return Variables.isThread(v.id())
          ? Leaf.table(tables.variable(v.id()))
          : Leaf.variable(v.id());
    }
    if (e instanceof Lookup l) {
      Leaf index = leaf(l.index());
      return index == null || !index.isThreadOnly() ? null : lookup(l.function(), index);
    }
    return leaf((Operation) e);
  }

  private Leaf leaf(Operation o) {
    List<Leaf> in = new ArrayList<>();
    for (Expression operand : o.operands()) {
      Leaf leaf = leaf(operand);
      if (leaf == null) {
        return null;
      }
      in.add(leaf);
    }
    if (isSum(o.operator())) {
      return in.get(0).plus(in.get(1).times(o.operator() == Operator.ADD ? 1 : -1));
    }
    if (o.operator() == Operator.MULTIPLY && in.get(0).isConstant()) {
      return in.get(1).times(in.get(0).constant());
    }
    if (o.operator() == Operator.MULTIPLY && in.get(1).isConstant()) {
      return in.get(0).times(in.get(1).constant());
    }
    return in.stream().allMatch(Leaf::isThreadOnly) ? tabulate(o.operator(), in) : null;
  }

  private Leaf tabulate(Operator operator, List<Leaf> in) {
    long[] table = new long[tables.threads()];
    for (int t = 0; t < table.length; t++) {
      long b = in.size() > 1 ? in.get(1).at(t) : 0;
      long c = in.size() > 2 ? in.get(2).at(t) : 0;
      table[t] = operator.apply(in.get(0).at(t), b, c);
    }
    return Leaf.table(table);
  }

  private Leaf lookup(IndexFunction function, Leaf index) {
    long[] table = new long[tables.threads()];
    for (int t = 0; t < table.length; t++) {
      table[t] = function.at(index.at(t));
    }
    return Leaf.table(table);
  }

  static boolean isSum(Operator operator) {
    return operator == Operator.ADD || operator == Operator.SUBTRACT;
  }
}
