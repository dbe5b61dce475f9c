package org.polyphony.workload.kernel;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;
import org.polyphony.workload.kernel.LaneExpression.Apply;
import org.polyphony.workload.kernel.LaneExpression.ApplyConstant;
import org.polyphony.workload.kernel.LaneExpression.Look;
import org.polyphony.workload.kernel.LaneExpression.Postfix;
import org.polyphony.workload.kernel.LaneExpression.PushKept;
import org.polyphony.workload.kernel.LaneExpression.PushLeaf;
import org.polyphony.workload.kernel.LaneExpression.PushTable;
import org.polyphony.workload.kernel.LaneExpression.PushUniform;
import org.polyphony.workload.kernel.LaneExpression.Step;

/** Compiles the resolved expressions of one kernel launch; equal tables are stored once. */
final class LaneCompiler {
  private static final int MOST_KEPT = 32;
  private static final int MOST_TABLE_ENTRIES = 1 << 16;

  private final long[][] threadValues;
  private final Map<Expression, Integer> kept = new HashMap<>();
  private final Map<List<Object>, long[]> tabulated = new HashMap<>();
  private long[] maxima = {};
  private int stackDepth = 1;
  private final Map<LongBuffer, long[]> tables = new HashMap<>();

  LaneCompiler(int[] block) {
    threadValues = Variables.threadValues(block);
  }

  /**
   * Compiles an expression.
   *
   * @param maxima largest value of each variable
   */
  LaneExpression compile(Expression expression, long[] maxima) {
    this.maxima = maxima;
    Sum sum = new Sum();
    addTerms(expression, 1, sum);
    Leaf leaf = sum.leaf.table() == null ? sum.leaf : shared(sum.leaf);
    Set<Integer> variables = new TreeSet<>();
    Expressions.collectUniform(expression, variables);
    boolean hasCounters = variables.stream().anyMatch(id -> id >= Variables.FIRST_COUNTER);
    Postfix uniform = sum.uniform == null ? null : operation(sum.uniform);
    Postfix perLane = postfix(sum.lanes);
    stackDepth = Math.max(stackDepth, Math.max(depth(uniform), depth(perLane)));
    return new LaneExpression(leaf, uniform, perLane, hasCounters);
  }

  /** Returns the stack entries that the expressions need. */
  int stackDepth() {
    return stackDepth;
  }

  /** Returns how many rows of values a warp keeps. */
  int keptRows() {
    return kept.size();
  }

  private static int depth(Postfix program) {
    return program == null ? 0 : program.depth();
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
    } else if (Expressions.differsBetweenThreads(e)) {
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
      table[t] = function.at(index.at(t));
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
    List<Step> steps = new ArrayList<>();
    int depth = emit(e, steps);
    return new Postfix(steps.toArray(Step[]::new), depth);
  }

  private int emit(Expression e, List<Step> steps) {
    Leaf leaf = leaf(e);
    if (leaf != null) {
      steps.add(new PushLeaf(leaf.table() == null ? leaf : shared(leaf)));
      return 1;
    }
    Set<Integer> uniform = new TreeSet<>();
    Expressions.collectUniform(e, uniform);
    boolean hasCounters = uniform.stream().anyMatch(id -> id >= Variables.FIRST_COUNTER);
    if (!hasCounters && kept.size() < MOST_KEPT) {
      Postfix program = operation(e);
      steps.add(new PushKept(kept.computeIfAbsent(e, x -> kept.size()), program));
      return 1 + program.depth();
    }
    if (!Expressions.differsBetweenThreads(e)) {
      Postfix program = operation(e);
      steps.add(new PushUniform(program));
      return 1 + program.depth();
    }
    PushTable table = uniform.size() == 1 && hasCounters ? table(e, uniform) : null;
    if (table != null) {
      steps.add(table);
      return 1;
    }
    return emitOperation(e, steps);
  }

  private Postfix operation(Expression e) {
    List<Step> steps = new ArrayList<>();
    int depth = emitOperation(e, steps);
    return new Postfix(steps.toArray(Step[]::new), depth);
  }

  private int emitOperation(Expression e, List<Step> steps) {
    if (e instanceof Lookup l) {
      int depth = emit(l.index(), steps);
      steps.add(new Look(l.function()));
      return depth;
    }
    Operation o = (Operation) e;
    if (o.operands().size() == 2 && o.operands().get(1) instanceof Constant c) {
      int depth = emit(o.operands().get(0), steps);
      steps.add(new ApplyConstant(o.operator(), c.value()));
      return Math.max(2, depth);
    }
    int depth = 0;
    for (int i = 0; i < o.operands().size(); i++) {
      depth = Math.max(depth, i + emit(o.operands().get(i), steps));
    }
    steps.add(new Apply(o.operator()));
    return depth;
  }

  /** Returns the values by one loop counter and thread, or null when they are too many. */
  private PushTable table(Expression e, Set<Integer> uniform) {
    int id = uniform.iterator().next();
    int threads = threadValues[0].length;
    long trips = maxima[id] + 1;
    if (trips * threads > MOST_TABLE_ENTRIES) {
      return null;
    }
    long[] table =
        tabulated.computeIfAbsent(
            List.of(e, id, trips),
            key -> {
              long[] entries = new long[(int) trips * threads];
              long[] values = new long[id + 1];
              for (int at = 0; at < entries.length; at++) {
                values[id] = at / threads;
                for (int v = 0; v < threadValues.length; v++) {
                  values[Variables.FIRST_THREAD + v] = threadValues[v][at % threads];
                }
                entries[at] = Expressions.value(e, values);
              }
              return entries;
            });
    return new PushTable(id, threads, table);
  }
}
