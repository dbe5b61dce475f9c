package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.RequestFifo;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.ExecutionPipes;
import org.polyphony.gpu.sm.execution.ExecutionUnits;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * Load/store unit of an SM. A memory instruction enters the dispatch register; shared-memory
 * accesses have a register of their own on devices with two paths. L1D, load write-back and the
 * constant unit process earlier instructions, and network replies arrive. A load of several sectors
 * completes with its last one.
 *
 * <p>State: waiting network replies, of which as many are processed per cycle as an SM receives.
 * Source: the ldst unit of Accel-Sim; GPU Maestro Table 2.
 */
public final class LoadStoreUnit {
  private static final int WRITERS = 3;
  private static final int FROM_SHARED = 0;
  private static final int FROM_NETWORK = 1;

  private final GpuConfig config;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final WarpTable warps;
  private final LoadTable loads;
  private final SharedBanks banks;
  private final L1DataCache l1d;
  private final ConstantUnit constants;
  private final InFlight instructions;
  private final ExecutionUnits execution; // with the register banks
  private final DelayQueue sharedPipe; // loads on their way to write-back
  private final RequestFifo uncached = new RequestFifo(4); // replies on their way to write-back
  private final DispatchRegister dispatch;
  private final DispatchRegister shared; // unused if one path serves all memory
  private final int repliesPerCycle;
  private final boolean hasQueue; // in front of the dispatch register
  private final RequestFifo queue; // instructions in issue order
  private final RequestFifo arrived = new RequestFifo(32);

  private Warp warp; // whose load is being written back or waits for a register bank; null if none
  private Instruction instruction;
  private int load;
  private int turn; // round-robin among the sources of write-backs
  private long now;
  private boolean moved; // in this cycle
  private long due = Long.MAX_VALUE; // no work before this cycle

  /** Creates an idle unit of an SM. */
  public LoadStoreUnit(
      GpuConfig config,
      int sm,
      MemoryRequests requests,
      MemoryPort memory,
      SmTables state,
      ExecutionUnits execution,
      TimerWheel results) {
    this.config = config;
    this.repliesPerCycle = config.crossbar().repliesPerCycle();
    this.hasQueue = config.sm().memoryQueue() > 0;
    this.queue = new RequestFifo(Math.max(1, config.sm().memoryQueue()));
    this.requests = requests;
    this.memory = memory;
    this.warps = state.warps();
    this.loads = state.loads();
    this.banks = state.banks();
    this.l1d =
        new L1DataCache(config.l1d(), sm, requests, config.requestBytes(), memory.parts(), loads);
    this.constants = new ConstantUnit(config.constantCache(), sm, requests, memory, state, results);
    this.instructions = state.instructions();
    this.execution = execution;
    this.sharedPipe = new DelayQueue(config.sm().sharedMemory().latency());
    this.dispatch =
        new DispatchRegister(
            config, sm, requests, memory, state, l1d, sharedPipe, constants, results);
    this.shared =
        new DispatchRegister(
            config, sm, requests, memory, state, l1d, sharedPipe, constants, results);
  }

  public L1DataCache l1d() {
    return l1d;
  }

  /** Accepts a network reply to a load, a store or an atomic. */
  public void arrive(int request) {
    wake();
    arrived.push(request);
  }

  /** Accepts a network reply to the constant unit. */
  public void arriveConstant(int request) {
    wake();
    constants.arrive(request);
  }

  /** Returns whether a reply must wait in the network. */
  public boolean isFull() {
    return arrived.size() >= config.crossbar().outputBuffer();
  }

  /** Starts a cycle; returns whether the unit has work in it. */
  public boolean begin(long cycle) {
    now = cycle;
    moved = false;
    return due <= cycle;
  }

  /**
   * First half of a cycle: one load writes its registers or waits for a bank. The shared-memory
   * pipeline, uncached replies and L1D alternate.
   */
  public void writeBack(long cycle) {
    boolean writes = warp != null;
    if (warp != null && execution.tryBanks(warp, instruction)) {
      finish();
    }
    for (int i = 0; i < WRITERS && warp == null; i++) {
      int writer = (turn + i) % WRITERS;
      if (start(writer, cycle)) {
        turn = (writer + 1) % WRITERS;
      }
    }
    moved = writes || warp != null;
    for (int i = 1; i < repliesPerCycle && l1d.hasReply(); i++) {
      hit(l1d.takeReply());
      moved = true;
    }
  }

  private void finish() {
    Warp written = warp;
    warp = null;
    if (load == AccessBuffers.NO_LOAD) {
      warps.completed(written, instruction);
    } else {
      arriveAt(load);
    }
  }

  private boolean start(int writer, long cycle) {
    if (writer == FROM_SHARED) {
      return sharedPipe.isReady(cycle) && startShared(cycle);
    }
    if (writer == FROM_NETWORK) {
      return !uncached.isEmpty() && startReply(uncached.pop());
    }
    return l1d.hasReply() && startReply(l1d.takeReply());
  }

  private boolean startShared(long cycle) {
    int slot = sharedPipe.head();
    sharedPipe.leave(cycle);
    warp = instructions.at(slot).warp();
    instruction = instructions.at(slot).instruction();
    load = AccessBuffers.NO_LOAD;
    instructions.release(slot);
    return true;
  }

  private boolean startReply(int request) {
    load = requests.token(request);
    requests.free(request);
    warp = loads.warp(load);
    instruction = loads.instruction(load);
    return true;
  }

  /** Completes a sector of a load that hit in L1D or of a copy; these need no arbitration. */
  void hit(int request) {
    int ofLoad = requests.token(request);
    requests.free(request);
    arriveAt(ofLoad);
  }

  private void arriveAt(int ofLoad) {
    if (loads.arrived(ofLoad)) {
      Warp ofWarp = loads.warp(ofLoad);
      Instruction loaded = loads.instruction(ofLoad);
      loads.release(ofLoad);
      warps.completed(ofWarp, loaded);
      if (loaded.isCopy) {
        endCopy(ofLoad, ofWarp);
      }
    }
  }

  /** The data of a copy are written to shared memory. */
  private void endCopy(int ofLoad, Warp ofWarp) {
    banks.queue(now, ofWarp.program().process, loads.passes(ofLoad));
    warps.leaveGroup(ofWarp, AsyncGroups.COPY, loads.group(ofLoad));
  }

  /** Second half of a cycle: replies, caches, then the dispatch registers. */
  public void advance(long cycle) {
    for (int i = 0; i < repliesPerCycle && !arrived.isEmpty(); i++) {
      takeReply();
    }
    send(cycle);
    if (l1d.isDue(cycle)) {
      lookUp(cycle);
    }
    if (dispatch.isEmpty() && !queue.isEmpty()) {
      dispatch.accept(queue.pop());
    }
    moved |= !dispatch.isEmpty() && dispatch.advance(cycle);
    moved |= !shared.isEmpty() && shared.advance(cycle);
    moved |= constants.tick(cycle);
    due = isBusy() ? cycle + 1 : nextArrival(cycle);
  }

  /** Returns whether anything moved in this cycle. */
  public boolean hasMoved() {
    return moved;
  }

  private void lookUp(long cycle) {
    int banks = l1d.bankCount();
    int first = l1d.firstBank();
    for (int i = 0; i < banks; i++) {
      int bank = (first + i) & (banks - 1);
      if (l1d.isDue(bank, cycle)) {
        int hit = l1d.lookUp(bank, cycle);
        moved = true; // also if refused, since the bank then sleeps
        if (hit != MemoryRequests.NONE) {
          hit(hit);
        }
      }
    }
  }

  private void takeReply() {
    int request = arrived.peek();
    if (requests.kind(request) == MemoryRequests.WRITE) {
      warps.storeAcknowledged(requests.token(request));
      requests.free(request);
    } else if (requests.owner(request) == MemoryRequests.OF_FILL) {
      l1d.fill(request);
    } else if (loads.instruction(requests.token(request)).isCopy) {
      hit(request); // to shared memory, past the registers' port
    } else if (uncached.isEmpty()) {
      uncached.push(request);
    } else {
      return;
    }
    moved = true;
    arrived.pop();
  }

  private void send(long cycle) {
    int request = l1d.outgoing();
    while (request != MemoryRequests.NONE && memory.trySend(cycle, request)) {
      moved = true;
      l1d.sent();
      int next = l1d.outgoing();
      request =
          next != MemoryRequests.NONE && memory.leavesWithLast(next) ? next : MemoryRequests.NONE;
    }
  }

  /**
   * Accepts waiting memory instructions as long as there is room.
   *
   * @return whether an instruction has entered the global-memory path
   */
  public boolean enter(ExecutionPipes pipes) {
    int waits = canAccept() ? pipes.takeMemory() : InFlight.NONE;
    if (waits != InFlight.NONE) {
      accept(waits);
    }
    int ofShared = shared.isEmpty() ? pipes.takeShared() : InFlight.NONE;
    if (ofShared != InFlight.NONE) {
      acceptShared(ofShared);
    }
    int ofConstants = constants.canAccept() ? pipes.takeConstant() : InFlight.NONE;
    if (ofConstants != InFlight.NONE) {
      wake();
      constants.accept(ofConstants);
    }
    return waits != InFlight.NONE;
  }

  private void wake() {
    moved = true;
    due = 0;
  }

  void accept(int slot) {
    wake();
    if (hasQueue) {
      queue.push(slot);
    } else {
      dispatch.accept(slot);
    }
  }

  void acceptShared(int slot) {
    wake();
    shared.accept(slot);
  }

  /** Returns whether the queue has room, or the dispatch register if there is no queue. */
  boolean canAccept() {
    return hasQueue ? !queue.isFull() : dispatch.isEmpty();
  }

  /** Returns whether the next instruction accesses global or local memory. */
  public boolean holdsGlobal() {
    return dispatch.isEmpty() ? dispatch.isGlobal(queue.peek()) : dispatch.holdsGlobal();
  }

  /**
   * Returns the earliest cycle with work; now or earlier if blocked instructions wait for other
   * components.
   */
  public long nextWork() {
    return due;
  }

  /** Returns whether something may move in the next cycle if it could in this one. */
  private boolean isBusy() {
    return !dispatch.isEmpty()
        || !shared.isEmpty()
        || !queue.isEmpty()
        || !arrived.isEmpty()
        || l1d.outgoing() != MemoryRequests.NONE
        || warp != null
        || !uncached.isEmpty()
        || l1d.hasReply()
        || constants.isBusy();
  }

  /** Returns the next cycle after {@code cycle} in which a fixed delay ends. */
  public long nextArrival(long cycle) {
    long data = Math.min(sharedPipe.readyAt(), l1d.nextLookUp(cycle));
    return Math.max(cycle + 1, Math.min(data, constants.nextLine()));
  }

  public boolean isQuiet() {
    return !isBusy()
        && nextArrival(0) == Long.MAX_VALUE
        && l1d.isQuiet()
        && constants.isQuiet()
        && loads.size() == 0;
  }
}
