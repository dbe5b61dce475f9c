package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.WarpStates;

/**
 * Issue slots of an SM by process: for each scheduler and cycle in which a process has a warp
 * there, whether that issued, and else why not. A slot that it could have used, but another process
 * did, is lost to that.
 */
final class ProcessSlots {
  private static final int ISSUED = StallCause.ISSUED.ordinal();
  private static final int NO_QUOTA = StallCause.NO_QUOTA.ordinal();

  /** Index of slots lost to other processes, after those of the causes. */
  static final int LOST = StallCause.values().length;

  private final Schedulers schedulers;
  private final WarpStates states;
  private final long[][] accounts; // by process and cause
  private final int[] issued; // by process: its schedulers in this cycle
  private long issuable; // warps at the beginning of this cycle

  ProcessSlots(Schedulers schedulers, WarpStates states, int processes) {
    this.schedulers = schedulers;
    this.states = states;
    accounts = new long[processes][LOST + 1];
    issued = new int[processes];
  }

  /** Begins a cycle. */
  void begin(long issuableNow) {
    issuable = issuableNow;
  }

  /** A scheduler has issued an instruction of a process in this cycle. */
  void issued(int process, int scheduler) {
    issued[process] |= 1 << scheduler;
  }

  /** Charges a cycle; see {@link IssueSlots#charge}. */
  void charge(IssueSlots slots, int issuedByAny, int refused) {
    for (int p = 0; p < accounts.length; p++) {
      long warps = states.ofProcess(p);
      if (warps != 0) {
        charge(slots, p, warps, issuedByAny, refused);
      }
      issued[p] = 0;
    }
  }

  private void charge(IssueSlots slots, int process, long warps, int issuedByAny, int refused) {
    long[] account = accounts[process];
    account[ISSUED] += Integer.bitCount(issued[process]);
    int idle = schedulers.of(warps) & ~issued[process];
    int could = idle & schedulers.of(issuable & warps);
    int lost = could & issuedByAny;
    account[LOST] += Integer.bitCount(lost);
    account[NO_QUOTA] += Integer.bitCount(could & refused);
    idle &= ~(lost | (could & refused));
    if (idle != 0) {
      slots.chargeIdle(account, warps, idle, 1);
    }
  }

  /** Charges cycles in which the SM slept. */
  void charge(IssueSlots slots, long cycles) {
    for (int p = 0; p < accounts.length; p++) {
      long warps = states.ofProcess(p);
      if (warps != 0) {
        slots.chargeIdle(accounts[p], warps, schedulers.of(warps), cycles);
      }
    }
  }

  /** Returns the slots of a process charged to a cause, or {@link #LOST}. */
  long charged(int process, int cause) {
    return accounts[process][cause];
  }
}
