package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.async.Cluster;
import org.polyphony.gpu.sm.async.ClusterPort;
import org.polyphony.gpu.sm.execution.ExecutionPipes;
import org.polyphony.gpu.sm.execution.ExecutionUnits;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.issue.InstructionFetch;
import org.polyphony.gpu.sm.issue.IssueCounts;
import org.polyphony.gpu.sm.issue.IssueSlots;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.issue.ProcessCounts;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.gpu.sm.memory.AccessBuffers;
import org.polyphony.gpu.sm.memory.ConstantUnit;
import org.polyphony.gpu.sm.memory.LoadStoreUnits;
import org.polyphony.gpu.sm.memory.LoadTable;
import org.polyphony.gpu.sm.memory.SmTables;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * One SM: calls its stages in a fixed order, from the end of the pipeline to its front, so that an
 * instruction advances one stage per cycle.
 *
 * <p>Order of {@link #tick}: results are written back; pipes accept instructions; the load/store
 * unit writes loads back, operand collectors read, contexts move, the load/store unit advances;
 * warp schedulers issue; warps are fetched; one network reply is accepted; ended thread blocks are
 * recorded. Source: GPU Maestro Table 2; the cycle order of Accel-Sim's shader core.
 */
public final class Sm {
  /** Per path (global, shared, constant memory): waiting for a collector, and in a register. */
  private static final int BEFORE_UNITS = 6;

  private final int number;
  private final int repliesPerCycle;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final WarpTable warps;
  private final InFlight instructions;
  private final TimerWheel results;
  private final Barriers barriers;
  private final AsyncUnit async;
  private final ExecutionUnits units;
  private final LoadStoreUnits loadStore;
  private final IssueStage issue;
  private final IssueSlots slots;
  private final InstructionFetch fetch;
  private final ContextMover contexts;
  private final ThreadBlockSlots blocks;
  private final SmTables state;

  /**
   * Creates an SM without thread blocks.
   *
   * @param copies that processes have of what is in it
   * @param progress instruction counts of the processes; shared by all SMs
   */
  public Sm(
      int number,
      GpuConfig config,
      Copies copies,
      WarpScheduling scheduling,
      MemoryRequests requests,
      MemoryPort memory,
      ProcessCounts progress) {
    this.number = number;
    SmConfig sm = config.sm();
    repliesPerCycle = config.crossbar().repliesPerCycle() * memory.count();
    this.requests = requests;
    this.memory = memory;
    int unitCopies = copies.processes();
    int buffers = unitCopies * accessBuffers(sm);
    int inFlight = unitCopies * instructions(config);
    int processes = progress.processes();
    warps = new WarpTable(sm.warps(), Ports.count(sm), config.l1i().perfect(), processes);
    instructions = new InFlight(inFlight);
    boolean isOnePath = !sm.sharedMemory().ownPath();
    boolean ownBanks = copies.are(isOnePath ? Resource.L1 : Resource.SHARED_MEMORY);
    SharedBanks banks = new SharedBanks(ownBanks ? unitCopies : 1);
    state = new SmTables(warps, instructions, new AccessBuffers(buffers), new LoadTable(), banks);
    results = new TimerWheel(1024, inFlight);
    units = new ExecutionUnits(sm, copies, instructions, results, banks);
    loadStore = new LoadStoreUnits(config, copies, number, requests, memory, state, units, results);
    fetch = new InstructionFetch(config.l1i(), number, warps, requests, memory);
    boolean takeTime = sm.hasPipe(OpClass.BARRIER);
    barriers = new Barriers(sm.threadBlocks(), warps, takeTime);
    async = new AsyncUnit(number, config, requests, memory, warps, banks);
    issue =
        new IssueStage(number, config, copies, scheduling, state, units, barriers, async, progress);
    slots = issue.slots();
    int blockSlots = sm.threadBlocks();
    contexts = new ContextMover(number, blockSlots, config.requestBytes(), requests, memory);
    blocks = new ThreadBlockSlots(blockSlots, warps, barriers, async, issue, fetch, contexts);
  }

  /**
   * Returns the capacity for memory instructions between issue and L1D: collectors, registers,
   * dispatch, constants.
   */
  private static int accessBuffers(SmConfig sm) {
    int before = sm.operandCollectors() + BEFORE_UNITS * sm.warpSchedulers() + 3;
    return before + sm.memoryQueue() + sm.sharedMemory().latency() + ConstantUnit.PLACES;
  }

  /** Returns the capacity for instructions between issue and write-back. */
  private static int instructions(GpuConfig config) {
    SmConfig sm = config.sm();
    int slots = accessBuffers(sm) + config.constantCache().hitLatency();
    slots += config.clusterLoadLatency();
    for (PipeConfig pipe : sm.pipes()) {
      int deepest = 1;
      for (PipeConfig.Timing t : pipe.executes()) {
        deepest = Math.max(deepest, t.latency() + ExecutionPipes.WRITE_BACK);
      }
      slots += (deepest + 1) * pipe.units() + 2 * sm.warpSchedulers();
    }
    int latency = Math.max(sm.warpgroupLatency(), sm.warpgroupRegisterLatency());
    return slots + latency * sm.warpSchedulers();
  }

  /**
   * Runs one cycle.
   *
   * @param cycle now; after the cycle of the last call
   * @return the next cycle in which the SM has work by itself, or {@code Long.MAX_VALUE}; a network
   *     reply or a launch wakes it earlier
   */
  public long tick(long cycle) {
    slots.chargeUntil(cycle);
    boolean moved = results.isDue(cycle) && writeResults(cycle);
    moved |= units.tick(cycle);
    boolean accesses = loadStore.writeBack(cycle);
    moved |= units.collect();
    // before the load/store unit, which could otherwise starve it
    moved |= contexts.isBusy() && contexts.tick(cycle);
    if (accesses) {
      loadStore.advance(cycle);
    }
    if (loadStore.enter()) {
      slots.memoryPipeTaken(loadStore.holdsGlobal());
    }
    moved |= async.isUsed() && async.tick(cycle);
    moved |= issue.tick(cycle);
    moved |= fetch.isBusy() && fetch.tick(cycle);
    moved |= takeReplies(cycle);
    moved |= blocks.advance(cycle);
    return nextWork(cycle, moved || loadStore.hasMoved());
  }

  private boolean writeResults(long cycle) {
    int slot = results.take(cycle);
    boolean writes = slot != TimerWheel.NONE;
    while (slot != TimerWheel.NONE) {
      int following = results.after(slot);
      InFlight.Issued written = instructions.at(slot);
      units.claimBanks(written.warp(), written.instruction());
      instructions.release(slot);
      warps.completed(written.warp(), written.instruction());
      if (written.instruction().kind >= InstructionKind.BARRIER) {
        synchronize(written);
      }
      slot = following;
    }
    return writes;
  }

  private void synchronize(InFlight.Issued written) {
    Warp warp = written.warp();
    int kind = written.instruction().kind;
    if (kind == InstructionKind.BARRIER) {
      barriers.completed(warp.block(), warp.slot());
    } else if (InstructionKind.hasEffect(kind) && written.ticket() != InFlight.NONE) {
      switch (kind) {
        case InstructionKind.NAMED_BARRIER ->
            barriers.completedNamed(warp.block(), warp.slot(), written.ticket(), true);
        case InstructionKind.ARRIVE ->
            barriers.completedNamed(warp.block(), warp.slot(), written.ticket(), false);
        case InstructionKind.MULTIPLY ->
            warps.leaveGroup(warp, AsyncGroups.MULTIPLY, written.ticket());
        default -> {} // the effect was at issue
      }
    }
  }

  private boolean takeReplies(long cycle) {
    int taken = 0;
    while (taken < repliesPerCycle && takeReply(cycle)) {
      taken++;
    }
    return taken > 0;
  }

  private boolean takeReply(long cycle) {
    int request = memory.reply(cycle);
    if (request == MemoryRequests.NONE || loadStore.isFull(request)) {
      return false;
    }
    memory.takeReply(request, cycle);
    switch (requests.kind(request)) {
      case MemoryRequests.FETCH -> fetch.arrive(request);
      case MemoryRequests.CONSTANT -> loadStore.arriveConstant(request);
      default -> takeData(request, cycle);
    }
    return true;
  }

  private void takeData(int request, long cycle) {
    int owner = requests.owner(request);
    if (owner == MemoryRequests.OF_CONTEXT) {
      contexts.arrive(request);
    } else if (owner == MemoryRequests.OF_BULK) {
      async.arrive(request, cycle);
    } else {
      loadStore.arrive(request);
    }
  }

  /**
   * If nothing moved in a cycle, nothing will before a delay ends, a reply arrives, or the network
   * has room again: everything here was refused and would be refused again.
   */
  private long nextWork(long cycle, boolean moved) {
    boolean busy = isBusy(cycle);
    if ((moved && busy) || blocks.hasDoneMove()) {
      return cycle + 1;
    }
    long next = Math.min(results.nextWork(), loadStore.nextArrival(cycle));
    next = async.isUsed() ? Math.min(next, async.nextWork(cycle, moved)) : next;
    return busy ? Math.min(Math.min(next, units.nextFree(cycle)), issue.nextRelease()) : next;
  }

  private boolean isBusy(long cycle) {
    return warps.states().readyPorts() != 0
        || units.isBusy()
        || loadStore.nextWork() <= cycle + 1
        || fetch.isBusy()
        || contexts.isBusy();
  }

  public void launch(long cycle, int tbSlot, KernelProgram kernel, long block) {
    slots.chargeUntil(cycle + 1);
    blocks.launch(tbSlot, kernel, block);
  }

  /** Makes a thread block that was launched in this cycle the next one of a cluster. */
  public void join(int tbSlot, Cluster cluster) {
    async.join(tbSlot, number, cluster);
  }

  /** Gives a thread block that was launched in this cycle the first tile of its cluster. */
  public void draw(int tbSlot, long tile) {
    blocks.draw(tbSlot, tile);
  }

  /** Returns the unit of barriers, bulk copies, clusters and tiles. */
  public AsyncUnit async() {
    return async;
  }

  /** Returns the port to the other SMs. */
  public ClusterPort toOtherSms() {
    return async.port();
  }

  /** Suspends a thread block; {@code bytes} of its context go to memory. */
  public void suspend(long cycle, int tbSlot, long bytes) {
    slots.chargeUntil(cycle + 1);
    blocks.suspend(cycle, tbSlot, bytes);
  }

  /** Resumes a suspended thread block, reading {@code bytes} of its context from memory. */
  public void resume(
      long cycle, int tbSlot, KernelProgram kernel, ThreadBlockContext context, long bytes) {
    slots.chargeUntil(cycle + 1);
    blocks.resume(cycle, tbSlot, kernel, context, bytes);
  }

  /** Returns the resident thread blocks; modify them only through this class. */
  public ThreadBlockSlots blocks() {
    return blocks;
  }

  /** Returns the issued instructions. */
  public IssueCounts counts() {
    return issue.counts();
  }

  /** Drops a thread block; it ends once nothing of it is in flight. */
  public void drop(long cycle, int tbSlot) {
    slots.chargeUntil(cycle + 1);
    blocks.drop(cycle, tbSlot);
  }

  /** Gives the warps of a running thread block issue priority, or revokes it. */
  public void prefer(int tbSlot, boolean first) {
    issue.prefer(tbSlot, first);
  }

  /** Returns the units between its warps and the memory system. */
  public LoadStoreUnits loadStore() {
    return loadStore;
  }

  /** Returns this SM's counters; issue slots are charged for all cycles before {@code cycle}. */
  public SmCounters counters(long cycle) {
    slots.chargeUntil(cycle);
    return SmCounters.of(issue, loadStore);
  }

  /** Describes everything still in flight; empty if the SM is idle. */
  public String unfinished() {
    StringBuilder found = new StringBuilder();
    if (warps.states().alive() != 0) {
      found.append(Long.bitCount(warps.states().alive())).append(" warps resident; ");
    }
    if (instructions.size() != 0) {
      found.append(instructions.size()).append(" instructions in flight; ");
    }
    if (state.buffers().size() != 0) {
      found.append("access buffers ").append(state.buffers()).append("; ");
    }
    if (state.loads().size() != 0) {
      found.append(state.loads().size()).append(" loads without a reply; ");
    }
    if (!async.isQuiet()) {
      found.append("bulk copies or messages of clusters under way; ");
    }
    if (!loadStore.isQuiet()) {
      found.append("load/store unit busy; ");
    }
    return found.isEmpty() ? "" : "SM " + number + ": " + found;
  }

  /** Describes what each warp waits for, one line per warp. */
  public String describeWarps() {
    WarpStates states = warps.states();
    StringBuilder lines = new StringBuilder();
    for (long rest = states.alive(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      lines
          .append("SM ")
          .append(number)
          .append(" warp ")
          .append(warp)
          .append(": ")
          .append(waitsFor(warps.at(warp), states))
          .append(", ")
          .append(warps.at(warp).inFlight())
          .append(" instructions and ")
          .append(warps.at(warp).pendingStores())
          .append(" stores in flight\n");
    }
    return lines.toString();
  }

  private String waitsFor(Warp warp, WarpStates states) {
    long bit = warp.bit();
    if ((states.finished() & bit) != 0) {
      return "after its last instruction";
    }
    String at = " at pc 0x" + Long.toHexString(warp.head().pc);
    if ((states.unfetched() & bit) != 0) {
      return "waits for instructions" + at;
    }
    if ((states.atBarrier() & bit) != 0) {
      return "waits at a barrier before" + at;
    }
    if ((states.atFence() & bit) != 0) {
      return "waits at a fence before" + at;
    }
    if ((states.atMBarrier() & bit) != 0) {
      return "waits at mbarrier " + async.describe(warp.slot()) + " before" + at;
    }
    if ((states.awaitingGroups() & bit) != 0) {
      return "waits for asynchronous copies or multiply-adds before" + at;
    }
    if ((states.blockedOnLoad() & bit) != 0) {
      return "waits for a load" + at;
    }
    return ((states.blockedOnResult() & bit) != 0 ? "waits for a result" : "ready to issue") + at;
  }
}
