package org.polyphony.gpu.sm;

import java.util.Arrays;
import org.polyphony.gpu.config.SmConfig;

/**
 * Operand collectors: issued instructions read their source registers from banks, one operand per
 * bank and round, one operand per collector and round.
 *
 * <p>State per (port, scheduler): {@code issued}, the instruction that waits for a collector. Per
 * scheduler: its busy collector units in the order in which they were taken, each with its
 * instruction, port and operands still to read. Banks are counted four bits apart: operands to read
 * are a number per bank, sets of banks have the lowest bit of each. Units and banks belong to
 * schedulers; a register lies in bank (register + warp) mod banks. Each round: collected
 * instructions move in front of their pipe, banks serve the unit that was taken first, write-backs
 * keep a bank busy for the first round of a cycle, and free collectors take the oldest instruction
 * of each port. Source: the operand collector of Accel-Sim with sub-cores.
 */
final class OperandCollectors {
  private static final int EACH_BANK = 0x11111111;

  private final int schedulers;
  private final int units; // per scheduler
  private final int banks; // per scheduler
  private final int[] issued;
  private final long[] issuedAtPort; // by port: schedulers with an instruction in issued
  private final int[] unit; // by scheduler and order: instruction in the unit
  private final int[] toRead;
  private final int[] portOf;
  private final int[] busyUnits; // by scheduler
  private final int[] writing; // by scheduler: banks that a write-back keeps busy
  private final int[] firstBank; // by warp: where its register 0 lies
  private final int[] schedulerOf; // by warp
  private final InFlight instructions;
  private final WarpTable warps;
  private final ExecutionPipes pipes;
  private int issuedPorts; // ports with an instruction in issued
  private int collecting;
  private boolean anyWriting;

  OperandCollectors(SmConfig sm, InFlight instructions, WarpTable warps, ExecutionPipes pipes) {
    this.schedulers = sm.warpSchedulers();
    int ports = sm.pipes().size() + 1;
    this.units = sm.operandCollectors() / schedulers;
    this.banks = sm.registerBanks() / schedulers;
    this.issued = new int[ports * schedulers];
    this.issuedAtPort = new long[ports];
    this.unit = new int[schedulers * units];
    this.toRead = new int[schedulers * units];
    this.portOf = new int[schedulers * units];
    this.busyUnits = new int[schedulers];
    this.writing = new int[schedulers];
    this.firstBank = new int[sm.warps()];
    this.schedulerOf = new int[sm.warps()];
    for (int w = 0; w < sm.warps(); w++) {
      firstBank[w] = w % banks;
      schedulerOf[w] = w % schedulers;
    }
    this.instructions = instructions;
    this.warps = warps;
    this.pipes = pipes;
  }

  /** Returns true when an instruction can issue to a port. */
  boolean canIssue(int port, int scheduler) {
    return (issuedAtPort[port] >>> scheduler & 1) == 0;
  }

  /** Takes an instruction at its issue. */
  void issue(int port, int scheduler, int slot) {
    issued[port * schedulers + scheduler] = slot;
    issuedAtPort[port] |= 1L << scheduler;
    issuedPorts |= 1 << port;
  }

  /**
   * Claims the banks of an instruction's destinations for its write-back in this cycle.
   *
   * @param mayWait true when the write-back can be put off
   * @return false when a bank is busy with another write and {@code mayWait}
   */
  boolean writeBack(int warp, int index, boolean mayWait) {
    int claimed = warps.program[warp].definedBanks[index * banks + firstBank[warp]];
    int scheduler = schedulerOf[warp];
    if (mayWait && (writing[scheduler] & claimed) != 0) {
      return false;
    }
    writing[scheduler] |= claimed;
    anyWriting = true;
    return true;
  }

  /** Forgets the write-backs of this cycle; reads have all banks again. */
  void endWriteBacks() {
    if (anyWriting) {
      Arrays.fill(writing, 0);
      anyWriting = false;
    }
  }

  /** Returns true when an instruction is between issue and its pipe. */
  boolean isBusy() {
    return (issuedPorts | collecting) != 0;
  }

  /** One round of bank arbitration. */
  void round() {
    if (collecting != 0) {
      for (int s = 0; s < schedulers; s++) {
        if (busyUnits[s] != 0) {
          dispatch(s);
          read(s);
        }
      }
    }
    if (issuedPorts != 0) {
      for (int rest = issuedPorts; rest != 0; rest &= rest - 1) {
        allocate(Integer.numberOfTrailingZeros(rest));
      }
    }
  }

  private void dispatch(int scheduler) {
    int base = scheduler * units;
    int end = base + busyUnits[scheduler];
    int kept = base;
    for (int u = base; u < end; u++) {
      if (toRead[u] == 0 && pipes.canWait(portOf[u], scheduler)) {
        pipes.await(portOf[u], scheduler, unit[u]);
      } else {
        unit[kept] = unit[u];
        toRead[kept] = toRead[u];
        portOf[kept++] = portOf[u];
      }
    }
    collecting -= end - kept;
    busyUnits[scheduler] = kept - base;
  }

  /** In the order in which the units were taken: so are the queues of the banks. */
  private void read(int scheduler) {
    int base = scheduler * units;
    int end = base + busyUnits[scheduler];
    int taken = writing[scheduler];
    for (int u = base; u < end; u++) {
      int counts = toRead[u];
      int wanted = (counts | counts >>> 1 | counts >>> 2 | counts >>> 3) & EACH_BANK;
      toRead[u] = counts - Integer.lowestOneBit(wanted & ~taken);
      taken |= wanted;
    }
  }

  /** The oldest instruction of a port goes first; while it finds no unit the others wait. */
  private void allocate(int port) {
    while (issuedAtPort[port] != 0) {
      int scheduler = oldestIssued(port);
      if (busyUnits[scheduler] == units) {
        return;
      }
      int slot = issued[port * schedulers + scheduler];
      issuedAtPort[port] &= ~(1L << scheduler);
      issuedPorts &= issuedAtPort[port] == 0 ? ~(1 << port) : -1;
      collecting++;
      int u = scheduler * units + busyUnits[scheduler]++;
      int warp = instructions.warp[slot];
      unit[u] = slot;
      portOf[u] = port;
      toRead[u] =
          warps.program[warp].sourceBanks[instructions.index[slot] * banks + firstBank[warp]];
    }
  }

  private int oldestIssued(int port) {
    int found = Long.numberOfTrailingZeros(issuedAtPort[port]);
    for (long rest = issuedAtPort[port] & (issuedAtPort[port] - 1); rest != 0; rest &= rest - 1) {
      int s = Long.numberOfTrailingZeros(rest);
      if (instructions.age[issued[port * schedulers + s]]
          < instructions.age[issued[port * schedulers + found]]) {
        found = s;
      }
    }
    return found;
  }
}
