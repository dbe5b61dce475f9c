package org.polyphony.gpu.sm.warp;

/**
 * The warps resident on an SM: instruction buffers, scoreboards and all transitions between wait
 * states.
 *
 * <p>State per warp slot w, at most 64: a {@link Warp}, and bit w of {@link WarpStates}. In-order
 * issue: an instruction can issue if none of its source and destination registers is pending (RAW,
 * WAW). Source: GPU Maestro Table 2; the scoreboard of Accel-Sim.
 */
public final class WarpTable {
  private final Warp[] warps;
  private final long[] older; // by slot: set of warps launched earlier
  private final boolean perfectFetch;
  private final WarpStates states;
  private final AsyncGroups groups;

  /**
   * Creates free slots.
   *
   * @param perfectFetch whether every instruction is fetched as soon as it is needed
   * @param processes that may have warps here
   */
  public WarpTable(int slots, int ports, boolean perfectFetch, int processes) {
    this.perfectFetch = perfectFetch;
    warps = new Warp[slots];
    older = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      warps[slot] = new Warp(slot);
    }
    states = new WarpStates(ports, processes);
    groups = new AsyncGroups(slots);
  }

  public Warp at(int slot) {
    return warps[slot];
  }

  public WarpStates states() {
    return states;
  }

  /**
   * Chooses free slots: the lowest contiguous run, so that a thread block's warps spread evenly
   * over the schedulers, or else the lowest slots.
   *
   * @param count how many, 1 to 64
   * @return a set of slots
   * @throws IllegalStateException if fewer are free
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

  /** Starts a warp in a free slot; its first instruction is not fetched yet. */
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
    groups.clear(slot);
    states.alive |= warp.bit;
    if (states.ofProcess.length > 0) {
      states.ofProcess[kernel.process] |= warp.bit;
    }
    return warp;
  }

  /** Returns the slot of the warp launched first in a non-empty set. */
  public int oldest(long set) {
    int slot = Long.numberOfTrailingZeros(set);
    for (long rest = set & older[slot]; rest != 0; rest = set & older[slot]) {
      slot = Long.numberOfTrailingZeros(rest);
    }
    return slot;
  }

  /** A warp without another instruction is finished. */
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

  /** Adds fetched instructions to the empty buffer of a warp. */
  public void fetched(Warp warp, int instructions) {
    warp.buffered = instructions;
    states.unfetched &= ~warp.bit;
    consider(warp);
  }

  /** Removes the head from the buffer after issue and marks its destinations as pending. */
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
    // The caller classifies the warp after handling barriers and fences.
  }

  /** Determines the wait state of a warp that has a head. */
  public void consider(Warp warp) {
    long bit = warp.bit;
    long waiting = states.atBarrier | states.atFence | states.atMBarrier | states.awaitingGroups;
    if (((waiting | states.unfetched | states.finished | states.frozen) & bit) != 0) {
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

  /** Called when an instruction of a warp has written its registers and left the SM. */
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

  /** Called when a write of a warp has been sent. */
  public void storeSent(Warp warp) {
    warp.pendingStores++;
  }

  /** Called when a write of a warp has been acknowledged. */
  public void storeAcknowledged(int slot) {
    Warp warp = warps[slot];
    warp.pendingStores--;
    leaveFence(warp);
    checkDrained(warp);
  }

  /** Makes warps wait at the barrier of their thread block or cluster. */
  public void waitAtBarrier(long arrived) {
    states.atBarrier |= arrived;
  }

  /** Releases warps from a barrier. */
  public void leaveBarrier(long released) {
    states.atBarrier &= ~released;
    considerAll(released);
  }

  private void considerAll(long released) {
    for (long rest = released & states.alive & ~states.finished; rest != 0; rest &= rest - 1) {
      consider(warps[Long.numberOfTrailingZeros(rest)]);
    }
  }

  /**
   * Makes a warp wait until its in-flight instructions are complete; call {@link #consider} next.
   */
  public void waitAtFence(Warp warp) {
    states.atFence |= warp.bit;
  }

  private void leaveFence(Warp warp) {
    if ((states.atFence & warp.bit) != 0 && warp.hasNoAccess()) {
      states.atFence &= ~warp.bit;
      consider(warp);
    }
  }

  /** Makes a warp wait at an mbarrier; call {@link #consider} next. */
  public void waitAtMBarrier(Warp warp) {
    states.atMBarrier |= warp.bit;
  }

  /** Releases warps from an mbarrier. */
  public void leaveMBarrier(long released) {
    states.atMBarrier &= ~released;
    considerAll(released);
  }

  /** Called when a bulk copy of a warp starts; the warp stays until it has ended. */
  public void bulkStarted(Warp warp) {
    warp.bulkCopies++;
  }

  /** Called when a bulk copy of a warp has ended. */
  public void bulkEnded(int slot) {
    warps[slot].bulkCopies--;
    checkDrained(warps[slot]);
  }

  /**
   * An asynchronous operation of a warp starts and joins its open group.
   *
   * @param kind a constant of {@link AsyncGroups}
   * @return its group, for {@link #leaveGroup}
   */
  public int joinGroup(Warp warp, int kind) {
    return groups.join(warp.slot, kind);
  }

  /** Closes the open group of a kind. */
  public void commitGroup(Warp warp, int kind) {
    groups.commit(warp.slot, kind);
  }

  /** An asynchronous operation of a warp is done; the warp may have waited for it. */
  public void leaveGroup(Warp warp, int kind, int group) {
    groups.done(warp.slot, kind, group);
    if ((states.awaitingGroups & warp.bit) != 0 && groups.isOver(warp.slot)) {
      states.awaitingGroups &= ~warp.bit;
      states.awaitingCopies &= ~warp.bit;
      consider(warp);
    }
  }

  /**
   * Makes a warp wait until few enough closed groups are pending; call {@link #consider} next.
   *
   * @param kinds bit k for kind k of {@link AsyncGroups}
   * @param most groups of each kind that may be pending
   */
  public void awaitGroups(Warp warp, int kinds, int most) {
    if (groups.await(warp.slot, kinds, most)) {
      states.awaitingGroups |= warp.bit;
      states.awaitingCopies |= (kinds & ~(1 << AsyncGroups.MULTIPLY)) != 0 ? warp.bit : 0;
    }
  }

  /** Stops a warp from issuing; in-flight instructions complete. */
  public void freeze(int slot) {
    states.waitForNothing(1L << slot);
    states.frozen |= 1L << slot;
  }

  /** Places a suspended warp in a free slot, frozen at the instruction where it was suspended. */
  public void restore(
      int slot, KernelProgram kernel, int tbSlot, int slotInStream, int index, Instruction at) {
    Warp warp = place(slot, kernel, tbSlot, slotInStream, index);
    warp.head = at;
    states.frozen |= warp.bit;
  }

  /** Resumes a frozen warp at its head, which has to be fetched. */
  public void thaw(int slot) {
    states.frozen &= ~(1L << slot);
    warps[slot].buffered = 0;
    states.unfetched |= 1L << slot;
  }

  /** Ends a warp at once: it issues nothing more and waits only for its in-flight instructions. */
  public void drop(int slot) {
    Warp warp = warps[slot];
    states.waitForNothing(warp.bit);
    long keep = ~warp.bit;
    states.atBarrier &= keep;
    states.atFence &= keep;
    states.atMBarrier &= keep;
    states.awaitingGroups &= keep;
    states.awaitingCopies &= keep;
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
    states.atMBarrier &= keep;
    states.awaitingGroups &= keep;
    states.awaitingCopies &= keep;
    states.finished &= keep;
    states.drained &= keep;
    if (states.ofProcess.length > 0) {
      states.ofProcess[warps[slot].program.process] &= keep;
    }
    warps[slot].program = null;
  }
}
