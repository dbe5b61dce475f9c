package org.polyphony.gpu.sm.execution;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * Operand collectors: issued instructions read their source registers from banks, one operand per
 * bank and round, one operand per collector and round.
 *
 * <p>Each round: collected instructions move in front of their pipe, banks serve the unit that was
 * taken first, write-backs keep a bank busy for the first round of a cycle, and free collectors
 * take the oldest instruction of each port. Units and banks belong to schedulers; a register lies
 * in bank (register + warp) mod banks. Source: the operand collector of Accel-Sim with sub-cores.
 *
 * <p>State per (port, scheduler): the instruction that waits for a collector, in a queue per port.
 * Per scheduler: its busy units in the order in which they were taken. All schedulers read in the
 * same few operations: {@code toRead[k]} holds the operands that the k-th unit of each scheduler
 * still has to read, a field per scheduler, in it four bits per bank.
 */
public final class OperandCollectors {
  private static final int ID_BITS = 4; // of a scheduler in a queue

  private final long[] closed; // by port

  private final int schedulers;
  private final int units; // per scheduler
  private final int banks; // per scheduler
  private final int field; // bits of a scheduler, at most 64 in all
  private final long eachBank; // lowest bit of each bank
  private final long lowest; // lowest bit of each scheduler's field
  private final long highest; // highest bit of each scheduler's field
  private final long[] queue; // by port: schedulers with an instruction, first issued lowest
  private final int[] queued; // by port: how many
  private final int[] issued; // by port and scheduler: the instruction
  private final long[] operands; // by port and scheduler: what it reads, four bits per bank
  private final long[] toRead; // by order: what the unit of each scheduler has to read
  private final long[] busy; // by order: highest bit of the fields whose unit is taken
  private final int[] unit; // by order and scheduler: instruction in the unit
  private final int[] portOf; // likewise: its port
  private final int[] busyUnits; // by scheduler
  private final Schedulers warpSchedulers;
  private final int[] firstBank; // by warp: where its register 0 lies
  private final int[] fieldOf; // by warp: where the field of its scheduler begins
  private final int[] schedulerAt; // by bit: spares a division
  private final ExecutionPipes pipes;
  private long writing; // banks that a write-back keeps busy
  private int issuedPorts; // ports with an instruction in the queue
  private int collecting;

  public OperandCollectors(SmConfig sm, ExecutionPipes pipes) {
    int ports = Ports.count(sm);
    this.schedulers = sm.warpSchedulers();
    this.units = sm.operandCollectors() / schedulers;
    this.banks = sm.registerBanks() / schedulers;
    this.field = 4 * banks;
    this.closed = new long[ports];
    this.queue = new long[ports];
    this.queued = new int[ports];
    this.issued = new int[ports * schedulers];
    this.operands = new long[ports * schedulers];
    this.toRead = new long[units];
    this.busy = new long[units];
    this.unit = new int[units * schedulers];
    this.portOf = new int[units * schedulers];
    this.busyUnits = new int[schedulers];
    this.warpSchedulers = new Schedulers(sm);
    this.firstBank = new int[sm.warps()];
    this.fieldOf = new int[sm.warps()];
    for (int w = 0; w < sm.warps(); w++) {
      firstBank[w] = w % banks;
      fieldOf[w] = w % schedulers * field;
    }
    this.eachBank = each(4, banks * schedulers);
    this.schedulerAt = new int[64];
    for (int bit = 0; bit < 64; bit++) {
      schedulerAt[bit] = bit / field;
    }
    this.lowest = each(field, schedulers);
    this.highest = lowest << (field - 1);
    this.pipes = pipes;
  }

  private static long each(int distance, int count) {
    long bits = 0;
    for (int i = 0; i < count; i++) {
      bits |= 1L << (distance * i);
    }
    return bits;
  }

  /** Returns, by port, the warps of schedulers whose instruction waits there; live. */
  public long[] closed() {
    return closed;
  }

  /** Takes an instruction at its issue; the port must not be closed to the warp. */
  public void issue(int scheduler, int slot, Warp warp, Instruction instruction) {
    int port = instruction.port;
    int at = port * schedulers + scheduler;
    issued[at] = slot;
    operands[at] = instruction.sourceBanks(firstBank[warp.slot()]);
    queue[port] |= (long) scheduler << (ID_BITS * queued[port]++);
    closed[port] |= warpSchedulers.warpsOf(scheduler);
    issuedPorts |= 1 << port;
  }

  /**
   * Claims the banks of an instruction's destinations for its write-back in this cycle.
   *
   * @param mayWait true when the write-back can be put off
   * @return false when a bank is busy with another write and {@code mayWait}
   */
  public boolean writeBack(Warp warp, Instruction instruction, boolean mayWait) {
    long claimed = instruction.definedBanks(firstBank[warp.slot()]) << fieldOf[warp.slot()];
    if (mayWait && (writing & claimed) != 0) {
      return false;
    }
    writing |= claimed;
    return true;
  }

  /** Forgets the write-backs of this cycle; reads have all banks again. */
  public void endWriteBacks() {
    writing = 0;
  }

  /** Returns true when an instruction is between issue and its pipe. */
  public boolean isBusy() {
    return (issuedPorts | collecting) != 0;
  }

  /** One round of bank arbitration; returns true when anything has moved. */
  public boolean round() {
    boolean moved = false;
    if (collecting != 0) {
      moved = dispatch();
      moved |= read();
    }
    for (int rest = issuedPorts; rest != 0; rest &= rest - 1) {
      moved |= allocate(Integer.numberOfTrailingZeros(rest));
    }
    return moved;
  }

  private boolean dispatch() {
    boolean left = false;
    for (int k = 0; k < units; k++) {
      long reading = ((toRead[k] & ~highest) + (highest - lowest) | toRead[k]) & highest;
      for (long rest = busy[k] & ~reading; rest != 0; rest &= rest - 1) {
        int scheduler = schedulerAt[Long.numberOfTrailingZeros(rest)];
        int at = k * schedulers + scheduler;
        if (pipes.canWait(portOf[at], scheduler)) {
          pipes.await(portOf[at], scheduler, unit[at]);
          busy[k] &= ~Long.lowestOneBit(rest);
          busyUnits[scheduler]--;
          collecting--;
          left = true;
        }
      }
    }
    if (left) {
      closeRanks();
    }
    return left;
  }

  /** Units that were taken later move up to the order of those that are free. */
  private void closeRanks() {
    boolean moved = units > 1;
    while (moved) {
      moved = false;
      for (int k = 0; k + 1 < units; k++) {
        long free = busy[k + 1] & ~busy[k];
        if (free != 0) {
          moveUp(k, free);
          moved = units > 2;
        }
      }
    }
  }

  private void moveUp(int k, long moving) {
    long fields = (moving << 1) - (moving >>> (field - 1));
    toRead[k] |= toRead[k + 1] & fields; // nothing is left to read where a unit is free
    toRead[k + 1] &= ~fields;
    busy[k] |= moving;
    busy[k + 1] &= ~moving;
    for (long rest = moving; rest != 0; rest &= rest - 1) {
      int to = k * schedulers + schedulerAt[Long.numberOfTrailingZeros(rest)];
      unit[to] = unit[to + schedulers];
      portOf[to] = portOf[to + schedulers];
    }
  }

  /** In the order in which the units were taken: so are the queues of the banks. */
  private boolean read() {
    long taken = writing;
    long wants = 0;
    for (int k = 0; k < units; k++) {
      long counts = toRead[k];
      long wanted = (counts | counts >>> 1 | counts >>> 2 | counts >>> 3) & eachBank;
      long granted = wanted & ~taken;
      long one = granted & ((~granted & ~highest) + lowest); // the lowest of each scheduler
      toRead[k] = counts - one;
      taken |= wanted;
      wants |= wanted;
    }
    return wants != 0;
  }

  /** The oldest instruction of a port goes first; while it finds no unit the others wait. */
  private boolean allocate(int port) {
    boolean moved = false;
    while (queued[port] != 0) {
      int scheduler = (int) queue[port] & (1 << ID_BITS) - 1;
      int k = busyUnits[scheduler];
      if (k == units) {
        return moved;
      }
      moved = true;
      busyUnits[scheduler] = k + 1;
      collecting++;
      int from = port * schedulers + scheduler;
      int to = k * schedulers + scheduler;
      unit[to] = issued[from];
      portOf[to] = port;
      toRead[k] |= operands[from] << (scheduler * field);
      busy[k] |= 1L << (scheduler * field + field - 1);
      queue[port] >>>= ID_BITS;
      queued[port]--;
      closed[port] &= ~warpSchedulers.warpsOf(scheduler);
    }
    issuedPorts &= ~(1 << port);
    return moved;
  }
}
