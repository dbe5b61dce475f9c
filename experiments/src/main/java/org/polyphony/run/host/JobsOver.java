package org.polyphony.run.host;

import org.polyphony.host.Activity;
import org.polyphony.host.HostObserver;
import org.polyphony.run.Progress;

/** Shows how many jobs of a run are over. */
final class JobsOver implements HostObserver {
  private final int jobs;
  private final Progress progress;
  private int over;

  JobsOver(int jobs, Progress progress) {
    this.jobs = jobs;
    this.progress = progress;
  }

  @Override
  public void activity(long now, int job, Activity activity) {
    if (activity == Activity.OVER) {
      over++;
      progress.note(over + " of " + jobs + " jobs over");
      progress.update((double) over / jobs, 0, 0);
    }
  }
}
