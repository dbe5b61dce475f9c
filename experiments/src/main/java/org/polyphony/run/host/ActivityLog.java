package org.polyphony.run.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.Activity;
import org.polyphony.host.HostObserver;

/** Records what each job did when, up to {@value #MOST} intervals of a run, none of them empty. */
final class ActivityLog implements HostObserver {
  static final int MOST = 200_000;

  /**
   * An interval.
   *
   * @param job its number
   * @param activity what it did
   * @param startNanos when it began
   * @param endNanos when it ended, later
   */
  record Interval(int job, Activity activity, long startNanos, long endNanos) {}

  private final Activity[] activity; // by job: now
  private final long[] since; // by job
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
   * Returns all intervals, in the order of their end.
   *
   * @param end of the run, which ends what jobs that hang do
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
