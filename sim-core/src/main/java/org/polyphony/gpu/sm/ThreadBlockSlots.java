package org.polyphony.gpu.sm;

import org.polyphony.gpu.sm.issue.InstructionFetch;
import org.polyphony.gpu.sm.issue.IssueCounts;
import org.polyphony.gpu.sm.issue.IssueStage;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The thread blocks resident on an SM: which warp slots each has, and which have ended.
 *
 * <p>State per thread-block slot: its warps that have not ended; its program and stream slot; bit i
 * of {@code ended} until the end is acknowledged; bit i of {@code moving} while its context is on
 * its way, of {@code suspending} from the order to suspend it until it has left.
 */
final class ThreadBlockSlots {
  /** Where contexts are kept, apart from all data and code. */
  private static final long CONTEXT_BASE = 1L << 60;

  private static final int ROW_SHIFT = 40;
  private static final long AREAS = 1 << 20; // of a kernel, in the order of its grid

  private final WarpTable warps;
  private final WarpStates states;
  private final Barriers barriers;
  private final IssueStage issue;
  private final IssueCounts counts;
  private final InstructionFetch fetch;
  private final ContextMover mover;
  private final RestoreTimes restores;
  private final long[] warpsLeft;
  private final long[] warpsAtLaunch;
  private final KernelProgram[] program;
  private final int[] streamSlot;
  private final long[] threadBlock;
  private final long[] contextBytes; // to be moved, 0 when moving is free
  private final ThreadBlockContext[] context; // of those suspended whose end is not acknowledged
  private int ended;
  private int dropped;
  private int suspending;
  private int moving;
  private boolean changed; // a bit of it, in this cycle

  ThreadBlockSlots(
      int slots,
      WarpTable warps,
      Barriers barriers,
      IssueStage issue,
      InstructionFetch fetch,
      ContextMover mover) {
    this.warps = warps;
    this.states = warps.states();
    this.barriers = barriers;
    this.issue = issue;
    this.counts = issue.counts();
    this.fetch = fetch;
    this.mover = mover;
    this.restores = new RestoreTimes(slots);
    this.warpsLeft = new long[slots];
    this.warpsAtLaunch = new long[slots];
    this.program = new KernelProgram[slots];
    this.streamSlot = new int[slots];
    this.threadBlock = new long[slots];
    this.contextBytes = new long[slots];
    this.context = new ThreadBlockContext[slots];
  }

  void launch(int tbSlot, KernelProgram kernel, long block) {
    long chosen = warps.chooseFree(kernel.warpsPerBlock);
    place(tbSlot, kernel, kernel.begin(block), block, chosen);
    counts.launched(tbSlot);
    barriers.launch(tbSlot, chosen);
    int index = 0;
    for (long rest = chosen; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      warps.launch(warp, kernel, tbSlot, streamSlot[tbSlot], index++);
      issue.warpArrived(warps.at(warp));
      if (warps.at(warp).head() == null) {
        barriers.leave(tbSlot, warp);
      }
    }
  }

  private void place(int tbSlot, KernelProgram kernel, int slotInStream, long block, long chosen) {
    program[tbSlot] = kernel;
    streamSlot[tbSlot] = slotInStream;
    threadBlock[tbSlot] = block;
    warpsLeft[tbSlot] = chosen;
    warpsAtLaunch[tbSlot] = chosen;
    dropped &= ~(1 << tbSlot);
    restores.clear(tbSlot);
  }

  /** Brings a suspended thread block back; its warps go on when its context has come. */
  void resume(long cycle, int tbSlot, ThreadBlockContext from, long bytes) {
    KernelProgram kernel = from.program;
    long chosen = warps.chooseFree(kernel.warpsPerBlock);
    place(tbSlot, kernel, from.streamSlot, from.threadBlock, chosen);
    counts.resumed(tbSlot, from.issued, from.lanesIssued, from.mayRunAgain);
    long running = 0;
    long atBarrier = 0;
    int index = 0;
    for (long rest = chosen; rest != 0; rest &= rest - 1, index++) {
      int warp = Long.numberOfTrailingZeros(rest);
      if (from.heads[index] != null) {
        warps.restore(warp, kernel, tbSlot, from.streamSlot, index, from.heads[index]);
        issue.warpArrived(warps.at(warp));
        running |= 1L << warp;
        atBarrier |= (from.atBarrier >>> index & 1) << warp;
      }
    }
    warpsLeft[tbSlot] = running;
    barriers.restore(tbSlot, running, atBarrier);
    restores.begin(cycle, tbSlot);
    move(tbSlot, false, bytes);
  }

  /** Drops a thread block; what of its context is on its way arrives first. */
  void drop(long cycle, int tbSlot) {
    restores.end(cycle, tbSlot);
    counts.dropped(tbSlot, program[tbSlot].process);
    dropped |= 1 << tbSlot;
    suspending &= ~(1 << tbSlot);
    mover.cancel(tbSlot);
    if (context[tbSlot] != null) {
      program[tbSlot].end(streamSlot[tbSlot]);
      context[tbSlot] = null;
    }
    for (long rest = warpsLeft[tbSlot] & ~states.finished(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      warps.drop(warp);
      barriers.leave(tbSlot, warp);
    }
  }

  /** Stops a thread block and sends its context to memory, unless it is about to end anyway. */
  void suspend(long cycle, int tbSlot, long bytes) {
    if ((warpsLeft[tbSlot] & ~states.finished()) == 0) {
      return;
    }
    restores.end(cycle, tbSlot);
    suspending |= 1 << tbSlot;
    contextBytes[tbSlot] = bytes;
    for (long rest = warpsLeft[tbSlot] & ~states.finished(); rest != 0; rest &= rest - 1) {
      warps.freeze(Long.numberOfTrailingZeros(rest));
    }
  }

  /**
   * Goes on with thread blocks that come or go with their context, and notes those that ended.
   *
   * @return true when a context has begun to move or has arrived
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
        if (warpsLeft[tbSlot] == 0) {
          ended |= 1 << tbSlot; // saved, or dropped meanwhile
        } else if (((suspending | dropped) >>> tbSlot & 1) == 0) {
          restores.end(cycle, tbSlot);
          thaw(tbSlot);
        }
      }
    }
  }

  private void thaw(int tbSlot) {
    for (long rest = warpsLeft[tbSlot]; rest != 0; rest &= rest - 1) {
      warps.thaw(Long.numberOfTrailingZeros(rest));
    }
  }

  private void saveQuiet() {
    for (int rest = suspending & ~moving; rest != 0; rest &= rest - 1) {
      int tbSlot = Integer.numberOfTrailingZeros(rest);
      if (isQuiet(warpsLeft[tbSlot])) {
        save(tbSlot);
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

  private void save(int tbSlot) {
    long atBarrier = 0;
    Instruction[] heads = new Instruction[program[tbSlot].warpsPerBlock];
    int index = 0;
    for (long rest = warpsAtLaunch[tbSlot]; rest != 0; rest &= rest - 1, index++) {
      int warp = Long.numberOfTrailingZeros(rest);
      boolean isLeft = ((warpsLeft[tbSlot] & ~states.finished()) >>> warp & 1) != 0;
      heads[index] = isLeft ? warps.at(warp).head() : null;
      atBarrier |= isLeft ? (states.atBarrier() >>> warp & 1) << index : 0;
    }
    context[tbSlot] =
        new ThreadBlockContext(
            program[tbSlot],
            threadBlock[tbSlot],
            streamSlot[tbSlot],
            heads,
            atBarrier,
            counts.issuedBy(tbSlot),
            counts.lanesIssuedBy(tbSlot),
            counts.mayRunAgain(tbSlot));
    for (long rest = warpsLeft[tbSlot]; rest != 0; rest &= rest - 1) {
      remove(Long.numberOfTrailingZeros(rest), tbSlot);
    }
    suspending &= ~(1 << tbSlot);
    dropped |= 1 << tbSlot;
    move(tbSlot, true, contextBytes[tbSlot]);
  }

  private void move(int tbSlot, boolean saves, long bytes) {
    int row = program[tbSlot].row;
    long place = (threadBlock[tbSlot] & AREAS - 1) * bytes;
    long at = CONTEXT_BASE + ((long) row << ROW_SHIFT) + place;
    mover.begin(tbSlot, saves, at, bytes, row);
    moving |= 1 << tbSlot;
    changed = true;
  }

  private void remove(int warp, int tbSlot) {
    issue.warpLeaves(warps.at(warp));
    fetch.forget(warp);
    warps.remove(warp);
    warpsLeft[tbSlot] &= ~(1L << warp);
  }

  /** Frees the warps that have ended, and notes the blocks whose last warp that was. */
  private void removeDrained() {
    for (long rest = states.drained(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      int tbSlot = warps.at(warp).block();
      remove(warp, tbSlot);
      if (warpsLeft[tbSlot] == 0) {
        program[tbSlot].end(streamSlot[tbSlot]);
        ended |= (moving >>> tbSlot & 1) == 0 ? 1 << tbSlot : 0;
      }
    }
  }

  /** Returns true when a context has moved whose thread block goes on in the next cycle. */
  boolean hasDoneMove() {
    boolean done = false;
    for (int rest = moving; rest != 0; rest &= rest - 1) {
      done |= mover.isDone(Integer.numberOfTrailingZeros(rest));
    }
    return done;
  }

  long restoreCycles(int tbSlot) {
    return restores.cycles(tbSlot);
  }

  int kernelRow(int tbSlot) {
    return program[tbSlot].row;
  }

  int ended() {
    return ended;
  }

  boolean acknowledgeEnd(int tbSlot) {
    ended &= ~(1 << tbSlot);
    program[tbSlot] = null;
    return (dropped >>> tbSlot & 1) != 0;
  }

  /** Takes the context of a block whose end was acknowledged; null when it has none. */
  ThreadBlockContext takeContext(int tbSlot) {
    ThreadBlockContext taken = context[tbSlot];
    context[tbSlot] = null;
    return taken;
  }
}
