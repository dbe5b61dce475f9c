package org.polyphony.policy.partition;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Quotas;

/**
 * One sampling phase of Warped-Slicer. SMs are split evenly among the kernels; of a kernel's n SMs,
 * the i-th holds i thread blocks, or i / n of the occupancy if that exceeds n.
 *
 * <p>An SM with few thread blocks gets more than its share of the memory bandwidth, so the sampled
 * performance P is corrected to P * (1 + f * (thread blocks there / their mean over the kernel's
 * SMs - 1)), where f is the fraction of the SM's stalls that wait for memory beyond the SM. Source:
 * Xu et al., ISCA'16.
 *
 * <p>The window is interrupted while a process launches its kernel again, so that kernels shorter
 * than the window are sampled as well (DEVIATIONS.md 6).
 */
final class SlicerSampling {
  private static final long PAUSED = -1;

  private final DeviceView device;
  private final int[] processes; // whose kernels are sampled
  private final int[] occupancy; // of their kernels
  private final int[] rows; // of their kernels since the window began or resumed
  private final int[] index; // by SM: index of the process
  private final int[] count; // by SM: target thread blocks
  private final long[] issued; // by SM: instructions in the window
  private final long[] stalls; // likewise, issue slots
  private final long[] memoryStalls; // likewise
  private long cycles; // in the window before it was paused
  private long resumedAt = PAUSED;

  /** Plans the sampling of kernels. */
  SlicerSampling(DeviceView device, List<Sharer> sharers) {
    int sms = device.config().sms();
    this.device = device;
    index = new int[sms];
    count = new int[sms];
    issued = new long[sms];
    stalls = new long[sms];
    memoryStalls = new long[sms];
    int kernels = sharers.size();
    processes = new int[kernels];
    occupancy = new int[kernels];
    rows = new int[kernels];
    for (int i = 0; i < kernels; i++) {
      processes[i] = sharers.get(i).process();
      occupancy[i] = Occupancy.of(device.config().sm(), sharers.get(i).need()).threadBlocks();
      int first = i * sms / kernels;
      int own = (i + 1) * sms / kernels - first;
      for (int j = 1; j <= own; j++) {
        index[first + j - 1] = i;
        count[first + j - 1] =
            occupancy[i] <= own ? Math.min(j, occupancy[i]) : (j * occupancy[i] + own - 1) / own;
      }
    }
  }

  /** Sets the quotas of the kernels' latest launches; an SM starts once others have left it. */
  void arrange(Quotas quotas) {
    quotas.clear();
    quotas.setAllExclusive();
    for (int sm = 0; sm < count.length; sm++) {
      int row = device.running(processes[index[sm]]);
      if (row != DeviceView.NONE) {
        quotas.set(sm, row, count[sm]);
      }
    }
  }

  boolean isArranged() {
    return IntStream.range(0, count.length).allMatch(device::isSettled);
  }

  /** Returns whether all kernels run; if not, one of them is being launched again. */
  boolean isRunning() {
    return Arrays.stream(processes).allMatch(of -> device.running(of) != DeviceView.NONE);
  }

  boolean hasBegun() {
    return cycles > 0 || resumedAt != PAUSED;
  }

  /** Returns the length of the window so far. */
  long cycles(long cycle) {
    return cycles + (resumedAt == PAUSED ? 0 : cycle - resumedAt);
  }

  /** Starts or resumes the window unless it is running; all kernels must be running. */
  void resume(long cycle) {
    if (resumedAt == PAUSED) {
      Arrays.setAll(rows, i -> device.running(processes[i]));
      add(cycle, -1);
      resumedAt = cycle;
    }
  }

  /** Interrupts the window, in the cycle in which a kernel has ended, or ends it. */
  void pause(long cycle) {
    if (resumedAt != PAUSED) {
      add(cycle, 1);
      cycles += cycle - resumedAt;
      resumedAt = PAUSED;
    }
  }

  private void add(long cycle, int sign) {
    for (int sm = 0; sm < count.length; sm++) {
      issued[sm] += sign * device.threadInstructions(sm, rows[index[sm]]);
      stalls[sm] += sign * device.stalledSlots(cycle, sm);
      memoryStalls[sm] += sign * device.memoryStalledSlots(cycle, sm);
    }
  }

  /** Returns each kernel's curve, in the order of the constructor; ends the window. */
  ScalingCurve[] end(long cycle) {
    pause(cycle);
    ScalingCurve[] curves = new ScalingCurve[processes.length];
    long[] blocks = new long[curves.length];
    int[] sms = new int[curves.length];
    for (int sm = 0; sm < count.length; sm++) {
      blocks[index[sm]] += count[sm];
      sms[index[sm]]++;
    }
    Arrays.setAll(curves, i -> new ScalingCurve(occupancy[i]));
    for (int sm = 0; sm < count.length; sm++) {
      int i = index[sm];
      double mean = (double) blocks[i] / sms[i];
      double correction = 1 + memoryShare(sm) * (count[sm] / mean - 1);
      curves[i].add(count[sm], (double) issued[sm] / cycles, correction);
    }
    return curves;
  }

  private double memoryShare(int sm) {
    return stalls[sm] == 0 ? 0 : (double) memoryStalls[sm] / stalls[sm];
  }
}
