package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;

/**
 * Load/store unit of an SM: one memory instruction at a time enters; it makes its passes over the
 * shared-memory banks or sends its sectors to L1D, and holds up the ones behind it meanwhile.
 *
 * <p>State: {@code current}, the instruction in the dispatch register; answers of the network that
 * wait, of which one is taken in a cycle. Source: the ldst unit of Accel-Sim; GPU Maestro Table 2.
 */
final class LoadStoreUnit {
  private final GpuConfig config;
  private final int sm;
  private final MemoryRequests requests;
  private final MemorySystem memory;
  private final InFlight instructions;
  private final WarpTable warps;
  private final AccessBuffers buffers;
  private final LoadTable loads;
  private final L1DataCache l1d;
  private final ConstantUnit constants;
  private final LoadWriteBack writeBack;
  private final RequestFifo arrived = new RequestFifo(32);

  private int current = InFlight.NONE;
  private boolean moved; // in this cycle
  private long due = Long.MAX_VALUE; // the unit has nothing to do before

  LoadStoreUnit(
      GpuConfig config,
      int sm,
      MemoryRequests requests,
      MemorySystem memory,
      SmState state,
      OperandCollectors collectors,
      TimerWheel results) {
    this.config = config;
    this.sm = sm;
    this.requests = requests;
    this.memory = memory;
    this.instructions = state.instructions();
    this.warps = state.warps();
    this.buffers = state.buffers();
    this.loads = state.loads();
    this.l1d = new L1DataCache(config.l1d(), sm, requests);
    this.constants = new ConstantUnit(config.constantCache(), sm, requests, memory, state, results);
    this.writeBack =
        new LoadWriteBack(requests, state, collectors, l1d, config.sm().sharedMemory().latency());
  }

  L1DataCache l1d() {
    return l1d;
  }

  ConstantUnit constants() {
    return constants;
  }

  /** Takes an answer of the network to a load, a store or an atomic. */
  void arrive(int request) {
    moved = true;
    due = 0;
    arrived.add(request);
  }

  /** Takes an answer of the network to the constant unit. */
  void arriveConstant(int request) {
    moved = true;
    due = 0;
    constants.arrive(request);
  }

  /** Returns true when an answer must wait at the network. */
  boolean isFull() {
    return arrived.size() >= config.crossbar().outputBuffer();
  }

  /** Begins a cycle; returns true when the unit has something to do in it. */
  boolean begin(long cycle) {
    moved = false;
    return due <= cycle;
  }

  /** First half of a cycle: write back what is complete. */
  void writeBack(long cycle) {
    moved = writeBack.tick(cycle);
  }

  /** Second half of a cycle: answers, caches, then the instruction in the dispatch register. */
  void advance(long cycle) {
    if (!arrived.isEmpty()) {
      takeAnswer();
    }
    send(cycle);
    lookUp(cycle);
    if (current != InFlight.NONE && execute(cycle)) {
      current = InFlight.NONE;
      moved = true;
    }
    moved |= constants.tick(cycle);
    due = isBusy() ? cycle + 1 : nextArrival(cycle);
  }

  /** Returns true when anything has moved in this cycle. */
  boolean hasMoved() {
    return moved;
  }

  private void lookUp(long cycle) {
    for (int bank = 0; bank < l1d.bankCount(); bank++) {
      if (l1d.isDue(bank, cycle)) {
        int hit = l1d.lookUp(bank, cycle);
        moved = true; // if it was refused, it sleeps from now on
        if (hit != MemoryRequests.NONE) {
          writeBack.hit(hit);
        }
      }
    }
  }

  private void takeAnswer() {
    int request = arrived.head();
    if (requests.kind(request) == MemoryRequests.WRITE) {
      warps.storeAcknowledged(requests.token(request));
      requests.free(request);
    } else if (requests.token(request) <= L1DataCache.FILL) {
      l1d.fill(request);
    } else if (writeBack.canTakeUncached()) {
      writeBack.takeUncached(request);
    } else {
      return;
    }
    moved = true;
    arrived.poll();
  }

  private void send(long cycle) {
    int request = l1d.outgoing();
    if (request != MemoryRequests.NONE && memory.trySend(cycle, sm, request)) {
      moved = true;
      l1d.sent();
    }
  }

  /** Returns true when the dispatch register is empty. */
  boolean canAccept() {
    return current == InFlight.NONE;
  }

  void accept(int slot) {
    moved = true;
    due = 0;
    current = slot;
  }

  /** Takes an instruction to the constant unit. */
  void acceptConstant(int slot) {
    moved = true;
    due = 0;
    constants.accept(slot);
  }

  /** Returns true when it holds an access to global or local memory. */
  boolean holdsGlobal() {
    return instructions.at(current).instruction.isGlobal;
  }

  /** Works on the current instruction; returns true when it has left the dispatch register. */
  private boolean execute(long cycle) {
    Instruction instruction = instructions.at(current).instruction;
    return switch (instruction.kind) {
      case InstructionKind.SHARED_LOAD -> passShared(cycle, true);
      case InstructionKind.SHARED_STORE -> passShared(cycle, false);
      case InstructionKind.GLOBAL_LOAD,
          InstructionKind.GLOBAL_STORE,
          InstructionKind.GLOBAL_ATOMIC ->
          passGlobal(cycle, instruction);
      case InstructionKind.CONSTANT_LOAD -> passConstant();
      default -> complete();
    };
  }

  private boolean passShared(long cycle, boolean isLoad) {
    int buffer = instructions.at(current).buffer;
    moved |= buffers.passes[buffer] > 0;
    if (buffers.passes[buffer] > 0 && --buffers.passes[buffer] > 0) {
      return false;
    }
    if (!isLoad) {
      return complete();
    }
    if (!writeBack.canEnterShared(cycle)) {
      return false;
    }
    buffers.release(buffer);
    writeBack.enterShared(cycle, current);
    return true;
  }

  private boolean passGlobal(long cycle, Instruction instruction) {
    int buffer = instructions.at(current).buffer;
    boolean isStore = instruction.kind == InstructionKind.GLOBAL_STORE;
    boolean bypass = bypassesL1(instruction);
    int most = bypass ? 1 : l1d.bankCount();
    for (int i = 0; i < most && buffers.count[buffer] > 0; i++) {
      boolean room =
          bypass ? memory.canSend(sm) : l1d.canEnter(buffers.address[buffers.next(buffer)], cycle);
      if (!room) {
        return false;
      }
      int request = request(instruction, buffer, isStore);
      buffers.count[buffer]--;
      moved = true;
      if (bypass) {
        boolean sent = memory.trySend(cycle, sm, request);
        assert sent : "no room for request " + request; // there was, as asked above
      } else {
        l1d.enter(cycle, request);
      }
    }
    if (buffers.count[buffer] > 0) {
      return false;
    }
    boolean waits = !isStore && buffers.load[buffer] != AccessBuffers.NO_LOAD;
    return waits ? leaveLoad() : complete();
  }

  private boolean bypassesL1(Instruction instruction) {
    int flags = instruction.flags;
    boolean cached = config.l1d().cachesGlobalLoads() || (flags & InstructionTable.READ_ONLY) != 0;
    return instruction.kind == InstructionKind.GLOBAL_ATOMIC
        || (flags & InstructionTable.BYPASS_L1) != 0
        || (instruction.kind == InstructionKind.GLOBAL_LOAD && !cached);
  }

  private int request(Instruction instruction, int buffer, boolean isStore) {
    int at = buffers.next(buffer);
    boolean isAtomic = instruction.kind == InstructionKind.GLOBAL_ATOMIC;
    int kind =
        isStore ? MemoryRequests.WRITE : isAtomic ? MemoryRequests.ATOMIC : MemoryRequests.READ;
    Warp warp = instructions.at(current).warp;
    int token = isStore ? warp.slot : buffers.load[buffer];
    int bytes = isStore || isAtomic ? buffers.bytes[at] : 0;
    if (isStore) {
      warps.storeSent(warp);
    }
    return requests.take(kind, buffers.address[at], sm, warp.program.row, token, bytes);
  }

  private boolean passConstant() {
    if (!constants.canAccept()) {
      return false;
    }
    constants.accept(current);
    return true;
  }

  private boolean leaveLoad() {
    buffers.release(instructions.at(current).buffer);
    instructions.release(current);
    return true;
  }

  private boolean complete() {
    InFlight.Issued completed = instructions.at(current);
    buffers.release(completed.buffer);
    instructions.release(current);
    warps.completed(completed.warp, completed.instruction);
    return true;
  }

  /**
   * Returns the cycle before which the unit has nothing to do; now or earlier, when what is here
   * may be refused for as long as nothing else moves.
   */
  long due() {
    return due;
  }

  /** Returns true when something is here that may move in the next cycle, if it could in this. */
  private boolean isBusy() {
    return current != InFlight.NONE
        || !arrived.isEmpty()
        || l1d.outgoing() != MemoryRequests.NONE
        || writeBack.isBusy()
        || constants.isBusy();
  }

  /** Returns the next cycle after {@code cycle} in which something comes out of a fixed delay. */
  long nextArrival(long cycle) {
    long data = Math.min(writeBack.nextShared(cycle), l1d.nextLookUp(cycle));
    return Math.max(cycle + 1, Math.min(data, constants.nextLine()));
  }

  boolean isQuiet() {
    return !isBusy()
        && nextArrival(0) == Long.MAX_VALUE
        && l1d.isQuiet()
        && constants.isQuiet()
        && loads.size() == 0;
  }
}
