package org.polyphony.host.time;

import java.util.Arrays;

/**
 * Time series of piecewise constant values, stored as means over equal windows.
 *
 * <p>There are at most {@value #WINDOWS} windows: when time exceeds them, neighbours are merged and
 * the window length doubles, so that memory use does not depend on the length of a run.
 */
public final class StepSeries {
  /** Maximum number of windows. */
  public static final int WINDOWS = 4096;

  private final int series;
  private final double[] integrals; // by series and window: value times time
  private final double[] totals; // by series
  private final double[] values; // by series: current value
  private final long[] since; // by series: end of the integrated time
  private long window;

  /**
   * Creates series that are 0 from time 0.
   *
   * @param series number of series
   * @param window initial window length, at least 1
   */
  public StepSeries(int series, long window) {
    if (window < 1) {
      throw new IllegalArgumentException("window is below 1: " + window);
    }
    this.series = series;
    this.window = window;
    this.integrals = new double[series * WINDOWS];
    this.totals = new double[series];
    this.values = new double[series];
    this.since = new long[series];
  }

  public long window() {
    return window;
  }

  public double value(int index) {
    return values[index];
  }

  /**
   * Sets the value of a series from now on.
   *
   * @param time now, not before the series's last change
   */
  public void set(int index, long time, double value) {
    if (value != values[index]) {
      advance(index, time);
      values[index] = value;
    }
  }

  /** Adds to the value of a series from now on; see {@link #set} for {@code time}. */
  public void add(int index, long time, double change) {
    set(index, time, values[index] + change);
  }

  /**
   * Returns the mean of a series from time 0 to {@code end}; 0 if that is time 0.
   *
   * @param end not before the series's last change
   */
  public double mean(int index, long end) {
    advance(index, end);
    return end == 0 ? 0 : totals[index] / end;
  }

  /**
   * Returns the means of a series over its windows up to {@code end}; the last window may be
   * partial.
   *
   * @param end not before the series's last change
   */
  public double[] means(int index, long end) {
    advance(index, end);
    int count = end == 0 ? 0 : Math.toIntExact((end - 1) / window + 1);
    double[] means = new double[count];
    for (int w = 0; w < count; w++) {
      long length = Math.min(window, end - w * window);
      means[w] = integrals[index * WINDOWS + w] / length;
    }
    return means;
  }

  private void advance(int index, long time) {
    if (time < since[index]) {
      throw new IllegalArgumentException("time " + time + " is before " + since[index]);
    }
    while ((time - 1) / WINDOWS >= window) { // the end of the windows as a product could overflow
      joinWindows();
    }
    double value = values[index];
    if (value != 0) {
      totals[index] += value * (time - since[index]);
      addToWindows(index, time, value);
    }
    since[index] = time;
  }

  private void addToWindows(int index, long end, double value) {
    long from = since[index];
    while (from < end) {
      long w = from / window;
      long until = end - w * window <= window ? end : (w + 1) * window;
      integrals[index * WINDOWS + (int) w] += value * (until - from);
      from = until;
    }
  }

  private void joinWindows() {
    window *= 2;
    for (int s = 0; s < series; s++) {
      int base = s * WINDOWS;
      for (int w = 0; w < WINDOWS / 2; w++) {
        integrals[base + w] = integrals[base + 2 * w] + integrals[base + 2 * w + 1];
      }
      Arrays.fill(integrals, base + WINDOWS / 2, base + WINDOWS, 0);
    }
  }
}
