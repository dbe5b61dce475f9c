package org.polyphony.results.table;

import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;

/**
 * A mean that a figure shows as a bar, with its 95% interval and what the paper states.
 *
 * @param metric with its unit, as the axis names it
 * @param group of bars: a category, or an assumption
 * @param series the bar in its group: a policy, or an outcome
 * @param mean in the metric's unit; not a number when it is of nothing
 * @param low lower end of the interval; not a number without one
 * @param high upper end
 * @param paper what the paper states; not a number when it states nothing
 * @param runs what it is the mean of, in words; empty when that is not said
 */
public record GroupMean(
    String metric,
    String group,
    String series,
    double mean,
    double low,
    double high,
    double paper,
    String runs) {
  /** The group of all pairs. */
  public static final String ALL = "All pairs";

  /** The file in a figure's folder. */
  public static final Table<GroupMean> TABLE =
      new Table<GroupMean>(ResultFile.MEANS)
          .text(ResultColumn.METRIC, GroupMean::metric)
          .text(ResultColumn.GROUP, GroupMean::group)
          .text(ResultColumn.SERIES, GroupMean::series)
          .text(ResultColumn.MEAN, GroupMean::mean)
          .text(ResultColumn.LOW, GroupMean::low)
          .text(ResultColumn.HIGH, GroupMean::high)
          .text(ResultColumn.PAPER, GroupMean::paper)
          .text(ResultColumn.RUNS, GroupMean::runs);
}
