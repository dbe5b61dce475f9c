package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles the conditions of one kernel; equal ones are stored once. */
final class ConditionCompiler {
  private final LaneCompiler lanes;
  private final Map<List<Object>, Integer> indices = new HashMap<>();
  private final List<Pending> pending = new ArrayList<>();
  private final long[] changingMasks = new long[Variables.MOST - Variables.FIRST_COUNTER];
  private int keptMasks;

  /** A condition whose uses are not all known yet. */
  private static final class Pending {
    final LaneExpression expression;
    final int[] masks;
    int uses;
    boolean isInvariant;

    Pending(LaneExpression expression, int[] masks) {
      this.expression = expression;
      this.masks = masks;
    }

    boolean isWorthKeeping() {
      return masks == null && !expression.isUniform() && (uses > 1 || isInvariant);
    }
  }

  /**
   * Makes a compiler.
   *
   * @param lanes compiles the expressions
   */
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
      index = pending.size();
      indices.put(key, index);
      pending.add(
          new Pending(lanes.compile(condition, ranges, loops), lanes.masks(condition, ranges)));
    }
    Pending compiled = pending.get(index);
    compiled.uses++;
    compiled.isInvariant |= compiled.expression.level() < loops - 1;
    return index;
  }

  /** Returns whether some lane may see another value than another lane. */
  boolean differs(int index) {
    return !pending.get(index).expression.isUniform();
  }

  /** Returns all conditions, by index; those that are worth it have a place for their masks. */
  Program.Condition[] conditions() {
    Program.Condition[] conditions = new Program.Condition[pending.size()];
    for (int i = 0; i < conditions.length; i++) {
      Pending each = pending.get(i);
      boolean isKept = each.isWorthKeeping() && keptMasks < Long.SIZE;
      if (isKept && each.expression.level() >= 0) {
        changingMasks[each.expression.level()] |= 1L << keptMasks;
      }
      int place = isKept ? keptMasks++ : Row.NOT_KEPT;
      conditions[i] = new Program.Condition(each.expression, each.masks, place);
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
