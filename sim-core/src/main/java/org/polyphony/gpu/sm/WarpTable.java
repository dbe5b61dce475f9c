package org.polyphony.gpu.sm;

/**
 * The warps resident on an SM: instruction buffer, scoreboard and what each warp waits for.
 *
 * <p>State per warp slot w, at most 64: a {@link Warp}, and bit w of the masks. A warp that is
 * alive is in exactly one of: ready at a port, blocked on the scoreboard, at a barrier, at a fence,
 * without an instruction, finished. In order: an instruction issues when none of its source and
 * destination registers is pending (RAW, WAW). Source: GPU Maestro Table 2; the scoreboard of
 * Accel-Sim.
 */
final class WarpTable {
  final long[] readyAt; // by port: warps whose head can issue there
  int readyPorts; // ports with a warp in readyAt
  private final Warp[] warps;

  long alive;
  long atBarrier;
  long atFence;
  long unfetched;
  long frozen; // of a thread block that is being suspended or resumed: issues nothing
  long finished; // no further instruction; waits for what is in flight
  long blockedOnLoad;
  long blockedOnGlobal; // of these, on an access to global or local memory
  long blockedOnResult;
  long drained; // finished, and nothing in flight: the warp has ended
  private final boolean perfectFetch;

  WarpTable(int slots, int ports, boolean perfectFetch) {
    this.perfectFetch = perfectFetch;
    warps = new Warp[slots];
    for (int slot = 0; slot < slots; slot++) {
      warps[slot] = new Warp(slot);
    }
    readyAt = new long[ports];
  }

  /** Returns the warp in a slot. */
  Warp at(int slot) {
    return warps[slot];
  }

  /** Returns how many warp slots there are. */
  int slots() {
    return warps.length;
  }

  /** Returns the warps whose head could issue if its port were free. */
  long ready() {
    long ready = 0;
    for (int rest = readyPorts; rest != 0; rest &= rest - 1) {
      ready |= readyAt[Integer.numberOfTrailingZeros(rest)];
    }
    return ready;
  }

  /** Starts a warp in a free slot; its first instruction is still to be fetched. */
  void launch(int slot, KernelProgram kernel, int tbSlot, int slotInStream, int indexInBlock) {
    Warp warp = place(slot, kernel, tbSlot, slotInStream, indexInBlock);
    unfetched |= warp.bit;
    advance(warp);
  }

  private Warp place(int slot, KernelProgram kernel, int tbSlot, int slotInStream, int index) {
    Warp warp = warps[slot];
    for (Warp each : warps) {
      each.older &= ~warp.bit;
    }
    warp.older = alive;
    warp.place(kernel, tbSlot, slotInStream, index);
    alive |= warp.bit;
    return warp;
  }

  /** Returns the slot of the warp of a set, of one at least, that was launched first. */
  int oldest(long set) {
    int slot = Long.numberOfTrailingZeros(set);
    for (long rest = set & warps[slot].older; rest != 0; rest = set & warps[slot].older) {
      slot = Long.numberOfTrailingZeros(rest);
    }
    return slot;
  }

  /** A warp without a further instruction is finished. */
  private void advance(Warp warp) {
    warp.advance();
    if (warp.head == null) {
      unfetched &= ~warp.bit;
      finish(warp);
    }
  }

  private void finish(Warp warp) {
    finished |= warp.bit;
    checkDrained(warp);
  }

  /** Puts fetched instructions into the buffer of a warp that had none. */
  void fetched(Warp warp, int instructions) {
    warp.buffered = instructions;
    unfetched &= ~warp.bit;
    consider(warp);
  }

  /** Takes the head out of the buffer after its issue and reserves its registers. */
  void issued(Warp warp) {
    Instruction instruction = warp.head;
    leavePort(instruction.port, warp.bit);
    warp.scoreboard.reserve(instruction);
    warp.inFlight++;
    advance(warp);
    if (warp.head != null && !perfectFetch) {
      long distance = warp.head.codeAddress - instruction.codeAddress;
      boolean sequential = distance > 0 && distance <= warp.program.instructionBytes;
      warp.buffered = sequential ? warp.buffered - 1 : 0;
      unfetched |= warp.buffered == 0 ? warp.bit : 0;
    }
    // The caller considers the warp once it knows about barriers and fences.
  }

  private void leavePort(int port, long bit) {
    long left = readyAt[port] & ~bit;
    readyAt[port] = left;
    readyPorts &= left == 0 ? ~(1 << port) : -1;
  }

  /** Finds out what a warp with a head waits for, and files it there. */
  void consider(Warp warp) {
    long bit = warp.bit;
    if (((atBarrier | atFence | unfetched | finished | frozen) & bit) != 0) {
      return;
    }
    Instruction head = warp.head;
    blockedOnLoad &= ~bit;
    blockedOnGlobal &= ~bit;
    blockedOnResult &= ~bit;
    if (!warp.scoreboard.blocks(head)) {
      readyAt[head.port] |= bit;
      readyPorts |= 1 << head.port;
    } else if (warp.scoreboard.blocksOnLoad(head)) {
      blockedOnLoad |= bit;
      blockedOnGlobal |= warp.scoreboard.blocksOnGlobal(head) ? bit : 0;
    } else {
      blockedOnResult |= bit;
    }
  }

  /** Takes notice that an instruction of a warp has written its registers and left the SM. */
  void completed(Warp warp, Instruction instruction) {
    warp.scoreboard.release(instruction);
    warp.inFlight--;
    if (((blockedOnLoad | blockedOnResult) & warp.bit) != 0) {
      consider(warp);
    } else if (((atFence | finished) & warp.bit) != 0) {
      leaveFence(warp);
      checkDrained(warp);
    }
  }

  /** Takes notice of a write of a warp that has been sent. */
  void storeSent(Warp warp) {
    warp.pendingStores++;
  }

  /** Takes notice that a write of a warp has been acknowledged. */
  void storeAcknowledged(int slot) {
    Warp warp = warps[slot];
    warp.pendingStores--;
    leaveFence(warp);
    checkDrained(warp);
  }

  private void leaveFence(Warp warp) {
    if ((atFence & warp.bit) != 0 && warp.isQuiet()) {
      atFence &= ~warp.bit;
      consider(warp);
    }
  }

  /** Lets a warp issue nothing more; what is in flight completes. */
  void freeze(int slot) {
    waitsForNothing(warps[slot]);
    frozen |= 1L << slot;
  }

  private void waitsForNothing(Warp warp) {
    for (int port = 0; port < readyAt.length; port++) {
      leavePort(port, warp.bit);
    }
    long keep = ~warp.bit;
    unfetched &= keep;
    blockedOnLoad &= keep;
    blockedOnGlobal &= keep;
    blockedOnResult &= keep;
  }

  /** Puts a suspended warp into a free slot, frozen, at the instruction it was suspended at. */
  void restore(
      int slot, KernelProgram kernel, int tbSlot, int slotInStream, int index, Instruction at) {
    Warp warp = place(slot, kernel, tbSlot, slotInStream, index);
    warp.head = at;
    frozen |= warp.bit;
  }

  /** Lets a frozen warp go on at its head, which it has to fetch. */
  void thaw(int slot) {
    frozen &= ~(1L << slot);
    warps[slot].buffered = 0;
    unfetched |= 1L << slot;
  }

  /** Ends a warp at once: it issues nothing more and waits only for what is in flight. */
  void drop(int slot) {
    Warp warp = warps[slot];
    waitsForNothing(warp);
    long keep = ~warp.bit;
    atBarrier &= keep;
    atFence &= keep;
    frozen &= keep;
    warp.head = null;
    finish(warp);
  }

  private void checkDrained(Warp warp) {
    if ((finished & warp.bit) != 0 && warp.isQuiet()) {
      drained |= warp.bit;
    }
  }

  /** Frees the slot of a warp that has ended. */
  void remove(int slot) {
    long keep = ~(1L << slot);
    alive &= keep;
    frozen &= keep;
    atBarrier &= keep;
    finished &= keep;
    drained &= keep;
    warps[slot].program = null;
  }
}
