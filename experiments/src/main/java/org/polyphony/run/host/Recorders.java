package org.polyphony.run.host;

import org.polyphony.host.Activity;
import org.polyphony.host.HostObserver;
import org.polyphony.host.Utilisation;

/**
 * All that records a run.
 *
 * @param utilisation of cores and devices
 * @param log what jobs do
 * @param over counts jobs that are over
 */
record Recorders(Utilisation utilisation, ActivityLog log, JobsOver over) implements HostObserver {
  @Override
  public void activity(long now, int job, Activity activity) {
    log.activity(now, job, activity);
    over.activity(now, job, activity);
  }

  @Override
  public void core(long now, int core, boolean busy) {
    utilisation.core(now, core, busy);
  }

  @Override
  public void device(long now, int device, boolean busy) {
    utilisation.device(now, device, busy);
  }

  @Override
  public void memory(long now, int device, long bytes) {
    utilisation.memory(now, device, bytes);
  }
}
