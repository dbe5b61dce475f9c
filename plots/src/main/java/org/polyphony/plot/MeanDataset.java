package org.polyphony.plot;

import org.jfree.data.category.DefaultIntervalCategoryDataset;

/**
 * Means with an interval each, what a paper states beside some of them, and what some are means of.
 * A value that is {@code null} is not there. {@code getValue} gives the mean, not the interval's
 * end.
 */
final class MeanDataset extends DefaultIntervalCategoryDataset {
  private static final long serialVersionUID = 1L;
  private final Number[][] mean;
  private final Number[][] stated;
  private final double[][][] singles;

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
    mean = values[0];
    stated = values[3];
    this.singles = singles;
  }

  @Override
  public Number getValue(int row, int column) {
    return mean[row][column];
  }

  /** Returns what a paper states; null when it states nothing. */
  Number stated(int row, int column) {
    return stated[row][column];
  }

  /** Returns what a value is the mean of. */
  double[] singles(int row, int column) {
    return singles[row][column];
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
