package org.polyphony.gpu.sm;

import java.util.Arrays;
import org.polyphony.gpu.config.SmConfig;

/**
 * The execution pipes of an SM and the registers in front of them.
 *
 * <p>Ports are numbered as the pipes of the config; one more, the last, leads to the load/store
 * unit. State per (port, scheduler): {@code waiting}, the instruction whose operands are read; per
 * unit: the cycle from which it takes another one. A unit takes the oldest instruction that waits
 * for it. Results come out {@link #WRITE_BACK} cycles after the pipe when operand collectors are
 * modelled, since then the latency counts the pipe alone. Source: the pipeline of Accel-Sim
 * (dispatch register, pipe, result register).
 */
final class ExecutionPipes {
  /** Core cycles from the last pipe stage to the register file, and into the first stage. */
  static final int WRITE_BACK = 2;

  private final int schedulers;
  private final int memoryPort;
  private final int writeBack;
  private final boolean[] shared; // by port: one unit for all schedulers
  private final long[] freeFrom; // by port and scheduler (scheduler 0 when shared)
  private final int[] waiting; // by port and scheduler
  private final int[] portAt; // likewise: the port; spares a division
  private final InFlight instructions;
  private final WarpTable warps;
  private final TimerWheel results;
  private long occupied; // (port, scheduler) pairs with a waiting instruction, memory excluded
  private long memoryOccupied;

  ExecutionPipes(SmConfig sm, InFlight instructions, WarpTable warps, TimerWheel results) {
    this.schedulers = sm.warpSchedulers();
    this.memoryPort = sm.pipes().size();
    this.writeBack = sm.operandCollectors() > 0 ? WRITE_BACK : 0;
    this.shared = new boolean[memoryPort + 1];
    for (int p = 0; p < memoryPort; p++) {
      shared[p] = sm.pipes().get(p).units() == 1 && schedulers > 1;
    }
    this.freeFrom = new long[(memoryPort + 1) * schedulers];
    this.waiting = new int[(memoryPort + 1) * schedulers];
    this.portAt = new int[waiting.length];
    for (int at = 0; at < portAt.length; at++) {
      portAt[at] = at / schedulers;
    }
    this.instructions = instructions;
    this.warps = warps;
    this.results = results;
    Arrays.fill(waiting, InFlight.NONE);
  }

  /** Returns true when the register in front of the pipe is empty. */
  boolean canWait(int port, int scheduler) {
    return waiting[port * schedulers + scheduler] == InFlight.NONE;
  }

  /** Puts an instruction with its operands in front of its pipe. */
  void await(int port, int scheduler, int slot) {
    int at = port * schedulers + scheduler;
    waiting[at] = slot;
    if (port == memoryPort) {
      memoryOccupied |= 1L << scheduler;
    } else {
      occupied |= 1L << at;
    }
  }

  /** Returns true when a unit of the port takes an instruction of the scheduler in this cycle. */
  boolean canEnter(int port, int scheduler, long cycle) {
    return freeFrom[unit(port, scheduler)] <= cycle;
  }

  /** Lets an instruction into its pipe in this cycle. */
  void enter(int port, int scheduler, int slot, long cycle) {
    KernelProgram kernel = warps.program[instructions.warp[slot]];
    int index = instructions.index[slot];
    freeFrom[unit(port, scheduler)] = cycle + kernel.initiation[index];
    results.add(cycle + kernel.latency[index] + writeBack, slot);
  }

  /** Lets waiting instructions into the units that are free. */
  void tick(long cycle) {
    for (long rest = occupied; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      int port = portAt[at];
      int scheduler = at - port * schedulers;
      if (freeFrom[unit(port, scheduler)] <= cycle && isOldest(port, at)) {
        int slot = waiting[at];
        waiting[at] = InFlight.NONE;
        occupied &= ~(1L << at);
        enter(port, scheduler, slot, cycle);
      }
    }
  }

  /** Takes the oldest memory instruction that waits, or {@link InFlight#NONE}. */
  int takeMemory() {
    int oldest = InFlight.NONE;
    int from = 0;
    for (long rest = memoryOccupied; rest != 0; rest &= rest - 1) {
      int scheduler = Long.numberOfTrailingZeros(rest);
      int slot = waiting[memoryPort * schedulers + scheduler];
      if (oldest == InFlight.NONE || instructions.age[slot] < instructions.age[oldest]) {
        oldest = slot;
        from = scheduler;
      }
    }
    if (oldest != InFlight.NONE) {
      waiting[memoryPort * schedulers + from] = InFlight.NONE;
      memoryOccupied &= ~(1L << from);
    }
    return oldest;
  }

  /** Returns true when an instruction waits in front of a pipe. */
  boolean isBusy() {
    return (occupied | memoryOccupied) != 0;
  }

  private int unit(int port, int scheduler) {
    return port * schedulers + (shared[port] ? 0 : scheduler);
  }

  private boolean isOldest(int port, int at) {
    if (!shared[port]) {
      return true;
    }
    for (int s = 0; s < schedulers; s++) {
      int other = waiting[port * schedulers + s];
      if (other != InFlight.NONE && instructions.age[other] < instructions.age[waiting[at]]) {
        return false;
      }
    }
    return true;
  }
}
