package org.polyphony.gpu.sm.warp;

/**
 * The warps resident on an SM: instruction buffer, scoreboard and all transitions between what a
 * warp can wait for.
 *
 * <p>State per warp slot w, at most 64: a {@link Warp}, and bit w of {@link WarpStates}. In order:
 * an instruction issues when none of its source and destination registers is pending (RAW, WAW).
 * Source: GPU Maestro Table 2; the scoreboard of Accel-Sim.
 */
public final class WarpTable {
  private final Warp[] warps;
  private final long[] older; // by slot: warps that were launched before; a chain of look-ups
  private final boolean perfectFetch;
  private final WarpStates states;

  /**
   * Makes free slots.
   *
   * @param perfectFetch true when every instruction is fetched as soon as it is needed
   */
  public WarpTable(int slots, int ports, boolean perfectFetch) {
    this.perfectFetch = perfectFetch;
    warps = new Warp[slots];
    older = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      warps[slot] = new Warp(slot);
    }
    states = new WarpStates(ports);
  }

  public Warp at(int slot) {
    return warps[slot];
  }

  public WarpStates states() {
    return states;
  }

  /**
   * Chooses free slots: the lowest run of consecutive ones, so that a thread block's warps spread
   * evenly over the schedulers; when there is none, the lowest ones.
   *
   * @param count how many, 1 to 64
   * @return a set of slots
   * @throws IllegalStateException when fewer are free
   */
  public long chooseFree(int count) {
    long all = warps.length == 64 ? -1L : (1L << warps.length) - 1;
    long free = all & ~states.alive;
    long run = count == 64 ? -1L : (1L << count) - 1;
    for (int at = 0; at + count <= warps.length; at++) {
      if ((free & run << at) == run << at) {
        return run << at;
      }
    }
    if (Long.bitCount(free) < count) {
      throw new IllegalStateException("free warps: " + Long.bitCount(free) + " of " + count);
    }
    while (Long.bitCount(free) > count) {
      free &= ~Long.highestOneBit(free);
    }
    return free;
  }

  /** Starts a warp in a free slot; its first instruction is still to be fetched. */
  public void launch(
      int slot, KernelProgram kernel, int tbSlot, int slotInStream, int indexInBlock) {
    Warp warp = place(slot, kernel, tbSlot, slotInStream, indexInBlock);
    states.unfetched |= warp.bit;
    advance(warp);
  }

  private Warp place(int slot, KernelProgram kernel, int tbSlot, int slotInStream, int index) {
    Warp warp = warps[slot];
    for (int other = 0; other < older.length; other++) {
      older[other] &= ~warp.bit;
    }
    older[slot] = states.alive;
    warp.place(kernel, tbSlot, slotInStream, index);
    states.alive |= warp.bit;
    return warp;
  }

  /** Returns the slot of the warp of a set, of one at least, that was launched first. */
  public int oldest(long set) {
    int slot = Long.numberOfTrailingZeros(set);
    for (long rest = set & older[slot]; rest != 0; rest = set & older[slot]) {
      slot = Long.numberOfTrailingZeros(rest);
    }
    return slot;
  }

  /** A warp without a further instruction is finished. */
  private void advance(Warp warp) {
    warp.advance();
    if (warp.head == null) {
      states.unfetched &= ~warp.bit;
      finish(warp);
    }
  }

  private void finish(Warp warp) {
    states.finished |= warp.bit;
    checkDrained(warp);
  }

  /** Puts fetched instructions into the buffer of a warp that had none. */
  public void fetched(Warp warp, int instructions) {
    warp.buffered = instructions;
    states.unfetched &= ~warp.bit;
    consider(warp);
  }

  /** Takes the head out of the buffer after its issue and reserves its registers. */
  public void issued(Warp warp) {
    Instruction instruction = warp.head;
    states.leavePort(instruction.port, warp.bit);
    warp.scoreboard.reserve(instruction);
    warp.inFlight++;
    advance(warp);
    if (warp.head != null && !perfectFetch) {
      long distance = warp.head.codeAddress - instruction.codeAddress;
      boolean sequential = distance > 0 && distance <= warp.program.instructionBytes;
      warp.buffered = sequential ? warp.buffered - 1 : 0;
      states.unfetched |= warp.buffered == 0 ? warp.bit : 0;
    }
    // The caller considers the warp once it knows about barriers and fences.
  }

  /** Finds out what a warp with a head waits for, and files it there. */
  public void consider(Warp warp) {
    long bit = warp.bit;
    if (((states.atBarrier | states.atFence | states.unfetched | states.finished | states.frozen)
            & bit)
        != 0) {
      return;
    }
    Instruction head = warp.head;
    states.blockedOnLoad &= ~bit;
    states.blockedOnGlobal &= ~bit;
    states.blockedOnResult &= ~bit;
    if (!warp.scoreboard.blocks(head)) {
      states.ready(head.port, bit);
    } else if (warp.scoreboard.blocksOnLoad(head)) {
      states.blockedOnLoad |= bit;
      states.blockedOnGlobal |= warp.scoreboard.blocksOnGlobal(head) ? bit : 0;
    } else {
      states.blockedOnResult |= bit;
    }
  }

  /** Takes notice that an instruction of a warp has written its registers and left the SM. */
  public void completed(Warp warp, Instruction instruction) {
    warp.scoreboard.release(instruction);
    warp.inFlight--;
    if (((states.blockedOnLoad | states.blockedOnResult) & warp.bit) != 0) {
      consider(warp);
    } else if (((states.atFence | states.finished) & warp.bit) != 0) {
      leaveFence(warp);
      checkDrained(warp);
    }
  }

  /** Takes notice of a write of a warp that has been sent. */
  public void storeSent(Warp warp) {
    warp.pendingStores++;
  }

  /** Takes notice that a write of a warp has been acknowledged. */
  public void storeAcknowledged(int slot) {
    Warp warp = warps[slot];
    warp.pendingStores--;
    leaveFence(warp);
    checkDrained(warp);
  }

  /** Lets warps wait for the others of their thread block. */
  void waitAtBarrier(long arrived) {
    states.atBarrier |= arrived;
  }

  /** Lets warps go on behind a barrier. */
  void leaveBarrier(long released) {
    states.atBarrier &= ~released;
    for (long rest = released; rest != 0; rest &= rest - 1) {
      consider(warps[Long.numberOfTrailingZeros(rest)]);
    }
  }

  /** Lets a warp wait until what it has in flight is complete; {@link #consider} comes next. */
  public void waitAtFence(Warp warp) {
    states.atFence |= warp.bit;
  }

  private void leaveFence(Warp warp) {
    if ((states.atFence & warp.bit) != 0 && warp.isQuiet()) {
      states.atFence &= ~warp.bit;
      consider(warp);
    }
  }

  /** Lets a warp issue nothing more; what is in flight completes. */
  public void freeze(int slot) {
    states.waitForNothing(1L << slot);
    states.frozen |= 1L << slot;
  }

  /** Puts a suspended warp into a free slot, frozen, at the instruction it was suspended at. */
  public void restore(
      int slot, KernelProgram kernel, int tbSlot, int slotInStream, int index, Instruction at) {
    Warp warp = place(slot, kernel, tbSlot, slotInStream, index);
    warp.head = at;
    states.frozen |= warp.bit;
  }

  /** Lets a frozen warp go on at its head, which it has to fetch. */
  public void thaw(int slot) {
    states.frozen &= ~(1L << slot);
    warps[slot].buffered = 0;
    states.unfetched |= 1L << slot;
  }

  /** Ends a warp at once: it issues nothing more and waits only for what is in flight. */
  public void drop(int slot) {
    Warp warp = warps[slot];
    states.waitForNothing(warp.bit);
    long keep = ~warp.bit;
    states.atBarrier &= keep;
    states.atFence &= keep;
    states.frozen &= keep;
    warp.head = null;
    finish(warp);
  }

  private void checkDrained(Warp warp) {
    if ((states.finished & warp.bit) != 0 && warp.isQuiet()) {
      states.drained |= warp.bit;
    }
  }

  /** Frees the slot of a warp that has ended. */
  public void remove(int slot) {
    long keep = ~(1L << slot);
    states.alive &= keep;
    states.frozen &= keep;
    states.atBarrier &= keep;
    states.finished &= keep;
    states.drained &= keep;
    warps[slot].program = null;
  }
}
