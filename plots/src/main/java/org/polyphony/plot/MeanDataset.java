package org.polyphony.plot;

import org.jfree.data.category.DefaultIntervalCategoryDataset;

/**
 * Means with an interval each, and what a paper states beside some of them. A value that is {@code
 * null} is not there. {@code getValue} gives the mean, not the interval's end.
 */
final class MeanDataset extends DefaultIntervalCategoryDataset {
  private static final long serialVersionUID = 1L;
  private final Number[][] mean;
  private final Number[][] stated;

  /**
   * Makes a dataset; each table has a row for a series and a column for a group.
   *
   * @param series names of the rows
   * @param groups names of the columns
   * @param values means, lower ends, upper ends and what is stated, in this order
   */
  MeanDataset(String[] series, String[] groups, Number[][][] values) {
    super(series, groups, values[1], values[2]);
    mean = values[0];
    stated = values[3];
  }

  @Override
  public Number getValue(int row, int column) {
    return mean[row][column];
  }

  /** Returns what a paper states; null when it states nothing. */
  Number stated(int row, int column) {
    return stated[row][column];
  }

  /** Returns true when a paper states any of the values. */
  boolean hasStated() {
    for (Number[] row : stated) {
      for (Number value : row) {
        if (value != null) {
          return true;
        }
      }
    }
    return false;
  }
}
