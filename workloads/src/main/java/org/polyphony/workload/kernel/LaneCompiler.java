package org.polyphony.workload.kernel;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.workload.kernel.Expression.Constant;
import org.polyphony.workload.kernel.Expression.Lookup;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.Expression.Variable;
import org.polyphony.workload.kernel.LaneExpression.Apply;
import org.polyphony.workload.kernel.LaneExpression.ApplyUniform;
import org.polyphony.workload.kernel.LaneExpression.Look;
import org.polyphony.workload.kernel.LaneExpression.Postfix;
import org.polyphony.workload.kernel.LaneExpression.PushLeaf;
import org.polyphony.workload.kernel.LaneExpression.Step;
import org.polyphony.workload.kernel.LaneExpression.Table;
import org.polyphony.workload.kernel.LaneExpression.Term;

/**
 * Compiles the resolved expressions of one kernel. A sum falls into its leaves and, for each set of
 * block indices, arguments and loop counters, the terms that change with them; equal ones are
 * stored once.
 */
final class LaneCompiler {
  private final ThreadTables tables;
  private final Map<List<Object>, Row> rows = new LinkedHashMap<>();
  private Bounds[] ranges = {};
  private int stackDepth = 1;

  LaneCompiler(int[] block) {
    tables = new ThreadTables(block);
  }

  /**
   * Compiles an expression.
   *
   * @param ranges values of each variable
   * @param loops how many loops are around its use
   */
  LaneExpression compile(Expression expression, Bounds[] ranges, int loops) {
    this.ranges = ranges;
    Sum sum = new Sum();
    addTerms(expression, 1, sum);
    List<Row> uniform = new ArrayList<>();
    List<Term> lanes = new ArrayList<>();
    for (Expression e : sum.parts.values()) {
      if (Expression.differsBetweenThreads(e)) {
        lanes.add(term(e, loops));
      } else {
        uniform.add(row(e, loops - 1));
      }
    }
    return new LaneExpression(
        tables.shared(sum.leaf),
        uniform.toArray(Row[]::new),
        lanes.toArray(Term[]::new),
        Variables.loopLevel(Expression.variables(expression)));
  }

  /**
   * Returns the lanes where a condition holds, by trip and warp, or null when it depends on more
   * than one loop counter and the thread, or they are too many.
   *
   * @param ranges values of each variable
   */
  int[] masks(Expression condition, Bounds[] ranges) {
    long variables = Expression.variables(condition) & ~Variables.THREAD_MASK;
    int level = Variables.loopLevel(variables);
    if (level < 0) {
      return variables == 0 ? tables.masks(condition, -1, 1) : null;
    }
    int counter = Variables.FIRST_COUNTER + level;
    return variables == 1L << counter
        ? tables.masks(condition, counter, ranges[counter].most() + 1)
        : null;
  }

  /**
   * Returns what makes a value at one use the same as at another: the expression, and how far the
   * counters in it go.
   */
  static List<Object> key(Expression e, Bounds[] ranges) {
    List<Object> key = new ArrayList<>();
    key.add(e);
    long counters = Expression.variables(e) >>> Variables.FIRST_COUNTER;
    for (long rest = counters; rest != 0; rest &= rest - 1) {
      key.add(ranges[Variables.FIRST_COUNTER + Long.numberOfTrailingZeros(rest)].most());
    }
    return key;
  }

  int stackDepth() {
    return stackDepth;
  }

  /** Caches the rows that are worth keeping per warp. */
  Program.KeptRows keepRows() {
    long[] byLevel = new long[Variables.MOST - Variables.FIRST_COUNTER];
    int bit = 0;
    int entries = 0;
    for (Row row : rows.values()) {
      if (row.isWorthKeeping() && bit < Long.SIZE) {
        if (row.level >= 0) {
          byLevel[row.level] |= 1L << bit;
        }
        row.keep(bit++, entries);
        entries += row.isUniform ? 1 : Kernel.WARP_SIZE;
      }
    }
    return new Program.KeptRows(entries, byLevel);
  }

  private static final class Sum {
    Leaf leaf = Leaf.constant(0);
    final Map<Long, Expression> parts = new LinkedHashMap<>(); // by what they change with

    void add(Expression e) {
      long variables = Expression.variables(e);
      boolean isUniform = (variables & Variables.THREAD_MASK) == 0;
      long key = isUniform ? variables : variables | Variables.THREAD_MASK;
      parts.merge(key, e, (a, b) -> Expression.of(Operator.ADD, a, b));
    }
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
    } else {
      sum.add(factor == 1 ? e : times(e, factor));
    }
  }

  private static Expression times(Expression e, long factor) {
    IndexFunction multiple = e instanceof Lookup l ? l.function().times(factor) : null;
    return multiple != null
        ? new Lookup(multiple, ((Lookup) e).index())
        : Expression.of(Operator.MULTIPLY, e, new Constant(factor));
  }

  private static Long constantFactor(Expression e, int operand) {
    return e instanceof Operation o
            && o.operator() == Operator.MULTIPLY
            && o.operands().get(operand) instanceof Constant n
        ? Long.valueOf(n.value())
        : null;
  }

  private Term term(Expression e, int loops) {
    Table table = table(e);
    return table != null ? table : row(e, loops - 1);
  }

  private Table table(Expression e) {
    long uniform = Expression.variables(e) & ~Variables.THREAD_MASK;
    int level = Variables.loopLevel(uniform);
    int counter = Variables.FIRST_COUNTER + level;
    return level >= 0 && uniform == 1L << counter
        ? tables.table(e, counter, ranges[counter].most() + 1)
        : null;
  }

  private Row row(Expression e, int userLevel) {
    long variables = Expression.variables(e);
    List<Object> key = key(e, ranges);
    Row row = rows.get(key);
    if (row == null) {
      int level = Variables.loopLevel(variables);
      List<Step> steps = new ArrayList<>();
      int depth = emitOperation(e, level, steps);
      stackDepth = Math.max(stackDepth, depth);
      boolean isUniform = (variables & Variables.THREAD_MASK) == 0;
      row = new Row(new Postfix(steps.toArray(Step[]::new), depth), isUniform, level);
      rows.put(key, row);
    }
    row.use(userLevel);
    return row;
  }

  /** Adds the steps that push an expression; returns the stack entries that they need. */
  private int emit(Expression e, int userLevel, List<Step> steps) {
    Leaf leaf = leaf(e);
    if (leaf != null) {
      steps.add(new PushLeaf(tables.shared(leaf)));
      return 1;
    }
    long variables = Expression.variables(e);
    boolean isUniform = (variables & Variables.THREAD_MASK) == 0;
    Table table = isUniform ? null : table(e);
    if (table != null) {
      steps.add(table);
      return 1;
    }
    if (isUniform || Variables.loopLevel(variables) < userLevel) {
      Row row = row(e, userLevel);
      steps.add(row);
      return row.program.depth();
    }
    return emitOperation(e, userLevel, steps);
  }

  private int emitOperation(Expression e, int level, List<Step> steps) {
    if (e instanceof Lookup l) {
      int depth = emit(l.index(), level, steps);
      steps.add(new Look(l.function()));
      return depth;
    }
    Operation o = (Operation) e;
    int depth = emit(o.operands().get(0), level, steps);
    if (o.operands().size() == 2 && !Expression.differsBetweenThreads(o.operands().get(1))) {
      LaneExpression second = compile(o.operands().get(1), ranges, level + 1);
      steps.add(new ApplyUniform(o.operator(), second));
      int depthOfSecond = 1;
      for (Row row : second.uniform()) {
        depthOfSecond = Math.max(depthOfSecond, row.program.depth());
      }
      return Math.max(depth, 1 + depthOfSecond);
    }
    for (int i = 1; i < o.operands().size(); i++) {
      depth = Math.max(depth, i + emit(o.operands().get(i), level, steps));
    }
    steps.add(new Apply(o.operator()));
    return depth;
  }

  /** Returns the expression as a leaf, or null when it is none. */
  private Leaf leaf(Expression e) {
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

  private static boolean isSum(Operator operator) {
    return operator == Operator.ADD || operator == Operator.SUBTRACT;
  }

  /**
   * Values of expressions that are known before the kernel runs: by thread of the block, or by one
   * loop counter and thread. Equal tables are stored once.
   */
  private static final class ThreadTables {
    private static final int MOST_ENTRIES = 1 << 16;
    private static final int MOST_MASKS = 1 << 12;

    private final long[][] threadValues;
    private final int threads;
    private final Map<LongBuffer, long[]> byThread = new HashMap<>();
    private final Map<List<Object>, long[]> byCounter = new HashMap<>();

    /** Makes no table yet, of a block of threads in x, y, z. */
    ThreadTables(int[] block) {
      threadValues = Variables.threadValues(block);
      threads = threadValues[0].length;
    }

    int threads() {
      return threads;
    }

    long[] variable(int id) {
      return threadValues[id - Variables.FIRST_THREAD];
    }

    Leaf shared(Leaf leaf) {
      if (leaf.table() == null) {
        return leaf;
      }
      long[] table = byThread.computeIfAbsent(LongBuffer.wrap(leaf.table()), LongBuffer::array);
      return new Leaf(leaf.constant(), leaf.variables(), leaf.coefficients(), table);
    }

    /**
     * Returns the values by a loop counter and thread, or null when they are too many.
     *
     * @param e depends on the counter and on the thread
     * @param counter id of the variable
     * @param trips values of the counter, from 0
     */
    Table table(Expression e, int counter, long trips) {
      if (trips * threads > MOST_ENTRIES) {
        return null;
      }
      long[] entries =
          byCounter.computeIfAbsent(
              List.of(e, counter, trips), key -> values(e, counter, (int) trips));
      return new Table(counter, threads, entries);
    }

    /**
     * Returns the lanes where a condition holds, by trip and warp, or null when they are too many.
     *
     * @param e depends on the counter, if any, and on the thread
     * @param counter id of the variable; -1 when it depends on none
     * @param trips values of the counter, from 0; 1 when there is none
     */
    int[] masks(Expression e, int counter, long trips) {
      if (trips * threads > (long) MOST_MASKS * Kernel.WARP_SIZE) {
        return null;
      }
      long[] values = values(e, counter, (int) trips);
      int[] masks = new int[values.length / Kernel.WARP_SIZE];
      for (int i = 0; i < values.length; i++) {
        masks[i / Kernel.WARP_SIZE] |= values[i] != 0 ? 1 << i % Kernel.WARP_SIZE : 0;
      }
      return masks;
    }

    private long[] values(Expression e, int counter, int trips) {
      long[] entries = new long[trips * threads];
      long[] variables = new long[Variables.MOST];
      for (int at = 0; at < entries.length; at++) {
        for (int v = 0; v < threadValues.length; v++) {
          variables[Variables.FIRST_THREAD + v] = threadValues[v][at % threads];
        }
        if (counter >= 0) {
          variables[counter] = at / threads;
        }
        entries[at] = Expression.value(e, variables);
      }
      return entries;
    }
  }
}
