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
 * <p>In each round, complete instructions move in front of their pipe, banks serve the collector
 * allocated first, write-backs occupy their bank for the first round of a cycle, and free
 * collectors take the oldest instruction of each port. Collectors and banks belong to schedulers; a
 * register is in bank (register + warp) mod banks. Source: the operand collector of Accel-Sim with
 * sub-cores.
 *
 * <p>State per (port, scheduler): the instruction that waits for a collector, queued per port. Per
 * scheduler: its busy collectors in allocation order. All schedulers are processed in parallel by
 * bit operations: {@code toRead[k]} holds the outstanding operands of each scheduler's k-th
 * collector, one field per scheduler with four bits per bank.
 */
public final class OperandCollectors {
  private static final int ID_BITS = 4; // per scheduler number in a queue

  private final long[] closed; // by port

  private final int schedulers;
  private final int units; // per scheduler
  private final int banks; // per scheduler
  private final int field; // bits per scheduler, at most 64 in total
  private final long eachBank; // lowest bit of each bank
  private final long lowest; // lowest bit of each scheduler's field
  private final long highest; // highest bit of each scheduler's field
  private final long[] queue; // by port: schedulers, first issued lowest
  private final int[] queued; // by port: queue length
  private final int[] issued; // by port and scheduler: the instruction
  private final long[] operands; // by port and scheduler: operands to read, four bits per bank
  private final long[] toRead; // by order: operands each collector still reads
  private final long[] busy; // by allocation order: highest bit of the fields with a busy collector
  private final int[] unit; // by allocation order and scheduler: instruction in the collector
  private final int[] portOf; // by allocation order and scheduler: its port
  private final int[] busyUnits; // by scheduler
  private final Schedulers warpSchedulers;
  private final int[] firstBank; // by warp: bank of its register 0
  private final int[] fieldOf; // by warp: offset of its scheduler's field
  private final int[] schedulerAt; // by bit; avoids a division
  private long writing; // banks occupied by a write-back
  private int issuedPorts; // ports with a queued instruction
  private int collecting;

  public OperandCollectors(SmConfig sm) {
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
  }

  private static long each(int distance, int count) {
    long bits = 0;
    for (int i = 0; i < count; i++) {
      bits |= 1L << (distance * i);
    }
    return bits;
  }

  /**
   * Returns, by port, the warps of schedulers that already have an instruction waiting there; a
   * live view.
   */
  public long[] closed() {
    return closed;
  }

  /** Accepts an issued instruction; the port must not be closed to the warp. */
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
   * Claims the banks of an instruction's destinations for write-back in this cycle.
   *
   * @param mayWait whether the write-back can be postponed
   * @return false if {@code mayWait} and a bank is busy with another write
   */
  public boolean writeBack(Warp warp, Instruction instruction, boolean mayWait) {
    long claimed = instruction.definedBanks(firstBank[warp.slot()]) << fieldOf[warp.slot()];
    if (mayWait && (writing & claimed) != 0) {
      return false;
    }
    writing |= claimed;
    return true;
  }

  /** Ends this cycle's write-backs; all banks are free for reads again. */
  public void endWriteBacks() {
    writing = 0;
  }

  /** Returns whether an instruction is between issue and its pipe. */
  public boolean isBusy() {
    return (issuedPorts | collecting) != 0;
  }

  /**
   * Runs one round of bank arbitration.
   *
   * @param units whose pipes take instructions that are complete
   * @return whether anything moved
   */
  boolean round(ExecutionUnits units) {
    boolean moved = false;
    if (collecting != 0) {
      moved = dispatch(units);
      moved |= read();
    }
    for (int rest = issuedPorts; rest != 0; rest &= rest - 1) {
      moved |= allocate(Integer.numberOfTrailingZeros(rest));
    }
    return moved;
  }

  private boolean dispatch(ExecutionUnits pipes) {
    boolean left = false;
    for (int k = 0; k < units; k++) {
      long reading = ((toRead[k] & ~highest) + (highest - lowest) | toRead[k]) & highest;
      for (long rest = busy[k] & ~reading; rest != 0; rest &= rest - 1) {
        int scheduler = schedulerAt[Long.numberOfTrailingZeros(rest)];
        int at = k * schedulers + scheduler;
        ExecutionPipes target = pipes.at(portOf[at], unit[at]);
        if (target.canWait(portOf[at], scheduler)) {
          target.await(portOf[at], scheduler, unit[at]);
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

  /** Closes gaps in the allocation order left by collectors that became free. */
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
    toRead[k] |= toRead[k + 1] & fields; // a free collector has nothing left to read
    toRead[k + 1] &= ~fields;
    busy[k] |= moving;
    busy[k + 1] &= ~moving;
    for (long rest = moving; rest != 0; rest &= rest - 1) {
      int to = k * schedulers + schedulerAt[Long.numberOfTrailingZeros(rest)];
      unit[to] = unit[to + schedulers];
      portOf[to] = portOf[to + schedulers];
    }
  }

  /** Serves collectors in allocation order, which is the order of the banks' queues. */
  private boolean read() {
    long taken = writing;
    long wants = 0;
    for (int k = 0; k < units; k++) {
      long counts = toRead[k];
      long wanted = (counts | counts >>> 1 | counts >>> 2 | counts >>> 3) & eachBank;
      long granted = wanted & ~taken;
      long one = granted & ((~granted & ~highest) + lowest); // the lowest bit per scheduler
      toRead[k] = counts - one;
      taken |= wanted;
      wants |= wanted;
    }
    return wants != 0;
  }

  /** The oldest instruction of a port goes first; the others wait until it gets a collector. */
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
