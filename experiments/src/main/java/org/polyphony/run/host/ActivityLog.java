package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Activity;
import org.polyphony.host.HostObserver;

/**
 * Records the activities of each job over time, up to {@value #MOST} non-empty intervals per run.
 */
final class ActivityLog implements HostObserver {
  static final int MOST = 200_000;

  /**
   * An interval.
   *
   * @param job its number
   * @param activity of the job
   * @param startNanos start time
   * @param endNanos end time, later
   */
  record Interval(int job, Activity activity, long startNanos, long endNanos) {}

  private final Activity[] activity; // by job: current activity
  private final long[] since; // by job: start of the activity
  private final List<Interval> intervals = new ArrayList<>();

  ActivityLog(int jobs) {
    this.activity = new Activity[jobs];
    this.since = new long[jobs];
  }

  @Override
  public void activity(long now, int job, Activity next) {
    Activity last = activity[job];
    if (last != null && now > since[job] && intervals.size() < MOST) {
      intervals.add(new Interval(job, last, since[job], now));
    }
    activity[job] = next;
    since[job] = now;
  }

  /**
   * Returns all intervals, by end time.
   *
   * @param end of the run, which also ends the activities of hung jobs
   */
  List<Interval> intervals(long end) {
    for (int job = 0; job < activity.length; job++) {
      if (activity[job] != null && activity[job] != Activity.OVER) {
        activity(end, job, activity[job]);
      }
    }
    return List.copyOf(intervals);
  }
}
