package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * A dispatch register of the load/store unit: one memory instruction makes its passes over the
 * shared-memory banks or sends its sectors to L1D, and blocks later ones until it is done.
 *
 * <p>State: {@code current}, its instruction. Source: the ldst unit of Accel-Sim.
 */
final class DispatchRegister {
  private final GpuConfig config;
  private final int sm;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final InFlight instructions;
  private final WarpTable warps;
  private final AccessBuffers buffers;
  private final L1DataCache l1d;
  private final DelayQueue sharedPipe;
  private final ConstantUnit constants;
  private final TimerWheel results;
  private final SharedBanks banks;
  private final boolean banksApart;
  private int current = InFlight.NONE;
  private boolean moved; // in this cycle

  DispatchRegister(
      GpuConfig config,
      int sm,
      MemoryRequests requests,
      MemoryPort memory,
      SmTables state,
      L1DataCache l1d,
      DelayQueue sharedPipe,
      ConstantUnit constants,
      TimerWheel results) {
    this.config = config;
    this.sm = sm;
    this.requests = requests;
    this.memory = memory;
    this.instructions = state.instructions();
    this.warps = state.warps();
    this.buffers = state.buffers();
    this.banks = state.banks();
    this.l1d = l1d;
    this.sharedPipe = sharedPipe;
    this.constants = constants;
    this.results = results;
    this.banksApart = config.l1d().banksApart();
  }

  boolean isEmpty() {
    return current == InFlight.NONE;
  }

  void accept(int slot) {
    current = slot;
  }

  /** Returns whether it holds an access to global or local memory. */
  boolean holdsGlobal() {
    return isGlobal(current);
  }

  boolean isGlobal(int slot) {
    return instructions.at(slot).instruction().isGlobal;
  }

  /** Advances its instruction; returns whether anything moved. */
  boolean advance(long cycle) {
    moved = false;
    if (execute(cycle)) {
      current = InFlight.NONE;
      moved = true;
    }
    return moved;
  }

  /** Advances its instruction; returns whether that has left. */
  private boolean execute(long cycle) {
    Instruction instruction = instructions.at(current).instruction();
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

  /** Makes a pass over the banks, or over the network to other SMs. */
  private boolean passShared(long cycle, boolean isLoad) {
    InFlight.Issued issued = instructions.at(current);
    int buffer = issued.buffer();
    boolean isRemote = issued.instruction().isRemote;
    moved |= buffers.passes[buffer] > 0;
    int process = issued.warp().program().process;
    if (buffers.passes[buffer] > 0 && !isRemote && !banks.tryPass(cycle, process, isLoad)) {
      return false;
    }
    if (buffers.passes[buffer] > 0 && --buffers.passes[buffer] > 0) {
      return false;
    }
    if (!isLoad) {
      return complete();
    }
    if (isRemote) {
      buffers.release(buffer);
      results.add(cycle + config.clusterLoadLatency(), current);
      return true;
    }
    if (!sharedPipe.canEnter(cycle)) {
      return false;
    }
    buffers.release(buffer);
    sharedPipe.enter(cycle, current);
    return true;
  }

  private boolean passGlobal(long cycle, Instruction instruction) {
    int buffer = instructions.at(current).buffer();
    boolean isStore = instruction.kind == InstructionKind.GLOBAL_STORE;
    boolean bypass = bypassesL1(instruction, config.l1d());
    boolean isRead = instruction.kind == InstructionKind.GLOBAL_LOAD;
    for (int i = 0; (bypass || i < l1d.bankCount()) && buffers.count[buffer] > 0; i++) {
      if (bypass && i > 0 && !(isRead && memory.goesOn(buffers.address[buffers.next(buffer)]))) {
        return false;
      }
      boolean room =
          bypass
              ? memory.canSend(cycle, buffers.address[buffers.next(buffer)])
              : canEnter(buffer, cycle);
      if (!room) {
        return false;
      }
      int request = request(instruction, buffer, isStore);
      buffers.count[buffer]--;
      moved = true;
      if (bypass) {
        boolean sent = memory.trySend(cycle, request);
        assert sent : "no room for request " + request; // room was checked above
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

  /** Returns whether the bank of the next access, or of one that may pass it, is free. */
  private boolean canEnter(int buffer, long cycle) {
    int next = buffers.next(buffer);
    int last = banksApart ? buffers.first(buffer) : next;
    for (int at = next; at >= last; at--) {
      if (l1d.canEnter(buffers.address[at], cycle)) {
        if (at != next) {
          buffers.bringForward(buffer, at);
        }
        return true;
      }
    }
    return false;
  }

  /** Returns whether an access to global or local memory bypasses L1D. */
  static boolean bypassesL1(Instruction instruction, L1dConfig l1d) {
    int flags = instruction.flags;
    boolean cached = l1d.cachesGlobalLoads() || (flags & InstructionTable.READ_ONLY) != 0;
    return instruction.kind == InstructionKind.GLOBAL_ATOMIC
        || (flags & InstructionTable.BYPASS_L1) != 0
        || (instruction.kind == InstructionKind.GLOBAL_LOAD && !cached);
  }

  private int request(Instruction instruction, int buffer, boolean isStore) {
    int at = buffers.next(buffer);
    boolean isAtomic = instruction.kind == InstructionKind.GLOBAL_ATOMIC;
    int kind =
        isStore ? MemoryRequests.WRITE : isAtomic ? MemoryRequests.ATOMIC : MemoryRequests.READ;
    Warp warp = instructions.at(current).warp();
    int token = isStore ? warp.slot() : buffers.load[buffer];
    int bytes = isStore || isAtomic ? buffers.bytes[at] : 0;
    if (isStore) {
      warps.storeSent(warp);
    }
    return requests.take(kind, buffers.address[at], sm, warp.program().row, token, bytes);
  }

  private boolean passConstant() {
    if (!constants.canAccept()) {
      return false;
    }
    constants.accept(current);
    return true;
  }

  private boolean leaveLoad() {
    buffers.release(instructions.at(current).buffer());
    instructions.release(current);
    return true;
  }

  private boolean complete() {
    InFlight.Issued completed = instructions.at(current);
    buffers.release(completed.buffer());
    instructions.release(current);
    warps.completed(completed.warp(), completed.instruction());
    return true;
  }
}
