package org.polyphony.gpu.sm.execution;

import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.WarpTimers;

/**
 * The execution pipes of an SM and the dispatch registers in front of them.
 *
 * <p>State per (port, scheduler): {@code waiting}, the instruction whose operands are complete; per
 * unit: the cycle in which it accepts the next one. A unit shared by all schedulers takes the
 * instruction issued first; since each scheduler has one register in front of it, busy schedulers
 * alternate. With operand collectors, results appear {@link #WRITE_BACK} cycles after the pipe,
 * because the latency then covers the pipe alone. Source: the pipeline of Accel-Sim (dispatch
 * register, pipe, result register).
 */
public final class ExecutionPipes {
  /** Core cycles from the last pipe stage to the register file, plus into the first stage. */
  public static final int WRITE_BACK = 2;

  private static final int WARPGROUP = 4; // warps

  private final int schedulers;
  private final int memoryPort;
  private final int sharedPort;
  private final int writeBack;
  private final int memoryInterval; // minimum cycles between memory instructions of a warp
  private final WarpTimers spacing = new WarpTimers(); // of warps within that interval

  private final long[] closed; // by port

  private final boolean[] shared; // by port: one unit serves all schedulers
  private final long[] freeFrom; // by port and scheduler (0 if shared)
  private final int[] waiting; // by port and scheduler
  private final int[] portAt; // by port and scheduler: the port; avoids a division
  private final Schedulers warpSchedulers;
  private final long pipePairs; // (port, scheduler) pairs of the pipes
  private final long memoryPairs; // of the global-memory port
  private final long sharedPairs; // of shared memory
  private final long constantPairs; // of the constant unit
  private final InFlight instructions;
  private final TimerWheel results;
  private final SharedBanks banks;
  private long taken; // (port, scheduler) pairs whose register is occupied
  private long held; // (port, scheduler) pairs whose own unit is busy for more than a cycle

  public ExecutionPipes(SmConfig sm, InFlight instructions, TimerWheel results, SharedBanks banks) {
    this.schedulers = sm.warpSchedulers();
    this.memoryPort = Ports.memory(sm);
    this.sharedPort = Ports.shared(sm);
    this.memoryInterval = sm.memoryInterval();
    this.writeBack = sm.operandCollectors() > 0 ? WRITE_BACK : 0;
    this.closed = new long[Ports.count(sm)];
    this.warpSchedulers = new Schedulers(sm);
    this.shared = new boolean[closed.length];
    for (int p = 0; p < memoryPort; p++) {
      shared[p] = sm.pipes().get(p).units() == 1 && schedulers > 1;
    }
    this.freeFrom = new long[closed.length * schedulers];
    this.waiting = new int[closed.length * schedulers];
    this.portAt = new int[waiting.length];
    for (int at = 0; at < portAt.length; at++) {
      portAt[at] = at / schedulers;
    }
    this.instructions = instructions;
    this.results = results;
    this.banks = banks;
    this.pipePairs = ~(-1L << (memoryPort * schedulers));
    this.memoryPairs = pairs(memoryPort);
    this.sharedPairs = pairs(Ports.shared(sm));
    this.constantPairs = pairs(Ports.constants(sm));
  }

  private long pairs(int port) {
    return ~(-1L << schedulers) << (port * schedulers);
  }

  /**
   * Returns, by port, the warps that cannot issue there now if operands are read at issue; a live
   * view.
   */
  public long[] closed() {
    return closed;
  }

  /** Returns whether the register in front of a pipe is empty. */
  boolean canWait(int port, int scheduler) {
    return (taken >>> (port * schedulers + scheduler) & 1) == 0;
  }

  /** Puts an instruction with complete operands in front of its pipe. */
  void await(int port, int scheduler, int slot) {
    int at = port * schedulers + scheduler;
    waiting[at] = slot;
    taken |= 1L << at;
  }

  /**
   * Accepts an instruction whose operands are read at issue: into its pipe in this cycle, or in
   * front of a busy shared unit, the load/store unit or the constant unit. The port must not be
   * {@link #closed} to its warp.
   */
  public void issue(int scheduler, int slot, Instruction instruction, long cycle) {
    int port = instruction.port;
    if (port >= memoryPort) {
      close(port, scheduler, slot);
      if (port <= sharedPort && memoryInterval > 1) {
        space(instructions.at(slot).warp().slot(), cycle);
      }
      return;
    }
    int unit = unit(port, scheduler);
    if (shared[port] && freeFrom[unit] > cycle) {
      close(port, scheduler, slot);
      return;
    }
    enter(unit, slot, instruction, cycle);
    if (!shared[port] && freeFrom[unit] > cycle + 1) {
      held |= 1L << unit;
      closed[port] |= warpSchedulers.warpsOf(scheduler);
    }
  }

  /** Puts an instruction in front of a unit and closes the port to its scheduler. */
  private void close(int port, int scheduler, int slot) {
    await(port, scheduler, slot);
    closed[port] |= warpSchedulers.warpsOf(scheduler);
  }

  private void space(int warp, long cycle) {
    spacing.start(warp, cycle + memoryInterval);
    closed[memoryPort] |= spacing.waiting();
    closed[sharedPort] |= spacing.waiting();
  }

  private boolean openSpaced(long cycle) {
    long released = spacing.release(cycle);
    closed[memoryPort] &= ~released | waitingAt(memoryPort);
    closed[sharedPort] &= ~released | waitingAt(sharedPort);
    return released != 0;
  }

  private long waitingAt(int port) {
    long warps = 0;
    for (int s = 0; s < schedulers; s++) {
      warps |= canWait(port, s) ? 0 : warpSchedulers.warpsOf(s);
    }
    return warps;
  }

  private void enter(int unit, int slot, Instruction instruction, long cycle) {
    freeFrom[unit] = cycle + instruction.interval;
    long late = instruction.operandBytes == 0 ? 0 : read(unit, slot, instruction, cycle);
    results.add(cycle + instruction.latency + writeBack + late, slot);
  }

  /**
   * A tensor unit reads operands in shared memory and is not free before. Its latency includes the
   * reading of its warpgroup.
   *
   * @return the cycles that its result is late because others read
   */
  private long read(int unit, int slot, Instruction instruction, long cycle) {
    int process = instructions.at(slot).warp().program().process;
    long read = banks.queueBytes(cycle, process, instruction.operandBytes);
    freeFrom[unit] = Math.max(freeFrom[unit], read);
    int ofWarpgroup = WARPGROUP * instruction.operandBytes / SharedBanks.PASS_BYTES;
    return Math.max(0, read - cycle - ofWarpgroup - 1);
  }

  /**
   * Moves waiting instructions into free units, and opens ports.
   *
   * @return whether either has happened
   */
  public boolean tick(long cycle) {
    boolean moved = spacing.waiting() != 0 && openSpaced(cycle);
    for (long rest = held; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      if (freeFrom[at] <= cycle) {
        int port = portAt[at];
        held &= ~(1L << at);
        moved = true;
        closed[port] &= ~warpSchedulers.warpsOf(at - port * schedulers);
      }
    }
    for (long rest = taken & pipePairs; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      int port = portAt[at];
      int scheduler = at - port * schedulers;
      int unit = unit(port, scheduler);
      if (freeFrom[unit] <= cycle && isOldest(port, at)) {
        int slot = waiting[at];
        taken &= ~(1L << at);
        closed[port] &= ~warpSchedulers.warpsOf(scheduler);
        moved = true;
        enter(unit, slot, instructions.at(slot).instruction(), cycle);
      }
    }
    return moved;
  }

  /** Returns the first cycle after {@code cycle} in which a busy unit becomes free. */
  public long nextFree(long cycle) {
    long next = spacing.next();
    for (long rest = held | (taken & pipePairs); rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      int port = portAt[at];
      long free = freeFrom[unit(port, at - port * schedulers)];
      next = free > cycle ? Math.min(next, free) : next;
    }
    return next;
  }

  /** Returns whether a unit is busy or an instruction waits for one. */
  public boolean isDue() {
    return (held | (taken & pipePairs) | spacing.waiting()) != 0;
  }

  /** Returns whether an instruction waits for the load/store or the constant unit. */
  public boolean waitsForMemory() {
    return (taken & ~pipePairs) != 0;
  }

  /**
   * Removes and returns the oldest instruction waiting for the load/store unit, or {@link
   * InFlight#NONE}.
   */
  public int takeMemory() {
    return takeOldest(taken & memoryPairs);
  }

  /** Removes and returns the oldest access waiting for shared memory, or {@link InFlight#NONE}. */
  public int takeShared() {
    return takeOldest(taken & sharedPairs);
  }

  /**
   * Removes and returns the oldest load waiting for the constant unit, or {@link InFlight#NONE}.
   */
  public int takeConstant() {
    return takeOldest(taken & constantPairs);
  }

  private int takeOldest(long pairs) {
    int oldest = InFlight.NONE;
    int from = 0;
    for (long rest = pairs; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      int slot = waiting[at];
      if (oldest == InFlight.NONE || instructions.at(slot).age < instructions.at(oldest).age) {
        oldest = slot;
        from = at;
      }
    }
    if (oldest != InFlight.NONE) {
      taken &= ~(1L << from);
      int port = portAt[from];
      long spaced = port <= sharedPort ? spacing.waiting() : 0;
      closed[port] &= ~warpSchedulers.warpsOf(from - port * schedulers) | spaced;
    }
    return oldest;
  }

  /** Returns whether an instruction waits in front of a pipe. */
  public boolean isBusy() {
    return taken != 0;
  }

  private int unit(int port, int scheduler) {
    return port * schedulers + (shared[port] ? 0 : scheduler);
  }

  private boolean isOldest(int port, int at) {
    if (!shared[port]) {
      return true;
    }
    for (int s = 0; s < schedulers; s++) {
      int other = port * schedulers + s;
      boolean waits = (taken >>> other & 1) != 0;
      if (waits && instructions.at(waiting[other]).age < instructions.at(waiting[at]).age) {
        return false;
      }
    }
    return true;
  }
}
