package org.polyphony.run.host;

import org.polyphony.host.device.CoRun;
import org.polyphony.host.device.CycleDevice;

/** Shows how far a measurement of the cycle-level device is, and ends it when that is asked for. */
final class ShownMeter implements CoRun.Meter {
  private static final int CYCLES_BETWEEN_UPDATES = 20_000;

  private final HostTools tools;
  private long nextUpdate; // cycle

  ShownMeter(HostTools tools) {
    this.tools = tools;
  }

  @Override
  public boolean goOn(double doneShare, CycleDevice device) {
    if (device.cycles() >= nextUpdate) {
      nextUpdate = device.cycles() + CYCLES_BETWEEN_UPDATES;
      tools.progress().update(doneShare, device.cycles(), device.warpInstructions());
    }
    return !tools.stop().isRequested();
  }
}
