package org.polyphony.plot;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultIntervalCategoryDataset;

/**
 * Means with an interval each, what a paper states beside some of them, and what some are means of.
 * A value that is {@code null} is not there. {@code getValue} gives the mean, not the interval's
 * end.
 */
final class MeanDataset extends DefaultIntervalCategoryDataset {
  private static final long serialVersionUID = 1L;
  private static final double ROOM = 1.06;
  private final Number[][][] values;
  private final double[][][] singles;
  private String runs = "";

  /**
   * Makes a dataset; each table has a row for a series and a column for a group.
   *
   * @param series names of the rows
   * @param groups names of the columns
   * @param values means, lower ends, upper ends and what is stated, in this order
   * @param singles what each is the mean of; empty where that is not to be shown
   */
  MeanDataset(String[] series, String[] groups, Number[][][] values, double[][][] singles) {
    super(series, groups, values[1], values[2]);
    this.values = values;
    this.singles = singles;
  }

  /** Returns the same dataset, which says what its means are of. */
  MeanDataset ofRuns(String words) {
    runs = words;
    return this;
  }

  /** Returns what its means are of, in words; empty when that is not said. */
  String runs() {
    return runs;
  }

  @Override
  public Number getValue(int row, int column) {
    return values[0][row][column];
  }

  /** Returns what a paper states; null when it states nothing. */
  Number stated(int row, int column) {
    return values[3][row][column];
  }

  /** Returns what a value is the mean of. */
  double[] singles(int row, int column) {
    return singles[row][column];
  }

  DoubleSummaryStatistics shown() {
    return DoubleStream.concat(
            Arrays.stream(values)
                .flatMap(Arrays::stream)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue),
            Arrays.stream(singles).flatMap(Arrays::stream).flatMapToDouble(Arrays::stream))
        .summaryStatistics();
  }

  /** Returns a range with room for every value and all that they are means of, and with zero. */
  Range range() {
    DoubleSummaryStatistics shown = shown();
    double least = Math.min(0, shown.getMin());
    double most = Math.max(0, shown.getMax());
    return new Range(ROOM * least, least == most ? 1 : ROOM * most);
  }

  /** Returns true when any of the values shows what it is the mean of. */
  boolean hasSingles() {
    return Arrays.stream(singles).flatMap(Arrays::stream).anyMatch(some -> some.length > 0);
  }

  /** Returns true when a paper states any of the values. */
  boolean hasStated() {
    return Arrays.stream(values[3]).flatMap(Arrays::stream).anyMatch(Objects::nonNull);
  }
}
