package org.polyphony.cli;

import java.nio.file.Path;
import org.polyphony.run.GpuSimulation;
import org.polyphony.run.Simulation;
import org.polyphony.store.AloneCache;

/**
 * What the commands work with.
 *
 * @param simulation the device
 * @param cache folder of alone runs and packed traces
 */
record Services(Simulation simulation, Path cache) {
  /** Returns the real device, and the cache folder that the environment names. */
  static Services standard() {
    return new Services(new GpuSimulation(), AloneCache.folderOf(System.getenv()));
  }

  Path packedTraces() {
    return cache.resolve("traces");
  }
}
