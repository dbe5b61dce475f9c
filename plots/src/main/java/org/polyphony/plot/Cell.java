package org.polyphony.plot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.MeanInterval;

/**
 * What is drawn of the rows of one series at one place.
 *
 * @param mean not a number for nothing
 * @param low lower end of its interval; not a number for none
 * @param from where its bar begins; not a number for zero
 * @param singles that it is the mean of; empty where they are not shown
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Cell(double mean, double low, double high, double stated, double from, double[] singles) {
  private static final String MEMBER = "workloads";
  private static final double[] NO_SINGLES = {};

  /** What is drawn of no rows. */
  static final Cell NONE = of(Double.NaN);

  /** Returns a value without an interval. */
  static Cell of(double value) {
    return new Cell(value, Double.NaN, Double.NaN, Double.NaN, Double.NaN, NO_SINGLES);
  }

  /**
   * Aggregates rows.
   *
   * @param rows one or more
   * @param shown what is drawn for a value
   */
  static Cell of(List<Row> rows, Entry.Y y, DoubleUnaryOperator shown) {
    double[] values = rows.stream().mapToDouble(row -> row.number(y.column())).toArray();
    if (y.mean() == null) {
      Row row = rows.get(0);
      return new Cell(
          shown.applyAsDouble(values[0]),
          field(row, y.low(), shown),
          field(row, y.high(), shown),
          field(row, y.stated(), shown),
          field(row, y.from(), shown),
          NO_SINGLES);
    }
    return switch (y.mean()) {
      case ARITHMETIC -> of(StatUtils.mean(values), Double.NaN, Double.NaN, shown, NO_SINGLES);
      case SEEDS -> ofSeeds(values, shown);
      case GEOMETRIC -> geometric(rows, y, shown);
    };
  }

  private static double field(Row row, String column, DoubleUnaryOperator shown) {
    return column == null ? Double.NaN : shown.applyAsDouble(row.number(column));
  }

  private static Cell ofSeeds(double[] values, DoubleUnaryOperator shown) {
    MeanInterval mean = MeanInterval.of(values);
    return of(mean.mean(), mean.low(), mean.high(), shown, NO_SINGLES);
  }

  private static Cell geometric(List<Row> rows, Entry.Y y, DoubleUnaryOperator shown) {
    Map<String, double[]> values = new LinkedHashMap<>();
    EntryChart.by(MEMBER, rows)
        .forEach(
            (member, of) ->
                values.put(
                    member, of.stream().mapToDouble(row -> row.number(y.column())).toArray()));
    MeanInterval mean = GeometricMean.ofWorkloads(values);
    double[] singles =
        values.size() == 1
            ? NO_SINGLES
            : values.values().stream().mapToDouble(StatUtils::mean).map(shown).toArray();
    return of(mean.mean(), mean.low(), mean.high(), shown, singles);
  }

  private static Cell of(
      double mean, double low, double high, DoubleUnaryOperator shown, double[] singles) {
    return new Cell(
        shown.applyAsDouble(mean),
        shown.applyAsDouble(low),
        shown.applyAsDouble(high),
        Double.NaN,
        Double.NaN,
        singles);
  }
}
