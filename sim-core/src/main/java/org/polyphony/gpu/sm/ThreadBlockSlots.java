package org.polyphony.gpu.sm;

import java.util.Arrays;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.issue.InstructionFetch;
import org.polyphony.gpu.sm.issue.IssueCounts;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The thread blocks resident on an SM: the warp slots of each, and which have ended.
 *
 * <p>State per thread-block slot: a {@link Block}; bit i of {@code ended} until the end is
 * acknowledged; bit i of {@code moving} while its context is being transferred, of {@code
 * suspending} from the suspend command until it has left.
 */
public final class ThreadBlockSlots {
  /** Base address of saved contexts, disjoint from all data and code. */
  private static final long CONTEXT_BASE = 1L << 60;

  private static final int ROW_SHIFT = 40;
  private static final long AREAS = 1 << 20; // per kernel, indexed by thread block

  private final WarpTable warps;
  private final WarpStates states;
  private final Barriers barriers;
  private final AsyncUnit async;
  private final IssueStage issue;
  private final IssueCounts counts;
  private final InstructionFetch fetch;
  private final ContextMover mover;
  private final Block[] blocks;
  private int ended;
  private int dropped;
  private int suspending;
  private int moving;
  private boolean changed; // any of it, in this cycle

  ThreadBlockSlots(
      int slots,
      WarpTable warps,
      Barriers barriers,
      AsyncUnit async,
      IssueStage issue,
      InstructionFetch fetch,
      ContextMover mover) {
    this.warps = warps;
    this.states = warps.states();
    this.barriers = barriers;
    this.async = async;
    this.issue = issue;
    this.counts = issue.counts();
    this.fetch = fetch;
    this.mover = mover;
    this.blocks = new Block[slots];
    Arrays.setAll(blocks, Block::new);
  }

  void launch(int tbSlot, KernelProgram kernel, long index) {
    long chosen = warps.chooseFree(kernel.warpsPerBlock);
    Block block = place(tbSlot, kernel, index, kernel.begin(index), chosen);
    counts.launched(tbSlot);
    barriers.launch(tbSlot, chosen);
    async.launch(tbSlot, chosen);
    int inBlock = 0;
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      warps.launch(warp, kernel, tbSlot, block.streamSlot, inBlock++);
      issue.warpArrived(warps.at(warp));
      if (warps.at(warp).head() == null) {
        barriers.leave(tbSlot, warp);
      }
    }
  }

  /**
   * Gives a thread block that was launched in this cycle the first tile of its cluster. What is
   * drawn cannot be put back: the thread block cannot be dropped and run again.
   */
  void draw(int tbSlot, long tile) {
    counts.mustNotRunAgain(tbSlot);
    async.draw(tbSlot, blocks[tbSlot].program, blocks[tbSlot].streamSlot, tile);
  }

  private Block place(int tbSlot, KernelProgram kernel, long index, int slotInStream, long chosen) {
    blocks[tbSlot].place(kernel, index, slotInStream, chosen);
    dropped &= ~(1 << tbSlot);
    return blocks[tbSlot];
  }

  /** Resumes a suspended thread block; its warps continue once its context is restored. */
  void resume(long cycle, int tbSlot, KernelProgram kernel, ThreadBlockContext from, long bytes) {
    long chosen = warps.chooseFree(kernel.warpsPerBlock);
    Block block = place(tbSlot, kernel, from.threadBlock(), from.streamSlot(), chosen);
    counts.resumed(tbSlot, from.issued(), from.lanesIssued(), from.mayRunAgain());
    long running = 0;
    long atBarrier = 0;
    int inBlock = 0;
    for (long rest = chosen; rest != 0; rest &= rest - 1, inBlock++) {
      int warp = Long.numberOfTrailingZeros(rest);
      Instruction head = from.heads().get(inBlock);
      if (head != null) {
        warps.restore(warp, kernel, tbSlot, block.streamSlot, inBlock, head);
        issue.warpArrived(warps.at(warp));
        running |= 1L << warp;
        atBarrier |= (from.atBarrier() >>> inBlock & 1) << warp;
      }
    }
    block.warpsLeft = running;
    barriers.restore(tbSlot, running, atBarrier);
    barriers.restoreNamed(tbSlot, from.named(), chosen);
    async.restore(tbSlot, from.async(), kernel, chosen, running, cycle);
    block.restoring(cycle);
    move(block, false, bytes);
  }

  /** Drops a thread block; a context transfer in progress completes first. */
  void drop(long cycle, int tbSlot) {
    Block block = blocks[tbSlot];
    block.restored(cycle);
    counts.dropped(tbSlot, block.program.row);
    dropped |= 1 << tbSlot;
    suspending &= ~(1 << tbSlot);
    mover.cancel(tbSlot);
    block.context = null;
    for (long rest = unfinished(block); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      warps.drop(warp);
      barriers.leave(tbSlot, warp);
    }
  }

  private long unfinished(Block block) {
    return block.warpsLeft & ~states.finished();
  }

  /** Suspends a thread block and saves its context, unless it is about to end anyway. */
  void suspend(long cycle, int tbSlot, long bytes) {
    Block block = blocks[tbSlot];
    if (unfinished(block) == 0) {
      return;
    }
    block.restored(cycle);
    suspending |= 1 << tbSlot;
    block.contextBytes = bytes;
    for (long rest = unfinished(block); rest != 0; rest &= rest - 1) {
      warps.freeze(Long.numberOfTrailingZeros(rest));
    }
  }

  /**
   * Advances context transfers and records ended thread blocks.
   *
   * @return whether a context transfer has started or completed
   */
  boolean advance(long cycle) {
    changed = false;
    if (moving != 0) {
      endMoves(cycle);
    }
    if (suspending != 0) {
      saveQuiet();
    }
    if (states.drained() != 0) {
      removeDrained();
    }
    return changed;
  }

  private void endMoves(long cycle) {
    for (int rest = moving; rest != 0; rest &= rest - 1) {
      int tbSlot = Integer.numberOfTrailingZeros(rest);
      if (mover.isDone(tbSlot)) {
        moving &= ~(1 << tbSlot);
        changed = true;
        if (blocks[tbSlot].warpsLeft == 0) {
          ended |= 1 << tbSlot; // saved, or dropped in the meantime
        } else if (((suspending | dropped) >>> tbSlot & 1) == 0) {
          blocks[tbSlot].restored(cycle);
          thaw(blocks[tbSlot]);
        }
      }
    }
  }

  private void thaw(Block block) {
    for (long rest = block.warpsLeft; rest != 0; rest &= rest - 1) {
      warps.thaw(Long.numberOfTrailingZeros(rest));
    }
  }

  private void saveQuiet() {
    for (int rest = suspending & ~moving; rest != 0; rest &= rest - 1) {
      Block block = blocks[Integer.numberOfTrailingZeros(rest)];
      if (isQuiet(block.warpsLeft) && async.isQuiet(block.slot)) {
        save(block);
      }
    }
  }

  private boolean isQuiet(long ofBlock) {
    boolean quiet = true;
    for (long rest = ofBlock; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      quiet &= warps.at(warp).isQuiet();
    }
    return quiet;
  }

  private void save(Block block) {
    long atBarrier = 0;
    long elsewhere = barriers.waitingAtNamed(block.slot) | async.waitingAtCluster(block.slot);
    long unnumbered = states.atBarrier() & ~elsewhere;
    Instruction[] heads = new Instruction[block.program.warpsPerBlock];
    int inBlock = 0;
    for (long rest = block.warpsAtLaunch; rest != 0; rest &= rest - 1, inBlock++) {
      int warp = Long.numberOfTrailingZeros(rest);
      boolean isLeft = (unfinished(block) >>> warp & 1) != 0;
      heads[inBlock] = isLeft ? warps.at(warp).head() : null;
      atBarrier |= isLeft ? (unnumbered >>> warp & 1) << inBlock : 0;
    }
    block.context =
        new ThreadBlockContext(
            block.program.row,
            block.index,
            block.streamSlot,
            Arrays.asList(heads),
            atBarrier,
            barriers.saveNamed(block.slot, block.warpsAtLaunch),
            async.save(block.slot, block.warpsAtLaunch),
            counts.issuedBy(block.slot),
            counts.lanesIssuedBy(block.slot),
            counts.mayRunAgain(block.slot));
    for (long rest = block.warpsLeft; rest != 0; rest &= rest - 1) {
      remove(Long.numberOfTrailingZeros(rest), block);
    }
    suspending &= ~(1 << block.slot);
    dropped |= 1 << block.slot;
    move(block, true, block.contextBytes);
  }

  private void move(Block block, boolean saves, long bytes) {
    int row = block.program.row;
    long place = (block.index & AREAS - 1) * bytes;
    long at = CONTEXT_BASE + block.program.contextBase + ((long) row << ROW_SHIFT) + place;
    mover.begin(block.slot, saves, at, bytes, row);
    moving |= 1 << block.slot;
    changed = true;
  }

  private void remove(int warp, Block block) {
    issue.warpLeaves(warps.at(warp));
    fetch.forget(warp);
    warps.remove(warp);
    block.warpsLeft &= ~(1L << warp);
  }

  /** Frees warps that have ended, and records blocks whose last warp has ended. */
  private void removeDrained() {
    for (long rest = states.drained(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      Block block = blocks[warps.at(warp).block()];
      remove(warp, block);
      if (block.warpsLeft == 0) {
        ended |= (moving >>> block.slot & 1) == 0 ? 1 << block.slot : 0;
      }
    }
  }

  /**
   * Returns whether a context transfer has completed whose thread block acts on it in the next
   * cycle.
   */
  boolean hasDoneMove() {
    boolean done = false;
    for (int rest = moving; rest != 0; rest &= rest - 1) {
      done |= mover.isDone(Integer.numberOfTrailingZeros(rest));
    }
    return done;
  }

  /** Returns the cycles from a thread block's resumption until its warps could issue. */
  public long restoreCycles(int tbSlot) {
    return blocks[tbSlot].restoreCycles();
  }

  public int kernelRow(int tbSlot) {
    return blocks[tbSlot].program.row;
  }

  /** Returns the slots whose block ended in the last cycle; bit i is slot i. */
  public int ended() {
    return ended;
  }

  /** Returns whether the block that ended in a slot was dropped, and clears its end. */
  public boolean acknowledgeEnd(int tbSlot) {
    ended &= ~(1 << tbSlot);
    blocks[tbSlot].leave();
    return (dropped >>> tbSlot & 1) != 0;
  }

  /** Removes and returns the context of a block whose end was acknowledged; null if it has none. */
  public ThreadBlockContext takeContext(int tbSlot) {
    ThreadBlockContext taken = blocks[tbSlot].context;
    blocks[tbSlot].context = null;
    return taken;
  }

  /** A thread-block slot of an SM and the thread block in it, from the SM's view. */
  private static final class Block {
    private static final long NOT_RESTORING = -1;

    final int slot;
    KernelProgram program; // null if the slot is free
    long index; // in its grid
    int streamSlot;
    long warpsAtLaunch;
    long warpsLeft; // warps that have not ended
    long contextBytes; // to transfer, 0 if transfers are free
    ThreadBlockContext context; // from suspension until the end is acknowledged
    private long restoringSince;
    private long restoreCycles;

    Block(int slot) {
      this.slot = slot;
    }

    /** Places a thread block whose warps have these slots. */
    void place(KernelProgram kernel, long ofGrid, int slotInStream, long warps) {
      program = kernel;
      index = ofGrid;
      streamSlot = slotInStream;
      warpsAtLaunch = warps;
      warpsLeft = warps;
      restoringSince = NOT_RESTORING;
      restoreCycles = 0;
    }

    /** Records the start of a context restore. */
    void restoring(long cycle) {
      restoringSince = cycle;
    }

    /** Records the end of a context restore, or its abort; no effect without a restore. */
    void restored(long cycle) {
      if (restoringSince != NOT_RESTORING) {
        restoreCycles = cycle - restoringSince;
        restoringSince = NOT_RESTORING;
      }
    }

    /** Returns the cycles from its resumption until its warps could issue; 0 if it was launched. */
    long restoreCycles() {
      return restoreCycles;
    }

    /** Frees the slot; the stream keeps the position of a suspended thread block. */
    void leave() {
      if (context == null) {
        program.end(streamSlot);
      }
      program = null;
    }
  }
}
