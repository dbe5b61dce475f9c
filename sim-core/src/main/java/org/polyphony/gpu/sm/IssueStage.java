package org.polyphony.gpu.sm;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.polyphony.gpu.KernelControlBlocks;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;

/**
 * The warp schedulers of an SM: each issues from one warp in a cycle, the first scheduler to go
 * moving on from cycle to cycle.
 *
 * <p>State per scheduler: the warps that belong to it (slot mod schedulers). An instruction can
 * issue when its registers are not pending and its port is free. Source: GPU Maestro Table 2,
 * 3.3.2; the issue stage of Accel-Sim.
 */
final class IssueStage {
  private final Schedulers schedulers;
  private final int issueWidth;
  private final int memoryPort;
  private final WarpTable warps;
  private final InFlight instructions;
  private final AddressGeneration addresses;
  private final ExecutionPipes pipes;
  private final OperandCollectors collectors;
  private final Barriers barriers;
  private final Progress progress;
  private final int firstRow; // of this SM's counters there
  private final WarpOrder order;
  private final KernelPriority priority;
  private final IssueSlots slots;
  private final long[] closed; // by port: warps that cannot issue there now
  private final long[] issuedByBlock;
  private final long[] lanesByBlock; // of these, active lanes
  private int repeatable; // thread-block slots that have executed nothing that cannot be repeated
  private long issuable; // warps that can issue in this cycle, as far as they have not been asked
  private int refused; // schedulers whose ready warps had to wait for quotas in this cycle
  private long issued;

  IssueStage(
      int sm,
      GpuConfig config,
      WarpScheduling scheduling,
      SmState state,
      ExecutionPipes pipes,
      OperandCollectors collectors,
      Barriers barriers,
      Progress progress) {
    this.schedulers = new Schedulers(config.sm());
    this.issueWidth = config.sm().issueWidth();
    this.memoryPort = Ports.memory(config.sm());
    this.warps = state.warps();
    this.instructions = state.instructions();
    this.addresses = new AddressGeneration(sm, config, state);
    this.pipes = pipes;
    this.collectors = collectors;
    this.barriers = barriers;
    this.progress = progress;
    this.firstRow = Progress.firstOf(sm);
    this.order = scheduling.order(schedulers.count, warps);
    this.priority =
        new KernelPriority(scheduling, schedulers.count, KernelControlBlocks.ROWS, warps);
    this.closed = collectors == null ? pipes.closed : collectors.closed;
    this.slots = new IssueSlots(schedulers, config.sm(), warps);
    progress.slots[sm] = slots;
    this.issuedByBlock = new long[config.sm().threadBlocks()];
    this.lanesByBlock = new long[config.sm().threadBlocks()];
  }

  IssueSlots slots() {
    return slots;
  }

  KernelPriority priority() {
    return priority;
  }

  /** Issues for a cycle; returns true when a warp could issue, whether or not it may. */
  boolean tick(long cycle) {
    refused = 0;
    issuable = issuable();
    boolean any = issuable != 0;
    int issuedMask = any ? issueAll(cycle) : 0;
    slots.charge(cycle, issuedMask, refused);
    return any;
  }

  /** Lets every scheduler issue; returns those that did. */
  private int issueAll(long cycle) {
    int issuedMask = 0;
    int s = (int) (cycle % schedulers.count);
    for (int i = 0; i < schedulers.count; i++) {
      long mine = issuable & schedulers.warpsOf[s];
      if (mine != 0 && schedule(s, mine, cycle)) {
        issuedMask |= 1 << s;
      }
      s = s + 1 == schedulers.count ? 0 : s + 1;
    }
    return issuedMask;
  }

  private boolean schedule(int scheduler, long issuableHere, long cycle) {
    long ready = order.considered(scheduler, issuableHere);
    if (ready == 0) {
      return false;
    }
    if (priority.matters()) {
      ready = priority.choose(scheduler, ready);
      if (ready == 0) {
        refused |= 1 << scheduler;
        return false;
      }
    }
    Warp warp = warps.at(order.choose(scheduler, ready));
    if (priority.matters()) {
      priority.issued(scheduler, warp.program.row);
    }
    int port = issue(scheduler, warp, cycle);
    order.issued(scheduler, warp.slot);
    if (issueWidth == 2) {
      issueSecond(scheduler, warp, port, cycle);
    }
    return true;
  }

  /** Dual issue: the same warp once more, to another pipe. */
  private void issueSecond(int scheduler, Warp warp, int firstPort, long cycle) {
    if ((issuable() & warp.bit) != 0 && warp.head.port != firstPort) {
      issue(scheduler, warp, cycle);
    }
  }

  /** Returns the warps of all schedulers whose head can issue now. */
  private long issuable() {
    long found = 0;
    for (int rest = warps.readyPorts; rest != 0; rest &= rest - 1) {
      int port = Integer.numberOfTrailingZeros(rest);
      found |= warps.readyAt[port] & ~closed[port];
    }
    return found;
  }

  /** Returns the port that the instruction went to. */
  @CanIgnoreReturnValue
  private int issue(int scheduler, Warp warp, long cycle) {
    Instruction instruction = warp.head;
    int port = instruction.port;
    int mask = warp.activeMask();
    int buffer = port >= memoryPort ? prepare(warp, instruction, mask) : InFlight.NONE;
    int slot = instructions.take(warp, instruction, buffer);
    count(warp, mask);
    warps.issued(warp);
    synchronizeWarp(instruction.kind, warp);
    if (collectors != null) {
      collectors.issue(scheduler, slot, warp, instruction);
    } else {
      pipes.issue(scheduler, slot, instruction, cycle);
      if (pipes.isShared(port)) {
        issuable = issuable(); // the schedulers behind find the unit taken
      }
    }
    return port;
  }

  /** Finds the accesses of a memory instruction while the stream stands at it. */
  private int prepare(Warp warp, Instruction instruction, int mask) {
    boolean accesses = mask != 0 && instruction.kind != InstructionKind.FENCE;
    if (accesses && (instruction.flags & InstructionTable.NON_IDEMPOTENT) != 0) {
      repeatable &= ~(1 << warp.block);
    }
    return addresses.prepare(warp, instruction, mask);
  }

  private void count(Warp warp, int mask) {
    KernelProgram kernel = warp.program;
    int lanesActive = Integer.bitCount(mask);
    issued++;
    issuedByBlock[warp.block]++;
    lanesByBlock[warp.block] += lanesActive;
    progress.warpInstructions[kernel.process]++;
    progress.threadInstructions[kernel.process] += lanesActive;
    progress.threadInstructionsOn[firstRow + kernel.row] += lanesActive;
  }

  private void synchronizeWarp(int kind, Warp warp) {
    if (warp.head == null) {
      openBarrier(barriers.leave(warp.block, warp.slot));
      return;
    }
    if (kind == InstructionKind.BARRIER) {
      openBarrier(barriers.arrive(warp.block, warp.slot));
    } else if (kind == InstructionKind.FENCE) {
      warps.atFence |= warp.bit;
    }
    warps.consider(warp);
  }

  /**
   * Warps that a barrier lets go can issue in this cycle, where their scheduler is still to come.
   */
  private void openBarrier(boolean opened) {
    if (opened) {
      issuable = issuable();
    }
  }

  /** Lets the warps of a thread block issue before all others, or not any more. */
  void prefer(int tbSlot, boolean first) {
    long chosen = 0;
    for (long rest = warps.alive; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      chosen |= warps.at(warp).block == tbSlot ? 1L << warp : 0;
    }
    priority.prefer(chosen, first);
  }

  void blockLaunched(int tbSlot) {
    issuedByBlock[tbSlot] = 0;
    lanesByBlock[tbSlot] = 0;
    repeatable |= 1 << tbSlot;
  }

  /** Takes back a thread block that has issued some instructions already. */
  void blockResumed(int tbSlot, ThreadBlockContext from) {
    blockLaunched(tbSlot);
    issuedByBlock[tbSlot] = from.issued;
    lanesByBlock[tbSlot] = from.lanesIssued;
    repeatable &= from.mayRunAgain ? -1 : ~(1 << tbSlot);
  }

  /** Takes all that a thread block has issued off the progress of its process. */
  void blockDropped(int tbSlot, int process) {
    progress.dropped(process, issuedByBlock[tbSlot], lanesByBlock[tbSlot]);
  }

  /** Returns true when the thread block has executed nothing that cannot be repeated. */
  boolean mayRunAgain(int tbSlot) {
    return (repeatable >>> tbSlot & 1) != 0;
  }

  long issuedBy(int tbSlot) {
    return issuedByBlock[tbSlot];
  }

  /** Returns the active lanes of what the thread block in a slot has issued. */
  long lanesIssuedBy(int tbSlot) {
    return lanesByBlock[tbSlot];
  }

  long issued() {
    return issued;
  }

  AddressGeneration addresses() {
    return addresses;
  }
}
