package org.polyphony.gpu.sm.issue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.execution.ExecutionUnits;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.memory.AddressGeneration;
import org.polyphony.gpu.sm.memory.SmTables;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The warp schedulers of an SM: each issues from one warp per cycle; which scheduler goes first
 * rotates. Where each process has schedulers of its own, those with the same units take turns in
 * going first.
 *
 * <p>An instruction can issue if its registers are not pending and its port is free. Warp slot w
 * belongs to scheduler w mod schedulers. Source: GPU Maestro Table 2, 3.3.2; the issue stage of
 * Accel-Sim.
 */
public final class IssueStage {
  private final Schedulers schedulers;
  private final int issueWidth;
  private final int memoryPort;
  private final WarpTable warps;
  private final WarpStates states;
  private final InFlight instructions;
  private final AddressGeneration addresses;
  private final ExecutionUnits units;
  private final Barriers barriers;
  private final AsyncUnit async;
  private final IssueCounts counts;
  private final WarpOrder order;
  private final KernelPriority priority;
  private final IssueSlots slots;
  private final ProcessSlots ofProcesses; // null for one process
  private final WarpStalls stalls;
  private final Effects effects;
  private final int[] lastProcess; // by unit of schedulers that processes do not share
  private long issuable; // issuable warps of the schedulers that have not gone yet in this cycle
  private int refused; // schedulers whose ready warps were held back by quotas in this cycle

  /** Creates the warp schedulers of an SM. */
  public IssueStage(
      int sm,
      GpuConfig config,
      Copies copies,
      WarpScheduling scheduling,
      SmTables state,
      ExecutionUnits units,
      Barriers barriers,
      AsyncUnit async,
      ProcessCounts progress) {
    this.issueWidth = config.sm().issueWidth();
    this.memoryPort = Ports.memory(config.sm());
    this.warps = state.warps();
    this.states = warps.states();
    this.schedulers = new Schedulers(config.sm(), states, copies.of(Resource.ISSUE));
    this.lastProcess = new int[config.sm().warpSchedulers()];
    this.instructions = state.instructions();
    this.addresses = new AddressGeneration(sm, config, state);
    this.units = units;
    this.barriers = barriers;
    this.async = async;
    this.counts = new IssueCounts(config.sm().threadBlocks(), progress);
    this.order = scheduling.withinKernel().make(schedulers.count(), warps);
    this.priority = new KernelPriority(scheduling, schedulers.count(), warps);
    this.stalls = new WarpStalls();
    this.effects = new Effects(config, warps, barriers, stalls, async);
    this.slots = new IssueSlots(schedulers, config.sm(), states, states.processes());
    this.ofProcesses = slots.ofProcesses();
    progress.add(counts, slots);
  }

  public IssueSlots slots() {
    return slots;
  }

  /** Issues for one cycle; returns whether a warp could issue, even if quotas forbade it. */
  public boolean tick(long cycle) {
    refused = 0;
    boolean released = stalls.areAny() && stalls.tick(cycle, ready());
    issuable = issuable();
    boolean any = issuable != 0;
    if (ofProcesses != null) {
      ofProcesses.begin(issuable);
    }
    int issuedMask = !any ? 0 : schedulers.processes() > 1 ? issueOfEach(cycle) : issueAll(cycle);
    slots.charge(cycle, issuedMask, refused);
    return any || released;
  }

  /** Runs the issue step of every scheduler; returns those that issued. */
  private int issueAll(long cycle) {
    int issuedMask = 0;
    int s = schedulers.first(cycle);
    for (int i = 0; i < schedulers.count(); i++) {
      long mine = issuable & schedulers.warpsOf(s);
      if (mine != 0 && schedule(s, mine, cycle)) {
        issuedMask |= 1 << s;
      }
      s = s + 1 == schedulers.count() ? 0 : s + 1;
    }
    return issuedMask;
  }

  /** Runs the issue step of the schedulers of every process; returns those that issued. */
  private int issueOfEach(long cycle) {
    int issuedMask = 0;
    int perProcess = schedulers.count() / schedulers.processes();
    for (int i = 0; i < perProcess; i++) {
      int unit = (schedulers.first(cycle) + i) % perProcess;
      int last = lastProcess[unit];
      for (int turn = 1; turn <= schedulers.processes(); turn++) {
        int process = (last + turn) % schedulers.processes();
        int s = process * perProcess + unit;
        issuable = issuable(); // another process may have taken a port
        long mine = issuable & schedulers.warpsOf(s);
        if (mine != 0 && schedule(s, mine, cycle)) {
          issuedMask |= 1 << s;
          lastProcess[unit] = process;
        }
      }
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
    Warp warp = warps.at(order.choose(scheduler, ready, stalls.going()));
    if (priority.matters()) {
      priority.issued(scheduler, warp.program().row);
    }
    int port = issue(scheduler, warp, cycle);
    if (issueWidth == 2) {
      issueSecond(scheduler, warp, port, cycle);
    }
    return true;
  }

  /** Applies the scheduling hints in the machine code of an issued instruction. */
  private void applyHints(int scheduler, Warp warp, Instruction instruction, long cycle) {
    stalls.issued(warp.bit(), schedulers.warpsOf(scheduler), instruction, cycle);
    if (instruction.yields) {
      order.yielded(scheduler);
    }
  }

  /** Dual issue: issues from the same warp again, to another pipe. */
  private void issueSecond(int scheduler, Warp warp, int firstPort, long cycle) {
    if ((issuable() & warp.bit()) != 0 && warp.head().port != firstPort) {
      issue(scheduler, warp, cycle);
    }
  }

  private long issuable() {
    return units.issuable(states) & ~stalls.held();
  }

  private long ready() {
    long found = 0;
    for (int rest = states.readyPorts(); rest != 0; rest &= rest - 1) {
      found |= states.readyAt(Integer.numberOfTrailingZeros(rest));
    }
    return found;
  }

  @CanIgnoreReturnValue
  private int issue(int scheduler, Warp warp, long cycle) {
    Instruction instruction = warp.head();
    int port = instruction.port;
    int mask = warp.activeMask();
    int buffer = port >= memoryPort ? prepare(warp, instruction, mask) : InFlight.NONE;
    int slot = instructions.take(warp, instruction, buffer);
    counts.issued(warp, mask);
    if (ofProcesses != null) {
      ofProcesses.issued(warp.program().process, scheduler);
    }
    boolean hasEffect = InstructionKind.hasEffect(instruction.kind);
    if (hasEffect) {
      noteIdempotence(warp, instruction, mask);
      instructions.at(slot).setTicket(effects.begin(warp, instruction, mask, cycle));
    }
    warps.issued(warp);
    if (hasEffect) {
      openBarrier(effects.end(warp, instruction.kind, instructions.at(slot).ticket(), cycle));
    }
    synchronizeWarp(instruction.kind, warp, cycle);
    units.issue(schedulers.unit(scheduler), slot, warp, instruction, cycle);
    order.issued(scheduler, warp.slot());
    if (instruction.stall > 0) {
      applyHints(scheduler, warp, instruction, cycle);
    }
    return port;
  }

  /** Generates a memory instruction's accesses while the stream is positioned at it. */
  private int prepare(Warp warp, Instruction instruction, int mask) {
    noteIdempotence(warp, instruction, mask);
    return addresses.prepare(warp, instruction, mask);
  }

  private void noteIdempotence(Warp warp, Instruction instruction, int mask) {
    boolean accesses = mask != 0 && instruction.kind != InstructionKind.FENCE;
    if (accesses && (instruction.flags & InstructionTable.NON_IDEMPOTENT) != 0) {
      counts.mustNotRunAgain(warp.block());
    }
  }

  private void synchronizeWarp(int kind, Warp warp, long cycle) {
    if (warp.head() == null) {
      openBarrier(barriers.leave(warp.block(), warp.slot()));
      async.leave(warp.block(), warp.slot(), cycle);
      return;
    }
    if (kind == InstructionKind.BARRIER) {
      openBarrier(barriers.issued(warp.block(), warp.slot()));
    } else if (kind == InstructionKind.FENCE) {
      warps.waitAtFence(warp);
    }
    warps.consider(warp);
  }

  /** Warps released by a barrier can issue in this cycle if their scheduler has not gone yet. */
  private void openBarrier(boolean opened) {
    if (opened) {
      issuable = issuable();
    }
  }

  /** Gives the warps of a thread block issue priority, or revokes it. */
  public void prefer(int tbSlot, boolean first) {
    long chosen = 0;
    for (long rest = states.alive(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      chosen |= warps.at(warp).block() == tbSlot ? 1L << warp : 0;
    }
    priority.prefer(chosen, first);
  }

  /** Called when a warp has been launched or resumed. */
  public void warpArrived(Warp warp) {
    stalls.end(warp.bit());
    priority.launched(warp.program().row, warp.slot());
  }

  /** Called before a warp leaves its slot. */
  public void warpLeaves(Warp warp) {
    priority.removed(warp.program().row, warp.slot());
  }

  /** Returns the first cycle in which a stall ends, or {@code Long.MAX_VALUE}. */
  public long nextRelease() {
    return stalls.next();
  }

  public IssueCounts counts() {
    return counts;
  }
}
