package org.polyphony.gpu.sm.execution;

import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpStates;

/**
 * The operand collectors and pipes of an SM, with the registers before its memory units. All
 * processes share those of process 0, except for the ports of which each has its own.
 */
public final class ExecutionUnits {
  private final int readsPerCycle;
  private final InFlight instructions;
  private final ExecutionPipes[] pipes; // by process, or one
  private final OperandCollectors[] collectors; // likewise; null when operands are read at issue
  private final boolean[] areOwn; // by port: whether each process has its own
  private final boolean areCopies;
  private final long[] closed; // by port, of process 0

  /** Creates idle units. */
  public ExecutionUnits(
      SmConfig sm, Copies copies, InFlight instructions, TimerWheel results, SharedBanks banks) {
    readsPerCycle = sm.operandReadsPerCycle();
    this.instructions = instructions;
    areOwn = ownPorts(sm, copies);
    int count = count(copies);
    areCopies = count > 1;
    boolean collects = sm.operandCollectors() > 0;
    pipes = new ExecutionPipes[count];
    collectors = collects ? new OperandCollectors[count] : null;
    for (int p = 0; p < count; p++) {
      pipes[p] = new ExecutionPipes(sm, instructions, results, banks);
      if (collects) {
        collectors[p] = new OperandCollectors(sm);
      }
    }
    closed = collects ? collectors[0].closed() : pipes[0].closed();
  }

  /** Returns the sets of units in an SM: one, or one for each process. */
  public static int count(Copies copies) {
    boolean any =
        copies.are(Resource.PIPES) || copies.are(Resource.L1) || copies.are(Resource.SHARED_MEMORY);
    return any ? copies.processes() : 1;
  }

  private static boolean[] ownPorts(SmConfig sm, Copies copies) {
    boolean[] own = new boolean[Ports.count(sm)];
    for (int port = 0; port < own.length; port++) {
      Resource of =
          port < Ports.memory(sm)
              ? Resource.PIPES
              : port == Ports.shared(sm) ? Resource.SHARED_MEMORY : Resource.L1;
      own[port] = copies.are(of);
    }
    return own;
  }

  /** Returns the process whose units serve a port for another. */
  private int owner(int port, int process) {
    return areOwn[port] ? process : 0;
  }

  /** Returns the pipes that serve a port for an instruction in flight. */
  ExecutionPipes at(int port, int slot) {
    if (!areCopies) {
      return pipes[0];
    }
    return pipes[owner(port, instructions.at(slot).warp().program().process)];
  }

  /** Returns the collectors of a process: its own if its pipes are. */
  private OperandCollectors collectors(int process) {
    return collectors[areCopies ? owner(0, process) : 0];
  }

  /** Returns the pipes of a process, and the registers before its memory units. */
  public ExecutionPipes pipes(int process) {
    return pipes[process];
  }

  /** Returns the warps that can issue now. */
  public long issuable(WarpStates states) {
    if (areCopies) {
      return issuableToCopies(states);
    }
    long found = 0;
    for (int rest = states.readyPorts(); rest != 0; rest &= rest - 1) {
      int port = Integer.numberOfTrailingZeros(rest);
      found |= states.readyAt(port) & ~closed[port];
    }
    return found;
  }

  private long issuableToCopies(WarpStates states) {
    long found = 0;
    for (int rest = states.readyPorts(); rest != 0; rest &= rest - 1) {
      int port = Integer.numberOfTrailingZeros(rest);
      for (int process = 0; process < pipes.length; process++) {
        long warps = states.readyAt(port) & states.ofProcess(process);
        found |= warps & ~closed(port, process);
      }
    }
    return found;
  }

  private long closed(int port, int process) {
    return collectors == null
        ? pipes[owner(port, process)].closed()[port]
        : collectors(process).closed()[port];
  }

  /** Accepts an instruction from a warp that {@link #issuable} has returned in this cycle. */
  public void issue(int scheduler, int slot, Warp warp, Instruction instruction, long cycle) {
    if (collectors != null) {
      collectors(warp.program().process).issue(scheduler, slot, warp, instruction);
    } else {
      at(instruction.port, slot).issue(scheduler, slot, instruction, cycle);
    }
  }

  /** Moves instructions into free pipes, and opens ports; returns whether either has happened. */
  public boolean tick(long cycle) {
    boolean moved = false;
    for (ExecutionPipes each : pipes) {
      moved |= each.isDue() && each.tick(cycle);
    }
    return moved;
  }

  /**
   * Claims the register banks of an instruction's destinations in this cycle, for a write-back that
   * can be postponed.
   *
   * @return false if a bank is busy with another write
   */
  public boolean tryBanks(Warp warp, Instruction instruction) {
    return collectors == null
        || collectors(warp.program().process).writeBack(warp, instruction, true);
  }

  /** Claims the register banks of an instruction's destinations in this cycle. */
  public void claimBanks(Warp warp, Instruction instruction) {
    if (collectors != null) {
      collectors(warp.program().process).writeBack(warp, instruction, false);
    }
  }

  /** Runs the operand collectors for one cycle; returns whether anything moved. */
  public boolean collect() {
    boolean moved = false;
    for (int i = 0; collectors != null && i < collectors.length; i++) {
      moved |= collect(collectors[i]);
    }
    return moved;
  }

  private boolean collect(OperandCollectors some) {
    boolean moved = false;
    if (some.isBusy()) {
      for (int i = 0; i < readsPerCycle; i++) {
        moved |= some.round(this);
        some.endWriteBacks();
      }
    } else {
      some.endWriteBacks();
    }
    return moved;
  }

  /** Returns whether an instruction is between issue and its unit. */
  public boolean isBusy() {
    boolean busy = false;
    for (int i = 0; i < pipes.length; i++) {
      busy |= pipes[i].isBusy() || (collectors != null && collectors[i].isBusy());
    }
    return busy;
  }

  /** Returns the first cycle after {@code cycle} in which a busy unit becomes free. */
  public long nextFree(long cycle) {
    long next = Long.MAX_VALUE;
    for (ExecutionPipes each : pipes) {
      next = Math.min(next, each.nextFree(cycle));
    }
    return next;
  }
}
