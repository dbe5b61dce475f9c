package org.polyphony.gpu.sm.async;

import org.polyphony.gpu.sm.warp.NamedBarriers;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The barriers of the clusters whose thread blocks are on an SM: a phase completes when all warps
 * of all thread blocks of a cluster have arrived or ended.
 *
 * <p>State per thread-block slot: its live warps and those that have arrived in this phase; the
 * ranks whose warps all have, and those without live warps; completed phases. Per warp slot: phases
 * that it has arrived at, and whether it waits. Source: PTX ISA, barrier.cluster.
 */
final class ClusterBarriers {
  private final WarpTable warps;
  private final long[] live;
  private final long[] arrived;
  private final int[] ranksArrived;
  private final int[] ranksLeft;
  private final int[] completed;
  private final int[] arrivals = new int[64]; // by warp slot
  private long waiting;

  ClusterBarriers(int blocks, WarpTable warps) {
    this.warps = warps;
    live = new long[blocks];
    arrived = new long[blocks];
    ranksArrived = new int[blocks];
    ranksLeft = new int[blocks];
    completed = new int[blocks];
  }

  void launch(int block, long warpsOfBlock) {
    live[block] = warpsOfBlock;
    arrived[block] = 0;
    ranksArrived[block] = 0;
    ranksLeft[block] = 0;
    completed[block] = 0;
    waiting &= ~warpsOfBlock;
    for (long rest = warpsOfBlock; rest != 0; rest &= rest - 1) {
      arrivals[Long.numberOfTrailingZeros(rest)] = 0;
    }
  }

  /** A warp arrives; returns whether all live warps of its block now have. */
  boolean arrive(Warp warp) {
    arrivals[warp.slot()]++;
    arrived[warp.block()] |= warp.bit();
    return haveAllArrived(warp.block());
  }

  /** A warp ends; returns whether the others of its block have arrived and it alone had not. */
  boolean leave(int block, int warp) {
    live[block] &= ~(1L << warp);
    arrived[block] &= live[block];
    return live[block] != 0 && haveAllArrived(block);
  }

  boolean isEmpty(int block) {
    return live[block] == 0;
  }

  private boolean haveAllArrived(int block) {
    if (arrived[block] != live[block]) {
      return false;
    }
    arrived[block] = 0;
    return true;
  }

  /** Makes a warp wait until the phase of its last arrival has completed. */
  void await(Warp warp) {
    if (completed[warp.block()] < arrivals[warp.slot()]) {
      waiting |= warp.bit();
      warps.waitAtBarrier(warp.bit());
    }
  }

  /** All warps of a thread block of the cluster have arrived. */
  void rankArrived(int block, int rank, int size) {
    ranksArrived[block] |= 1 << rank;
    completeIfDone(block, size);
  }

  /** All warps of a thread block of the cluster have ended. */
  void rankLeft(int block, int rank, int size) {
    ranksLeft[block] |= 1 << rank;
    completeIfDone(block, size);
  }

  /** Returns the warps of a thread block that wait. */
  long waiting(int block) {
    return waiting & live[block];
  }

  /**
   * The barrier of a suspended thread block without a cluster; bits and arrivals by warp of the
   * block.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Saved(long arrived, long waiting, int completed, int[] arrivals) {}

  /** Returns the barrier of a block that is suspended; {@code slots} are its warp slots. */
  Saved save(int block, long slots) {
    int[] ofWarps = new int[Long.bitCount(slots)];
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      ofWarps[index++] = arrivals[Long.numberOfTrailingZeros(rest)];
    }
    return new Saved(
        NamedBarriers.indices(arrived[block], slots),
        NamedBarriers.indices(waiting(block), slots),
        completed[block],
        ofWarps);
  }

  /** Restores the barrier of a block in other warp slots, of which some have ended. */
  void restore(int block, Saved saved, long slots, long running) {
    launch(block, slots);
    live[block] = running;
    arrived[block] = NamedBarriers.slots(saved.arrived, slots);
    completed[block] = saved.completed;
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      arrivals[warp] = saved.arrivals[index++];
      if ((NamedBarriers.slots(saved.waiting, slots) >>> warp & 1) != 0) {
        await(warps.at(warp));
      }
    }
  }

  private void completeIfDone(int block, int size) {
    if (ranksArrived[block] == 0 || (ranksArrived[block] | ranksLeft[block]) != (1 << size) - 1) {
      return;
    }
    ranksArrived[block] = 0;
    completed[block]++;
    long released = 0;
    for (long rest = waiting & live[block]; rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      released |= arrivals[warp] <= completed[block] ? 1L << warp : 0;
    }
    waiting &= ~released;
    warps.leaveBarrier(released);
  }
}
