package org.polyphony.plot;

import java.util.List;

/**
 * What a job did, by stretches of time of equal length that are as short as can be seen.
 *
 * <p>State per stretch: what it did for most of it; whether it had a kernel within it that began
 * and ended there, for less of the time.
 */
final class JobStretches {
  /** What a job does, as {@code activities.csv} has it. */
  static final List<String> ACTIVITIES = List.of("queued", "waiting", "cpu", "copy", "kernel");

  /** Nothing. */
  static final int NONE = -1;

  private static final int KERNEL = ACTIVITIES.indexOf("kernel");

  private final int[] most;
  private final boolean[] hasShortKernel;

  /**
   * Reads what a job did.
   *
   * @param table of activities
   * @param rows those of the job
   * @param end of the last stretch, in seconds; the first begins at 0
   * @param count of stretches
   */
  JobStretches(CsvTable table, List<Integer> rows, double end, int count) {
    double length = end / count;
    double[][] time = new double[count][ACTIVITIES.size()];
    this.hasShortKernel = new boolean[count];
    this.most = new int[count];
    for (int row : rows) {
      int activity = ACTIVITIES.indexOf(table.text(row, "activity"));
      double from = table.number(row, "start_s");
      double to = table.number(row, "end_s");
      int first = (int) (from / length);
      for (int s = first; activity >= 0 && s < count && s * length < to; s++) {
        time[s][activity] += Math.min(to, (s + 1) * length) - Math.max(from, s * length);
      }
      if (activity == KERNEL && first < count && to <= (first + 1) * length) {
        hasShortKernel[first] = true;
      }
    }
    for (int s = 0; s < count; s++) {
      most[s] = longest(time[s]);
      hasShortKernel[s] &= most[s] != KERNEL;
    }
  }

  private static int longest(double[] time) {
    int longest = NONE;
    for (int a = 0; a < time.length; a++) {
      boolean isMore = time[a] > 0 && (longest == NONE || time[a] > time[longest]);
      longest = isMore ? a : longest;
    }
    return longest;
  }

  int count() {
    return most.length;
  }

  /** Returns what it did for most of a stretch: an index, {@link #NONE} for nothing. */
  int most(int stretch) {
    return most[stretch];
  }

  /** Returns whether a stretch has a kernel that {@link #most} does not show. */
  boolean hasShortKernel(int stretch) {
    return hasShortKernel[stretch];
  }
}
