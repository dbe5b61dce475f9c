package org.polyphony.workload.kernel;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;
import org.polyphony.workload.kernel.LaneExpression.Postfix;

/** Compiles the resolved expressions of one kernel launch; equal tables are stored once. */
final class LaneCompiler {
  private final long[][] threadValues;
  private final Map<LongBuffer, long[]> tables = new HashMap<>();

  LaneCompiler(int[] block) {
    threadValues = Variables.threadValues(block);
  }

  LaneExpression compile(Expression expression) {
    Sum sum = new Sum();
    addTerms(expression, 1, sum);
    Leaf leaf = sum.leaf.table() == null ? sum.leaf : shared(sum.leaf);
    return new LaneExpression(leaf, postfix(sum.uniform), postfix(sum.lanes));
  }

  private static final class Sum {
    Leaf leaf = Leaf.constant(0);
    Expression uniform;
    Expression lanes;
  }

  private void addTerms(Expression e, long factor, Sum sum) {
    Leaf leaf = leaf(e);
    if (leaf != null) {
      sum.leaf = sum.leaf.plus(leaf.times(factor));
    } else if (e instanceof Operation o && isSum(o.operator())) {
      addTerms(o.operands().get(0), factor, sum);
      long sign = o.operator() == Operator.ADD ? 1 : -1;
      addTerms(o.operands().get(1), sign * factor, sum);
    } else if (constantFactor(e, 0) != null) {
      addTerms(((Operation) e).operands().get(1), factor * constantFactor(e, 0), sum);
    } else if (constantFactor(e, 1) != null) {
      addTerms(((Operation) e).operands().get(0), factor * constantFactor(e, 1), sum);
    } else if (Bounds.differsBetweenThreads(e)) {
      sum.lanes = sum.lanes == null ? scaled(e, factor) : plus(sum.lanes, scaled(e, factor));
    } else {
      sum.uniform = sum.uniform == null ? scaled(e, factor) : plus(sum.uniform, scaled(e, factor));
    }
  }

  private static boolean isSum(Operator operator) {
    return operator == Operator.ADD || operator == Operator.SUBTRACT;
  }

  private static Long constantFactor(Expression e, int operand) {
    return e instanceof Operation o
            && o.operator() == Operator.MULTIPLY
            && o.operands().get(operand) instanceof Constant n
        ? Long.valueOf(n.value())
        : null;
  }

  private static Expression scaled(Expression e, long factor) {
    return factor == 1 ? e : Expression.of(Operator.MULTIPLY, e, new Constant(factor));
  }

  private static Expression plus(Expression a, Expression b) {
    return Expression.of(Operator.ADD, a, b);
  }

  /** Returns the expression as a leaf, or null when it is none. */
  private Leaf leaf(Expression e) {
    if (e instanceof Constant n) {
      return Leaf.constant(n.value());
    }
    if (e instanceof Variable v) {
      return Variables.isThread(v.id())
          ? Leaf.table(threadValues[v.id() - Variables.FIRST_THREAD])
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
    long[] table = new long[threadValues[0].length];
    for (int t = 0; t < table.length; t++) {
      long b = in.size() > 1 ? in.get(1).at(t) : 0;
      long c = in.size() > 2 ? in.get(2).at(t) : 0;
      table[t] = operator.apply(in.get(0).at(t), b, c);
    }
    return Leaf.table(table);
  }

  private Leaf lookup(IndexFunction function, Leaf index) {
    long[] table = new long[threadValues[0].length];
    for (int t = 0; t < table.length; t++) {
      table[t] = function.atOrZero(index.at(t));
    }
    return Leaf.table(table);
  }

  private Leaf shared(Leaf leaf) {
    long[] table = tables.computeIfAbsent(LongBuffer.wrap(leaf.table()), LongBuffer::array);
    return new Leaf(leaf.constant(), leaf.variables(), leaf.coefficients(), table);
  }

  private Postfix postfix(Expression e) {
    if (e == null) {
      return null;
    }
    List<Object> steps = new ArrayList<>();
    int depth = emit(e, steps);
    Operator[] operators = new Operator[steps.size()];
    Leaf[] leaves = new Leaf[steps.size()];
    IndexFunction[] lookups = new IndexFunction[steps.size()];
    for (int i = 0; i < operators.length; i++) {
      operators[i] = steps.get(i) instanceof Operator operator ? operator : null;
      leaves[i] = steps.get(i) instanceof Leaf leaf ? leaf : null;
      lookups[i] = steps.get(i) instanceof IndexFunction function ? function : null;
    }
    return new Postfix(operators, leaves, lookups, depth);
  }

  private int emit(Expression e, List<Object> steps) {
    Leaf leaf = leaf(e);
    if (leaf != null) {
      steps.add(leaf.table() == null ? leaf : shared(leaf));
      return 1;
    }
    if (e instanceof Lookup l) {
      int depth = emit(l.index(), steps);
      steps.add(l.function());
      return depth;
    }
    Operation o = (Operation) e;
    int depth = 0;
    for (int i = 0; i < o.operands().size(); i++) {
      depth = Math.max(depth, i + emit(o.operands().get(i), steps));
    }
    steps.add(o.operator());
    return depth;
  }
}
