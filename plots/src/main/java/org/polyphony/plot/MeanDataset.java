package org.polyphony.plot;

import java.util.Arrays;
import java.util.Objects;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultIntervalCategoryDataset;

/**
 * Means with an interval each, and what a paper states beside some of them. A value that is {@code
 * null} is not there. {@code getValue} gives the mean, not the interval's end.
 */
final class MeanDataset extends DefaultIntervalCategoryDataset {
  private static final long serialVersionUID = 1L;
  private static final double ROOM = 1.06;
  private final Number[][][] values;

  /**
   * Makes a dataset; each table has a row for a series and a column for a group.
   *
   * @param series names of the rows
   * @param groups names of the columns
   * @param values means, lower ends, upper ends and what is stated, in this order
   */
  MeanDataset(String[] series, String[] groups, Number[][][] values) {
    super(series, groups, values[1], values[2]);
    this.values = values;
  }

  @Override
  public Number getValue(int row, int column) {
    return values[0][row][column];
  }

  /** Returns what a paper states; null when it states nothing. */
  Number stated(int row, int column) {
    return values[3][row][column];
  }

  /** Returns a range with room for every value, and with zero. */
  Range range() {
    double least = 0;
    double most = 1;
    for (Number[][] table : values) {
      for (Number value : Arrays.stream(table).flatMap(Arrays::stream).toArray(Number[]::new)) {
        least = value == null ? least : Math.min(least, value.doubleValue());
        most = value == null ? most : Math.max(most, value.doubleValue());
      }
    }
    return new Range(ROOM * least, ROOM * most);
  }

  /** Returns true when a paper states any of the values. */
  boolean hasStated() {
    return Arrays.stream(values[3]).flatMap(Arrays::stream).anyMatch(Objects::nonNull);
  }
}
