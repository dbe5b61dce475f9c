package org.polyphony.gpu.sm;

import org.polyphony.gpu.kernel.InstructionStream;

/**
 * The warps resident on an SM: instruction buffer, scoreboard and what each warp waits for.
 *
 * <p>State per warp slot w, at most 64: bit w of the masks; {@code head[w]} the static instruction
 * that issues next; {@code pending} the registers not yet written, four words a warp. A warp that
 * is alive is in exactly one of: ready at a port, blocked on the scoreboard, at a barrier, at a
 * fence, without an instruction, finished. In order: an instruction issues when none of its source
 * and destination registers is pending (RAW, WAW). Source: GPU Maestro Table 2; the scoreboard of
 * Accel-Sim.
 */
final class WarpTable {
  /** No instruction in the buffer. */
  static final int NONE = -1;

  final KernelProgram[] program;
  final int[] block; // thread-block slot on the SM
  final int[] streamSlot; // thread-block slot on the device
  final int[] warpInBlock;
  final int[] head;
  final int[] buffered; // fetched instructions, the head included
  final int[] inFlight; // issued and not yet completed
  final int[] pendingStores; // writes not yet acknowledged
  final long[] readyAt; // by port: warps whose head can issue there
  int readyPorts; // ports with a warp in readyAt
  private final long[] older; // warps that were launched before
  private final Scoreboard scoreboard;

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

  WarpTable(int warps, int ports, boolean perfectFetch) {
    this.perfectFetch = perfectFetch;
    program = new KernelProgram[warps];
    block = new int[warps];
    streamSlot = new int[warps];
    warpInBlock = new int[warps];
    older = new long[warps];
    head = new int[warps];
    buffered = new int[warps];
    inFlight = new int[warps];
    pendingStores = new int[warps];
    readyAt = new long[ports];
    scoreboard = new Scoreboard(warps);
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
  void launch(int warp, KernelProgram kernel, int tbSlot, int slotInStream, int indexInBlock) {
    place(warp, kernel, tbSlot, slotInStream, indexInBlock);
    unfetched |= 1L << warp;
    advance(warp);
  }

  private void place(
      int warp, KernelProgram kernel, int tbSlot, int slotInStream, int indexInBlock) {
    program[warp] = kernel;
    block[warp] = tbSlot;
    streamSlot[warp] = slotInStream;
    warpInBlock[warp] = indexInBlock;
    becomeYoungest(warp);
    head[warp] = NONE;
    buffered[warp] = 0;
    inFlight[warp] = 0;
    pendingStores[warp] = 0;
    alive |= 1L << warp;
  }

  private void becomeYoungest(int warp) {
    for (int w = 0; w < older.length; w++) {
      older[w] &= ~(1L << warp);
    }
    older[warp] = alive;
  }

  /** Returns the warp of a set, of one at least, that was launched first. */
  int oldest(long set) {
    int warp = Long.numberOfTrailingZeros(set);
    for (long rest = set & older[warp]; rest != 0; rest = set & older[warp]) {
      warp = Long.numberOfTrailingZeros(rest);
    }
    return warp;
  }

  /** Returns how many warp slots there are. */
  int slots() {
    return head.length;
  }

  /** Moves the stream to the warp's next instruction; a warp without one is finished. */
  private void advance(int warp) {
    int index = program[warp].stream.next(streamSlot[warp], warpInBlock[warp]);
    head[warp] = index == InstructionStream.END ? NONE : index;
    if (head[warp] == NONE) {
      unfetched &= ~(1L << warp);
      finish(warp);
    }
  }

  private void finish(int warp) {
    finished |= 1L << warp;
    checkDrained(warp);
  }

  /** Puts fetched instructions into the buffer of a warp that had none. */
  void fetched(int warp, int instructions) {
    buffered[warp] = instructions;
    unfetched &= ~(1L << warp);
    consider(warp);
  }

  /**
   * Takes the head out of the buffer after its issue and reserves its registers.
   *
   * @param isLoad true when the registers are written by a memory access
   */
  void issued(int warp, boolean isLoad) {
    KernelProgram kernel = program[warp];
    int index = head[warp];
    leavePort(kernel.port(index), warp);
    boolean isGlobal = InstructionKind.isGlobal(kernel.kind(index));
    scoreboard.reserve(warp, kernel, index, isLoad, isGlobal);
    inFlight[warp]++;
    advance(warp);
    if (head[warp] != NONE && !perfectFetch) {
      long distance = kernel.codeAddress(head[warp]) - kernel.codeAddress(index);
      boolean sequential = distance > 0 && distance <= kernel.instructionBytes;
      buffered[warp] = sequential ? buffered[warp] - 1 : 0;
      unfetched |= buffered[warp] == 0 ? 1L << warp : 0;
    }
    // The caller considers the warp once it knows about barriers and fences.
  }

  private void leavePort(int port, int warp) {
    readyAt[port] &= ~(1L << warp);
    readyPorts &= readyAt[port] == 0 ? ~(1 << port) : -1;
  }

  /** Finds out what a warp with a head waits for, and files it there. */
  void consider(int warp) {
    long bit = 1L << warp;
    if (((atBarrier | atFence | unfetched | finished | frozen) & bit) != 0) {
      return;
    }
    KernelProgram kernel = program[warp];
    int index = head[warp];
    blockedOnLoad &= ~bit;
    blockedOnGlobal &= ~bit;
    blockedOnResult &= ~bit;
    if (!scoreboard.blocks(warp, kernel, index)) {
      int port = kernel.port(index);
      readyAt[port] |= bit;
      readyPorts |= 1 << port;
    } else if (scoreboard.blocksOnLoad(warp, kernel, index)) {
      blockedOnLoad |= bit;
      blockedOnGlobal |= scoreboard.blocksOnGlobal(warp, kernel, index) ? bit : 0;
    } else {
      blockedOnResult |= bit;
    }
  }

  /** Takes notice that an instruction of a warp has written its registers and left the SM. */
  void completed(int warp, int index) {
    KernelProgram kernel = program[warp];
    boolean isMemory = kernel.kind(index) != InstructionKind.PIPED;
    scoreboard.release(warp, kernel, index, isMemory);
    inFlight[warp]--;
    long bit = 1L << warp;
    if (((blockedOnLoad | blockedOnResult) & bit) != 0) {
      consider(warp);
    } else if (((atFence | finished) & bit) != 0) {
      leaveFence(warp);
      checkDrained(warp);
    }
  }

  /** Takes notice that a write of a warp has been acknowledged. */
  void storeAcknowledged(int warp) {
    pendingStores[warp]--;
    leaveFence(warp);
    checkDrained(warp);
  }

  private void leaveFence(int warp) {
    long bit = 1L << warp;
    if ((atFence & bit) != 0 && inFlight[warp] == 0 && pendingStores[warp] == 0) {
      atFence &= ~bit;
      consider(warp);
    }
  }

  /** Lets a warp issue nothing more; what is in flight completes. */
  void freeze(int warp) {
    long keep = ~(1L << warp);
    for (int p = 0; p < readyAt.length; p++) {
      leavePort(p, warp);
    }
    unfetched &= keep;
    blockedOnLoad &= keep;
    blockedOnGlobal &= keep;
    blockedOnResult &= keep;
    frozen |= 1L << warp;
  }

  /** Puts a suspended warp into a free slot, frozen. */
  void restore(int warp, KernelProgram kernel, int tbSlot, int slotInStream, int indexInBlock) {
    place(warp, kernel, tbSlot, slotInStream, indexInBlock);
    frozen |= 1L << warp;
  }

  /** Lets a frozen warp go on at its head, which it has to fetch. */
  void thaw(int warp) {
    frozen &= ~(1L << warp);
    buffered[warp] = 0;
    unfetched |= 1L << warp;
  }

  /** Ends a warp at once: it issues nothing more and waits only for what is in flight. */
  void drop(int warp) {
    long keep = ~(1L << warp);
    for (int p = 0; p < readyAt.length; p++) {
      leavePort(p, warp);
    }
    atBarrier &= keep;
    atFence &= keep;
    unfetched &= keep;
    blockedOnLoad &= keep;
    blockedOnGlobal &= keep;
    blockedOnResult &= keep;
    frozen &= keep;
    head[warp] = NONE;
    finish(warp);
  }

  private void checkDrained(int warp) {
    if ((finished >>> warp & 1) != 0 && inFlight[warp] == 0 && pendingStores[warp] == 0) {
      drained |= 1L << warp;
    }
  }

  /** Frees the slot of a warp that has ended. */
  void remove(int warp) {
    long keep = ~(1L << warp);
    alive &= keep;
    frozen &= keep;
    atBarrier &= keep;
    finished &= keep;
    drained &= keep;
    program[warp] = null;
  }

  /** Returns true when no register of the warp is pending. */
  boolean isQuiet(int warp) {
    return scoreboard.isQuiet(warp);
  }
}
