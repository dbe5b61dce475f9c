package org.polyphony.gpu.sm.async;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Warp;

/**
 * The tiles that the thread blocks of an SM have drawn: a cluster draws one tile ahead, when the
 * first of its warps begins a trip. Warps wait for a tile at an mbarrier whose phases are tiles.
 *
 * <p>State per thread-block slot: its program; the tiles that have come and the number of the last
 * one; the trips that a warp has begun; whether a tile is asked for.
 */
public final class DrawnTiles {
  private static final int BARRIER = -2; // address of the mbarrier, outside of shared memory

  private final int sm;
  private final MBarriers barriers;
  private final KernelProgram[] programs;
  private final int[] streamSlots;
  private final int[] known;
  private final int[] begun;
  private final long[] last;
  private int asking; // bit per slot
  private final List<Request> requests = new ArrayList<>();

  /** A thread block of an SM asks for the tile of a trip. */
  public record Request(long cycle, int sm, int block, int kernelRow, int trip) {}

  /** The tiles of a suspended thread block; its stream keeps their numbers. */
  record Saved(int streamSlot, int known, int begun, long last) {}

  DrawnTiles(int sm, int blocks, MBarriers barriers) {
    this.sm = sm;
    this.barriers = barriers;
    this.programs = new KernelProgram[blocks];
    this.streamSlots = new int[blocks];
    this.known = new int[blocks];
    this.begun = new int[blocks];
    this.last = new long[blocks];
  }

  /** A thread block starts; the one before it may have ended while it asked for a tile. */
  void launch(int block) {
    asking &= ~(1 << block);
  }

  /** Gives a thread block that has just started the first tile of its cluster. */
  void first(int block, KernelProgram program, int streamSlot, long tile) {
    restore(block, program, new Saved(streamSlot, 0, 0, 0));
    barriers.init(block, BARRIER, 1);
    arrive(block, tile, 0);
  }

  /** Returns the tiles of a block that is suspended; it must be quiet. */
  Saved save(int block) {
    return new Saved(streamSlots[block], known[block], begun[block], last[block]);
  }

  /** Restores the tiles of a block; those who restore the mbarriers restore that of the tiles. */
  void restore(int block, KernelProgram program, Saved saved) {
    programs[block] = program;
    streamSlots[block] = saved.streamSlot;
    known[block] = saved.known;
    begun[block] = saved.begun;
    last[block] = saved.last;
  }

  /** Makes a warp that begins a trip wait for its tile. */
  void await(Warp warp, int trip, long cycle) {
    int block = warp.block();
    barriers.await(warp, BARRIER, trip + 1L, cycle);
    begun[block] = Math.max(begun[block], trip + 1);
    ask(block, cycle);
  }

  /** The next tile of a thread block has come. */
  void arrive(int block, long tile, long cycle) {
    programs[block].stream.drawn(streamSlots[block], tile);
    known[block]++;
    last[block] = tile;
    asking &= ~(1 << block);
    barriers.arrive(block, BARRIER, 1, cycle);
    ask(block, cycle);
  }

  /** Asks for the tile after the last one, once a warp has begun the trip of the last one. */
  private void ask(int block, long cycle) {
    boolean isAsking = (asking >>> block & 1) != 0;
    boolean hasMore = last[block] < programs[block].tiles;
    if (!isAsking && hasMore && begun[block] >= known[block]) {
      asking |= 1 << block;
      requests.add(new Request(cycle, sm, block, programs[block].row, known[block]));
    }
  }

  /** Returns whether a thread block waits for no tile. */
  boolean isQuiet(int block) {
    return (asking >>> block & 1) == 0;
  }

  /** Moves all requests to a list, in the order in which they were made. */
  void takeRequests(List<Request> to) {
    if (!requests.isEmpty()) {
      to.addAll(requests);
      requests.clear();
    }
  }
}
