package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.alloc.RangeAllocator;

/**
 * Measures how long and how badly SMs are fragmented: a thread block within its quota fits on the
 * SM by free amount, but its registers or shared memory have no contiguous range.
 *
 * <p>State per SM: the start of the current period and the unusable shares. A period is split
 * whenever the SM's allocation changes. Source: GPU Maestro section 3.3.1.
 */
public final class FragmentationCounters {
  private static final long WHOLE = -1;

  private final long[] since; // WHOLE if the SM is not fragmented
  private final double[] registerShare;
  private final double[] sharedMemoryShare;
  private long periods;
  private long smCycles;
  private double registers;
  private double sharedMemory;

  FragmentationCounters(int sms) {
    since = new long[sms];
    Arrays.fill(since, WHOLE);
    registerShare = new double[sms];
    sharedMemoryShare = new double[sms];
  }

  /** Returns whether a thread block would fit on an SM if its free resources were contiguous. */
  static boolean hasRoom(SmStatusTable table, int sm, ThreadBlockNeed need) {
    return table.freeSlots(sm) > 0
        && table.freeThreads(sm) >= need.threads()
        && table.freeWarps(sm) >= need.warps()
        && table.registers(sm).free() >= need.registers()
        && table.sharedMemory(sm).free() >= need.sharedMemoryBytes();
  }

  /** Records that an SM is not fragmented. */
  void whole(long cycle, int sm) {
    charge(cycle, sm);
    since[sm] = WHOLE;
  }

  /** Records that a thread block fits on an SM by amount, but not contiguously. */
  void fragmented(long cycle, int sm, SmStatusTable table, ThreadBlockNeed need) {
    periods += since[sm] == WHOLE ? 1 : 0;
    charge(cycle, sm);
    since[sm] = cycle;
    registerShare[sm] = share(table.registers(sm), need.registers());
    sharedMemoryShare[sm] = share(table.sharedMemory(sm), need.sharedMemoryBytes());
  }

  private static double share(RangeAllocator resource, int length) {
    return length == 0 ? 0 : (double) resource.fragmented(length) / resource.capacity();
  }

  private void charge(long cycle, int sm) {
    if (since[sm] != WHOLE) {
      long cycles = cycle - since[sm];
      smCycles += cycles;
      registers += cycles * registerShare[sm];
      sharedMemory += cycles * sharedMemoryShare[sm];
    }
  }

  public long periods() {
    return periods;
  }

  /** Returns core cycles with a fragmented SM, summed over SMs, up to the last change of each. */
  public long smCycles() {
    return smCycles;
  }

  /** Returns {@link #smCycles} weighted by the unusable share of registers. */
  public double registerSmCycles() {
    return registers;
  }

  /** Returns {@link #smCycles} weighted by the unusable share of shared memory. */
  public double sharedMemorySmCycles() {
    return sharedMemory;
  }
}
