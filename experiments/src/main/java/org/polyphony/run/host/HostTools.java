package org.polyphony.run.host;

import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.RunCache;

/**
 * What host experiments work with.
 *
 * @param library opens the workloads of kernels
 * @param measured keeps what the cycle-level device has measured
 * @param build identifies the program: what another build has measured is measured again
 * @param progress shows how far it is
 * @param stop ends it early
 */
public record HostTools(
    WorkloadLibrary library, RunCache measured, String build, Progress progress, StopFlag stop) {
  public HostTools showing(Progress other) {
    return new HostTools(library, measured, build, other, stop);
  }

  public HostTools endingWith(StopFlag other) {
    return new HostTools(library, measured, build, progress, other);
  }
}
