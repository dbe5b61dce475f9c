package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.alloc.RangeAllocator;

/**
 * How long SMs were fragmented, and how much of them: a thread block that a quota asks for had room
 * on the SM by amount, but its registers or its shared memory had no place in one piece.
 *
 * <p>State per SM: since when it is fragmented, and by how much. Times end where something of the
 * SM changes; a period goes on as long as the SM stays fragmented. Source: GPU Maestro section
 * 3.3.1.
 */
public final class FragmentationCounters {
  private static final long WHOLE = -1;

  private final long[] since; // WHOLE when the SM is not fragmented
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

  /** Returns whether a thread block would have room on an SM if what is free lay in one piece. */
  static boolean hasRoom(SmStatusTable table, int sm, ThreadBlockNeed need) {
    return table.freeSlots(sm) > 0
        && table.freeThreads(sm) >= need.threads()
        && table.freeWarps(sm) >= need.warps()
        && table.registers(sm).free() >= need.registers()
        && table.sharedMemory(sm).free() >= need.sharedMemoryBytes();
  }

  /** Notes that every thread block that has room on an SM by amount has a place there. */
  void whole(long cycle, int sm) {
    charge(cycle, sm);
    since[sm] = WHOLE;
  }

  /** Notes that a thread block has room on an SM by amount, but no place. */
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

  /** Returns the core cycles that SMs were fragmented, summed over SMs, up to their last change. */
  public long smCycles() {
    return smCycles;
  }

  /** Returns these cycles, each weighted by the share of the registers that could not be used. */
  public double registerSmCycles() {
    return registers;
  }

  /** Returns these cycles, each weighted by the share of shared memory that could not be used. */
  public double sharedMemorySmCycles() {
    return sharedMemory;
  }
}
