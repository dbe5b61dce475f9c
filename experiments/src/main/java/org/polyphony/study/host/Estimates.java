package org.polyphony.study.host;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.polyphony.results.table.Table;
import org.polyphony.run.host.HostTools;

/**
 * Sensitivity of a figure to estimates: it is repeated with alternative values, one at a time, and
 * each row gets the minimum and maximum of the results.
 */
public final class Estimates {
  public static final Table<Value> TABLE =
      new Table<Value>("estimates.csv")
          .text("estimate", Value::estimate)
          .text("row", value -> value.row.what())
          .number("value", value -> value.row.measured())
          .number("stated", Value::stated);

  /** A row with an alternative value of an estimate. */
  public record Value(String estimate, HostRow row, double stated) {}

  private Estimates() {}

  /** Makes a figure and the ranges of its rows over alternative applications. */
  public static HostFigure.Made over(
      HostTools tools, List<AppEstimate> estimates, Function<HostStudy, HostFigure.Made> plan) {
    return over(
        plan.apply(new HostStudy(tools)),
        estimates,
        estimate -> plan.apply(new HostStudy(tools, estimate)).rows());
  }

  /** Adds ranges to the rows of a figure, including rows that no estimate changes. */
  public static <E> HostFigure.Made over(
      HostFigure.Made stated, List<E> estimates, Function<E, List<HostRow>> rows) {
    List<Value> values = new ArrayList<>();
    for (E estimate : estimates) {
      for (HostRow other : rows.apply(estimate)) {
        stated.rows().stream()
            .filter(row -> row.what().equals(other.what()))
            .findFirst()
            .ifPresent(row -> values.add(new Value(estimate.toString(), other, row.measured())));
      }
    }
    List<HostRow> ranged =
        stated.rows().stream().map(row -> row.overEstimates(of(row, values))).toList();
    return new HostFigure.Made(
        ranged, stated.results().andThen(folder -> TABLE.write(folder, values.stream())));
  }

  private static List<Double> of(HostRow row, List<Value> values) {
    return values.stream()
        .filter(value -> value.row.what().equals(row.what()))
        .map(value -> value.row.measured())
        .toList();
  }
}
