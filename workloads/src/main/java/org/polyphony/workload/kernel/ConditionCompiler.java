package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.kernel.Expression.Operation;

/** Compiles the conditions of one kernel; equal ones are stored once. */
final class ConditionCompiler {
  private final LaneCompiler lanes;
  private final Map<List<Object>, Integer> indices = new HashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final long[] changingMasks = new long[Variables.MOST - Variables.FIRST_COUNTER];
  private int keptMasks;

  /** A condition whose uses are not all known yet. */
  private static final class Pending {
    final LaneExpression expression; // null when it has parts
    final int[] parts;
    final int[] masks;
    final boolean isUniform;
    final int level; // of the innermost loop whose counter it depends on
    int uses;
    boolean isInvariant;

    Pending(Expression condition, LaneExpression expression, int[] parts, int[] masks) {
      this.expression = expression;
      this.parts = parts;
      this.masks = masks;
      this.isUniform = expression != null && expression.isUniform();
      this.level = Variables.loopLevel(Expression.variables(condition));
    }

    boolean isWorthKeeping() {
      return masks == null && !isUniform && (uses > 1 || isInvariant);
    }
  }

  ConditionCompiler(LaneCompiler lanes) {
    this.lanes = lanes;
  }

  /**
   * Compiles a condition; returns its index.
   *
   * @param ranges values of each variable
   * @param loops how many loops are around its use
   */
  int compile(Expression condition, Bounds[] ranges, int loops) {
    List<Object> key = LaneCompiler.key(condition, ranges);
    Integer index = indices.get(key);
    if (index == null) {
      Pending compiled = compileNew(condition, ranges, loops);
      index = pending.size();
      indices.put(key, index);
      pending.add(compiled);
    }
    Pending compiled = pending.get(index);
    compiled.uses++;
    compiled.isInvariant |= compiled.level < loops - 1;
    return index;
  }

  private Pending compileNew(Expression condition, Bounds[] ranges, int loops) {
    int[] masks = lanes.masks(condition, ranges);
    boolean isSplit =
        masks == null
            && Expression.differsBetweenThreads(condition)
            && condition instanceof Operation o
            && o.operator() == Operator.AND;
    if (!isSplit) {
      return new Pending(condition, lanes.compile(condition, ranges, loops), null, masks);
    }
    // parts change less often than all of them together, and some are known before the kernel runs
    int[] parts =
        ((Operation) condition)
            .operands().stream().mapToInt(part -> compile(part, ranges, loops)).toArray();
    return new Pending(condition, null, parts, null);
  }

  /** Returns whether some lane may see another value than another lane. */
  boolean differs(int index) {
    return !pending.get(index).isUniform;
  }

  /** Returns all conditions, by index; those that are worth it have a place for their masks. */
  Program.Condition[] conditions() {
    Program.Condition[] conditions = new Program.Condition[pending.size()];
    for (int i = 0; i < conditions.length; i++) {
      Pending each = pending.get(i);
      boolean isKept = each.isWorthKeeping() && keptMasks < Long.SIZE;
      if (isKept && each.level >= 0) {
        changingMasks[each.level] |= 1L << keptMasks;
      }
      int place = isKept ? keptMasks++ : Row.NOT_KEPT;
      conditions[i] = new Program.Condition(each.expression, each.parts, each.masks, place);
    }
    return conditions;
  }

  /** Returns how many masks a warp keeps; known with {@link #conditions}. */
  int keptMasks() {
    return keptMasks;
  }

  /** Returns the bits of the kept masks that change with a loop counter, by its level. */
  long[] changingMasks() {
    return changingMasks.clone();
  }
}
