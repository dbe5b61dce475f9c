package org.polyphony.run.host;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.polyphony.gpu.NoProgressException;
import org.polyphony.host.device.CoRun;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

/**
 * The tools that run host experiments.
 *
 * @param library opens the workloads of kernels
 * @param store of measurements on the cycle-level device
 * @param progress display
 * @param stop ends the experiment early
 */
public record HostTools(WorkloadLibrary library, RunStore store, Progress progress, StopFlag stop) {
  private static final int CYCLES_BETWEEN_UPDATES = 20_000;

  public HostTools showing(Progress other) {
    return new HostTools(library, store, other, stop);
  }

  public HostTools endingWith(StopFlag other) {
    return new HostTools(library, store, progress, other);
  }

  /**
   * Runs a measurement on the cycle-level device and displays its progress.
   *
   * @param what name of the measurement in progress and messages
   * @param run the measurement; empty if its meter ended it
   * @throws SimulationFailure if the device makes no forward progress
   * @throws CancellationException after a stop
   */
  <T> T measure(String what, Function<CoRun.Meter, Optional<T>> run) {
    progress.begin(what);
    long[] nextUpdate = {0}; // cycle
    CoRun.Meter meter =
        (doneShare, device) -> {
          if (device.cycles() >= nextUpdate[0]) {
            nextUpdate[0] = device.cycles() + CYCLES_BETWEEN_UPDATES;
            progress.update(doneShare, device.cycles(), device.warpInstructions());
          }
          return !stop.isRequested();
        };
    try {
      return run.apply(meter).orElseThrow(() -> new CancellationException(what));
    } catch (NoProgressException e) {
      throw new SimulationFailure(what + ": no progress", String.valueOf(e.getMessage()), e);
    }
  }
}
