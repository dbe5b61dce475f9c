package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.OpClass;

/**
 * How well a model agrees with a real trace, figure by figure, and whether each is within its
 * bound. Classes are compared in groups that do not depend on the compiler: address arithmetic,
 * conversions and reads of constants move between the integer, uniform, special-function and load
 * pipes from one generation to the next, predicates and reconvergence between branches and exits.
 */
public final class ModelAgreement {
  /** Most points by which a group of classes may differ in the instruction mix. */
  private static final double MIX_POINTS = 5;

  /** Most percent by which 32-byte sectors per global access may differ. */
  private static final double SECTORS_PERCENT = 15;

  /** Most percent by which mean active lanes may differ. */
  private static final double LANES_PERCENT = 5;

  /** Constants are loads on one generation and operands of the uniform pipe on the next. */
  private static final List<Group> GROUPS =
      List.of(
          new Group(
              "integer, conversion, SFU, constant %",
              1, List.of(OpClass.INT, OpClass.UNIFORM, OpClass.SFU)),
          new Group("floating point %", 0, List.of(OpClass.FP32, OpClass.FP64, OpClass.TENSOR)),
          new Group("load, texture %", -1, List.of(OpClass.LOAD, OpClass.TEXTURE)),
          new Group("store %", 0, List.of(OpClass.STORE)),
          new Group("atomic %", 0, List.of(OpClass.ATOMIC)),
          new Group("control %", 0, List.of(OpClass.BRANCH, OpClass.EXIT)),
          new Group("barrier, fence %", 0, List.of(OpClass.BARRIER, OpClass.FENCE)));

  private ModelAgreement() {}

  /** Classes whose shares are added; reads of constants are added too, taken away, or neither. */
  private record Group(String name, int constants, List<OpClass> classes) {
    double percent(TraceProfile profile) {
      long count = constants * profile.constantReads();
      for (OpClass opClass : classes) {
        count += profile.mix().getOrDefault(opClass, 0L);
      }
      return 100.0 * count / profile.warpInstructions();
    }
  }

  /**
   * One figure of both.
   *
   * @param kernel whose figure it is
   * @param figure what it is, with its unit
   * @param trace its value in the trace
   * @param model its value in the model
   * @param bound most by which they may differ
   * @param relative true when difference and bound are percent of the trace's value, false when
   *     they are points
   */
  public record Row(
      String kernel, String figure, double trace, double model, double bound, boolean relative) {
    public double difference() {
      if (!relative || trace == model) {
        return model - trace;
      }
      return trace == 0 ? Double.POSITIVE_INFINITY : 100 * (model - trace) / trace;
    }

    /** Returns true when the difference is at most the bound; false when a value is not known. */
    public boolean within() {
      return Math.abs(difference()) <= bound;
    }
  }

  /**
   * Returns the figures of every kernel that both have, in the order of the trace.
   *
   * @param trace profiles by kernel name
   * @param model profiles by kernel name
   */
  public static List<Row> rows(Map<String, TraceProfile> trace, Map<String, TraceProfile> model) {
    List<Row> rows = new ArrayList<>();
    trace.forEach(
        (kernel, profile) -> {
          if (model.containsKey(kernel)) {
            add(rows, kernel, profile, model.get(kernel));
          }
        });
    return rows;
  }

  private static void add(List<Row> rows, String kernel, TraceProfile trace, TraceProfile model) {
    for (Group group : GROUPS) {
      double left = group.percent(trace);
      double right = group.percent(model);
      if (left > 0 || right > 0) {
        rows.add(new Row(kernel, group.name(), left, right, MIX_POINTS, false));
      }
    }
    double sectors = trace.global().sectorsPerAccess();
    rows.add(
        new Row(
            kernel,
            "32 B sectors per global access",
            sectors,
            model.global().sectorsPerAccess(),
            SECTORS_PERCENT,
            true));
    rows.add(
        new Row(
            kernel,
            "mean active lanes",
            trace.meanActiveLanes(),
            model.meanActiveLanes(),
            LANES_PERCENT,
            true));
  }
}
