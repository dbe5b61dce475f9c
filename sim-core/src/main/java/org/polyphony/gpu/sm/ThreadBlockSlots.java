package org.polyphony.gpu.sm;

/**
 * The thread blocks resident on an SM: which warp slots each has, and which have ended.
 *
 * <p>State per thread-block slot: its warps that have not ended; its program and stream slot; bit i
 * of {@code ended} until the end is acknowledged. A block gets the lowest consecutive run of free
 * warp slots, so that its warps spread evenly over the schedulers; when there is none, the lowest
 * free slots.
 */
final class ThreadBlockSlots {
  private final WarpTable warps;
  private final Barriers barriers;
  private final IssueStage issue;
  private final InstructionFetch fetch;
  private final long[] warpsLeft;
  private final KernelProgram[] program;
  private final int[] streamSlot;
  private int ended;
  private int dropped;

  ThreadBlockSlots(
      int slots, WarpTable warps, Barriers barriers, IssueStage issue, InstructionFetch fetch) {
    this.warps = warps;
    this.barriers = barriers;
    this.issue = issue;
    this.fetch = fetch;
    this.warpsLeft = new long[slots];
    this.program = new KernelProgram[slots];
    this.streamSlot = new int[slots];
  }

  void launch(int tbSlot, KernelProgram kernel, int slotInStream, long block) {
    kernel.stream.begin(slotInStream, block);
    long chosen = freeWarps(kernel.warpsPerBlock);
    program[tbSlot] = kernel;
    streamSlot[tbSlot] = slotInStream;
    warpsLeft[tbSlot] = chosen;
    dropped &= ~(1 << tbSlot);
    issue.blockLaunched(tbSlot);
    barriers.launch(tbSlot, chosen);
    int index = 0;
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      issue.priority().launched(kernel.row, warp);
      warps.launch(warp, kernel, tbSlot, slotInStream, index++);
      if (warps.head[warp] == WarpTable.NONE) {
        barriers.leave(tbSlot, warp);
      }
    }
  }

  private long freeWarps(int count) {
    int slots = warps.age.length;
    long all = slots == 64 ? -1L : (1L << slots) - 1;
    long free = all & ~warps.alive;
    long run = count == 64 ? -1L : (1L << count) - 1;
    for (int at = 0; at + count <= slots; at++) {
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

  void drop(int tbSlot) {
    dropped |= 1 << tbSlot;
    for (long rest = warpsLeft[tbSlot] & ~warps.finished; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      warps.drop(warp);
      barriers.leave(tbSlot, warp);
    }
  }

  /** Frees the warps that have ended, and notes the blocks whose last warp that was. */
  void removeDrained() {
    for (long rest = warps.drained; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      int tbSlot = warps.block[warp];
      issue.priority().removed(program[tbSlot].row, warp);
      fetch.forget(warp);
      warps.remove(warp);
      warpsLeft[tbSlot] &= ~(1L << warp);
      if (warpsLeft[tbSlot] == 0) {
        ended |= 1 << tbSlot;
        program[tbSlot].stream.end(streamSlot[tbSlot]);
      }
    }
  }

  int ended() {
    return ended;
  }

  boolean acknowledgeEnd(int tbSlot) {
    ended &= ~(1 << tbSlot);
    program[tbSlot] = null;
    return (dropped >>> tbSlot & 1) != 0;
  }
}
