package org.polyphony.run.host;

import java.util.concurrent.CancellationException;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.simulation.StopFlag;

/**
 * A workload that gives no further step after a stop: the copies between two launches, of which
 * there can be many, take no cycle, and nobody else looks at the flag meanwhile.
 *
 * @param workload that is run
 * @param stop raised to end it
 */
record EndingWorkload(Workload workload, StopFlag stop) implements Workload {
  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  /**
   * {@inheritDoc}
   *
   * @throws CancellationException after a stop
   */
  @Override
  public Step step(int index) {
    if (stop.isRequested()) {
      throw new CancellationException(workload.name());
    }
    return workload.step(index);
  }
}
