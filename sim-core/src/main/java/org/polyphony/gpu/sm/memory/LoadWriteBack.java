package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.RequestFifo;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.OperandCollectors;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The write-back of loads: one load a cycle writes its registers, taken from the shared-memory
 * pipeline, the uncached answers and L1D in turn.
 *
 * <p>State: the shared-memory pipeline; uncached answers; the load that is being written, which
 * waits while a register bank is busy. A load of several sectors is complete with its last one.
 * Source: the write-back of the ldst unit of Accel-Sim.
 */
final class LoadWriteBack {
  private static final int WRITERS = 3;
  private static final int FROM_SHARED = 0;
  private static final int FROM_NETWORK = 1;

  private final MemoryRequests requests;
  private final InFlight instructions;
  private final WarpTable warps;
  private final LoadTable loads;
  private final OperandCollectors collectors; // null when banks are not modelled
  private final L1DataCache l1d;
  private final DelayQueue shared;
  private final RequestFifo uncached = new RequestFifo(4);

  private Warp warp; // whose load is written; null when none is
  private Instruction instruction;
  private int load;
  private int turn;

  LoadWriteBack(
      MemoryRequests requests,
      SmTables state,
      OperandCollectors collectors,
      L1DataCache l1d,
      int sharedLatency) {
    this.requests = requests;
    this.instructions = state.instructions();
    this.warps = state.warps();
    this.loads = state.loads();
    this.collectors = collectors;
    this.l1d = l1d;
    this.shared = new DelayQueue(sharedLatency);
  }

  /** Returns true when the shared-memory pipeline takes an instruction in this cycle. */
  boolean canEnterShared(long cycle) {
    return shared.canEnter(cycle);
  }

  void enterShared(long cycle, int slot) {
    shared.enter(cycle, slot);
  }

  /** Returns true when an uncached answer can be taken. */
  boolean canTakeUncached() {
    return uncached.isEmpty();
  }

  void takeUncached(int request) {
    uncached.push(request);
  }

  /** Does the work of a cycle; returns true when a load is written, or waits for a bank. */
  boolean tick(long cycle) {
    boolean writes = warp != null;
    if (warp != null && canWrite()) {
      finish();
    }
    for (int i = 0; i < WRITERS && warp == null; i++) {
      int writer = (turn + i) % WRITERS;
      if (start(writer, cycle)) {
        turn = (writer + 1) % WRITERS;
      }
    }
    return writes || warp != null;
  }

  private boolean canWrite() {
    return collectors == null || collectors.writeBack(warp, instruction, true);
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
      return shared.isReady(cycle) && startShared(cycle);
    }
    if (writer == FROM_NETWORK) {
      return !uncached.isEmpty() && startAnswer(uncached.pop());
    }
    return l1d.hasAnswer() && startAnswer(l1d.takeAnswer());
  }

  private boolean startShared(long cycle) {
    int slot = shared.head();
    shared.leave(cycle);
    warp = instructions.at(slot).warp();
    instruction = instructions.at(slot).instruction();
    load = AccessBuffers.NO_LOAD;
    instructions.release(slot);
    return true;
  }

  private boolean startAnswer(int request) {
    load = requests.token(request);
    requests.free(request);
    warp = loads.warp(load);
    instruction = loads.instruction(load);
    return true;
  }

  /** A load that hit in L1D: its sector needs no turn. */
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
    }
  }

  /** Returns true when something is here that may move in the next cycle. */
  boolean isBusy() {
    return warp != null || !uncached.isEmpty() || l1d.hasAnswer();
  }

  /** Returns the next cycle after {@code cycle} in which a load leaves the shared memory. */
  long nextShared(long cycle) {
    return Math.max(cycle + 1, shared.readyAt());
  }
}
