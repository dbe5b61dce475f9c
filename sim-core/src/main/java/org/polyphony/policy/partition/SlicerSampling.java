package org.polyphony.policy.partition;

import java.util.stream.IntStream;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * One sampling phase of Warped-Slicer. SMs are split evenly among the kernels; of a kernel's n SMs,
 * the i-th holds i thread blocks, or i / n of the occupancy if that exceeds n.
 *
 * <p>An SM with few thread blocks gets more than its share of the memory bandwidth, so the sampled
 * performance P is corrected to P * (1 + f * (thread blocks there / their mean over the kernel's
 * SMs - 1)), where f is the fraction of the SM's stalls that wait for memory beyond the SM. Source:
 * Xu et al., ISCA'16.
 */
final class SlicerSampling {
  private final DeviceView device;
  private final int[] index; // by SM: index of the kernel in the device's list
  private final int[] count; // by SM: target thread blocks
  private final long[] issued; // by SM: instructions at the start of the window
  private final long[] stalls;
  private final long[] memoryStalls;
  private long begun;

  /** Plans the sampling of the kernels that the device lists now. */
  SlicerSampling(DeviceView device) {
    int sms = device.config().sms();
    this.device = device;
    index = new int[sms];
    count = new int[sms];
    issued = new long[sms];
    stalls = new long[sms];
    memoryStalls = new long[sms];
    int kernels = device.kernels();
    for (int i = 0; i < kernels; i++) {
      int first = i * sms / kernels;
      int own = (i + 1) * sms / kernels - first;
      int fitting = device.occupancy(device.kernel(i));
      for (int j = 1; j <= own; j++) {
        index[first + j - 1] = i;
        count[first + j - 1] =
            fitting <= own ? Math.min(j, fitting) : (j * fitting + own - 1) / own;
      }
    }
  }

  /** Sets the quotas; an SM starts once other kernels have left it. */
  void arrange(Quotas quotas) {
    quotas.clear();
    quotas.setAllExclusive();
    for (int sm = 0; sm < count.length; sm++) {
      quotas.set(sm, device.kernel(index[sm]), count[sm]);
    }
  }

  boolean isArranged() {
    return IntStream.range(0, count.length).allMatch(device::isSettled);
  }

  void begin(long cycle) {
    begun = cycle;
    for (int sm = 0; sm < count.length; sm++) {
      issued[sm] = device.threadInstructions(sm, device.kernel(index[sm]));
      stalls[sm] = device.stalledSlots(cycle, sm);
      memoryStalls[sm] = device.memoryStalledSlots(cycle, sm);
    }
  }

  /** Ends the window and returns each kernel's curve, in the order of the device's list. */
  ScalingCurve[] end(long cycle) {
    int kernels = device.kernels();
    ScalingCurve[] curves = new ScalingCurve[kernels];
    long[] blocks = new long[kernels];
    int[] sms = new int[kernels];
    for (int sm = 0; sm < count.length; sm++) {
      blocks[index[sm]] += count[sm];
      sms[index[sm]]++;
    }
    for (int i = 0; i < kernels; i++) {
      curves[i] = new ScalingCurve(device.occupancy(device.kernel(i)));
    }
    for (int sm = 0; sm < count.length; sm++) {
      int i = index[sm];
      double mean = (double) blocks[i] / sms[i];
      long done = device.threadInstructions(sm, device.kernel(i)) - issued[sm];
      double correction = 1 + memoryShare(cycle, sm) * (count[sm] / mean - 1);
      curves[i].add(count[sm], (double) done / (cycle - begun), correction);
    }
    return curves;
  }

  private double memoryShare(long cycle, int sm) {
    long all = device.stalledSlots(cycle, sm) - stalls[sm];
    return all == 0 ? 0 : (double) (device.memoryStalledSlots(cycle, sm) - memoryStalls[sm]) / all;
  }
}
