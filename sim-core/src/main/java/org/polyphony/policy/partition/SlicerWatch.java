package org.polyphony.policy.partition;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Watches whether kernels go on as in the first period after a partition was chosen.
 *
 * <p>State per kernel of the device's list: thread instructions at the last look, and its rate in
 * the first period. Source: Xu et al., ISCA'16.
 */
final class SlicerWatch {
  private final DeviceView device;
  private final long[] issued;
  private final double[] reference;
  private long lastCycle;
  private boolean hasReference;

  SlicerWatch(DeviceView device, long cycle) {
    this.device = device;
    this.issued = new long[device.kernels()];
    this.reference = new double[device.kernels()];
    this.lastCycle = cycle;
    Arrays.setAll(issued, this::issued);
  }

  /** Ends a period; returns whether a kernel's rate has left the band around its first one. */
  boolean hasChanged(long cycle, double band) {
    boolean changed = false;
    for (int i = 0; i < issued.length; i++) {
      long now = issued(i);
      double rate = (double) (now - issued[i]) / (cycle - lastCycle);
      issued[i] = now;
      if (hasReference) {
        changed |= Math.abs(rate - reference[i]) > band * reference[i];
      } else {
        reference[i] = rate;
      }
    }
    hasReference = true;
    lastCycle = cycle;
    return changed;
  }

  private long issued(int index) {
    return IntStream.range(0, device.config().sms())
        .mapToLong(sm -> device.threadInstructions(sm, device.kernel(index)))
        .sum();
  }
}
