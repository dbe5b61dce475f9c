package org.polyphony.gpu.sm;

import java.util.Arrays;
import org.polyphony.gpu.config.SmConfig;

/**
 * Operand collectors: issued instructions read their source registers from banks, one operand per
 * bank and round, one operand per collector and round.
 *
 * <p>State per (port, scheduler): {@code issued}, the instruction that waits for a collector; per
 * collector unit: its instruction and the operands still to read, 4 bits a bank. Units and banks
 * belong to schedulers; a register lies in bank (register + warp) mod banks. Each round: collected
 * instructions move in front of their pipe, banks serve the older collector first, write-backs keep
 * a bank busy for the first round of a cycle, and free collectors take the oldest instruction of
 * each port. Source: the operand collector of Accel-Sim with sub-cores.
 */
final class OperandCollectors {
  private final int schedulers;
  private final int ports;
  private final int unitsPerScheduler;
  private final int banks; // per scheduler
  private final int[] issued;
  private final int[] unit; // by scheduler and unit: instruction in it
  private final int[] toRead;
  private final int[] portOf;
  private final int[] writing; // by scheduler: banks that a write-back keeps busy
  private final InFlight instructions;
  private final WarpTable warps;
  private final ExecutionPipes pipes;
  private final long[] issuedAtPort; // by port: schedulers with an instruction in issued
  private int issuedCount;
  private int collecting;

  OperandCollectors(SmConfig sm, InFlight instructions, WarpTable warps, ExecutionPipes pipes) {
    this.schedulers = sm.warpSchedulers();
    this.ports = sm.pipes().size() + 1;
    this.unitsPerScheduler = sm.operandCollectors() / schedulers;
    this.banks = sm.registerBanks() / schedulers;
    this.issued = new int[ports * schedulers];
    this.unit = new int[schedulers * unitsPerScheduler];
    this.toRead = new int[schedulers * unitsPerScheduler];
    this.portOf = new int[schedulers * unitsPerScheduler];
    this.writing = new int[schedulers];
    this.issuedAtPort = new long[ports];
    this.instructions = instructions;
    this.warps = warps;
    this.pipes = pipes;
    Arrays.fill(issued, InFlight.NONE);
    Arrays.fill(unit, InFlight.NONE);
  }

  /** Returns true when an instruction can issue to a port. */
  boolean canIssue(int port, int scheduler) {
    return (issuedAtPort[port] >>> scheduler & 1) == 0;
  }

  /** Takes an instruction at its issue. */
  void issue(int port, int scheduler, int slot) {
    issued[port * schedulers + scheduler] = slot;
    issuedAtPort[port] |= 1L << scheduler;
    issuedCount++;
  }

  /**
   * Claims the banks of an instruction's destinations for its write-back in this cycle.
   *
   * @param mayWait true when the write-back can be put off
   * @return false when a bank is busy with another write and {@code mayWait}
   */
  boolean writeBack(int warp, int index, boolean mayWait) {
    KernelProgram kernel = warps.program[warp];
    int scheduler = warp % schedulers;
    int claimed = 0;
    int from = index * KernelProgram.WORDS;
    for (int w = 0; w < kernel.words[index]; w++) {
      for (long rest = kernel.defines[from + w]; rest != 0; rest &= rest - 1) {
        int register = (w << 6) + Long.numberOfTrailingZeros(rest);
        claimed |= 1 << ((register + warp) % banks);
      }
    }
    if (mayWait && (writing[scheduler] & claimed) != 0) {
      return false;
    }
    writing[scheduler] |= claimed;
    return true;
  }

  /** Forgets the write-backs of this cycle; reads have all banks again. */
  void endWriteBacks() {
    Arrays.fill(writing, 0);
  }

  /** Returns true when an instruction is between issue and its pipe. */
  boolean isBusy() {
    return (issuedCount | collecting) != 0;
  }

  /** One round of bank arbitration. */
  void round() {
    if (collecting != 0) {
      for (int s = 0; s < schedulers; s++) {
        dispatch(s);
        read(s);
      }
    }
    if (issuedCount != 0) {
      for (int p = 0; p < ports; p++) {
        allocate(p);
      }
    }
  }

  private void dispatch(int scheduler) {
    int base = scheduler * unitsPerScheduler;
    for (int i = 0; i < unitsPerScheduler; i++) {
      int u = oldestCollected(base);
      if (u < 0) {
        return;
      }
      pipes.await(portOf[u], scheduler, unit[u]);
      unit[u] = InFlight.NONE;
      collecting--;
    }
  }

  private int oldestCollected(int base) {
    int found = -1;
    for (int u = base; u < base + unitsPerScheduler; u++) {
      if (unit[u] != InFlight.NONE
          && toRead[u] == 0
          && pipes.canWait(portOf[u], base / unitsPerScheduler)
          && (found < 0 || instructions.age[unit[u]] < instructions.age[unit[found]])) {
        found = u;
      }
    }
    return found;
  }

  /** Older units first: the queue of a bank serves in the order of allocation. */
  private void read(int scheduler) {
    int base = scheduler * unitsPerScheduler;
    int busy = writing[scheduler];
    long done = 0;
    for (int i = 0; i < unitsPerScheduler; i++) {
      int u = oldestReading(base, done);
      if (u < 0) {
        return;
      }
      done |= 1L << (u - base);
      int wanted = banksWanted(toRead[u]);
      int granted = Integer.lowestOneBit(wanted & ~busy);
      busy |= wanted;
      if (granted != 0) {
        toRead[u] -= 1 << (4 * Integer.numberOfTrailingZeros(granted));
      }
    }
  }

  private int oldestReading(int base, long done) {
    int found = -1;
    for (int u = base; u < base + unitsPerScheduler; u++) {
      if (unit[u] != InFlight.NONE
          && toRead[u] != 0
          && (done >>> (u - base) & 1) == 0
          && (found < 0 || instructions.age[unit[u]] < instructions.age[unit[found]])) {
        found = u;
      }
    }
    return found;
  }

  private int banksWanted(int counts) {
    int wanted = 0;
    for (int b = 0; b < banks; b++) {
      wanted |= (counts >>> (4 * b) & 15) != 0 ? 1 << b : 0;
    }
    return wanted;
  }

  /** The oldest instruction of a port goes first; while it finds no unit the others wait. */
  private void allocate(int port) {
    while (issuedAtPort[port] != 0) {
      int scheduler = oldestIssued(port);
      int u = freeUnit(scheduler);
      if (u < 0) {
        return;
      }
      int slot = issued[port * schedulers + scheduler];
      issued[port * schedulers + scheduler] = InFlight.NONE;
      issuedAtPort[port] &= ~(1L << scheduler);
      issuedCount--;
      collecting++;
      unit[u] = slot;
      portOf[u] = port;
      toRead[u] = operands(slot);
    }
  }

  private int operands(int slot) {
    int warp = instructions.warp[slot];
    int counts = warps.program[warp].sourceBanks[instructions.index[slot]];
    int shift = 4 * (warp % banks);
    int width = 4 * banks;
    int kept = width == 32 ? counts : counts & ((1 << width) - 1);
    return shift == 0 ? kept : rotate(kept, shift, width);
  }

  private static int rotate(int counts, int shift, int width) {
    int all = width == 32 ? -1 : (1 << width) - 1;
    return ((counts << shift) | (counts >>> (width - shift))) & all;
  }

  private int oldestIssued(int port) {
    int found = -1;
    for (long rest = issuedAtPort[port]; rest != 0; rest &= rest - 1) {
      int s = Long.numberOfTrailingZeros(rest);
      if (found < 0
          || instructions.age[issued[port * schedulers + s]]
              < instructions.age[issued[port * schedulers + found]]) {
        found = s;
      }
    }
    return found;
  }

  private int freeUnit(int scheduler) {
    for (int u = scheduler * unitsPerScheduler; u < (scheduler + 1) * unitsPerScheduler; u++) {
      if (unit[u] == InFlight.NONE) {
        return u;
      }
    }
    return -1;
  }
}
