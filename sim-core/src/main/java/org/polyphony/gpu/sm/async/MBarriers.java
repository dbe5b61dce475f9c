package org.polyphony.gpu.sm.async;

import java.util.Arrays;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.WarpTimers;
import org.polyphony.input.InvalidInputException;

/**
 * The mbarriers in the shared memory of an SM: a phase completes when a number of arrivals and all
 * bytes that were announced have come; warps wait for a phase by its number.
 *
 * <p>State per barrier, which stands in a list of its thread-block slot: its address; arrivals of a
 * phase; arrivals and bytes that are missing; completed phases, and when the last one completed.
 * State per warp slot: the barrier and the phase that it waits for. A warp goes on {@code
 * wakeLatency} cycles after the completion, and {@code checkLatency} cycles after its wait at the
 * earliest. A poll is part of the wait, not an instruction. Source: PTX ISA, mbarrier.
 */
public final class MBarriers {
  private static final int NONE = -1;

  private final WarpTable warps;
  private final int checkLatency;
  private final int wakeLatency;
  private final int[] first; // by thread-block slot
  private int[] next = new int[32];
  private int[] address = new int[32];
  private int[] arrivals = new int[32];
  private int[] missingArrivals = new int[32];
  private long[] missingBytes = new long[32]; // negative if they came before they were announced
  private long[] phases = new long[32];
  private long[] completedAt = new long[32];
  private int free = NONE;
  private int used;
  private final int[] awaited = new int[64]; // by warp slot
  private final long[] awaitedPhase = new long[64];
  private final WarpTimers waking = new WarpTimers();

  /**
   * The barriers of a suspended thread block, five numbers each, and what its warps wait for: an
   * address, or -1, and a phase, by warp of the block.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Saved(long[] barriers, int[] awaited, long[] phases) {}

  /**
   * Creates the barriers of an SM without thread blocks.
   *
   * @param checkLatency cycles of a wait for a phase that has long completed
   * @param wakeLatency cycles from the completion of a phase until a waiting warp can issue
   */
  MBarriers(int blocks, WarpTable warps, int checkLatency, int wakeLatency) {
    this.warps = warps;
    this.checkLatency = checkLatency;
    this.wakeLatency = wakeLatency;
    this.first = new int[blocks];
    Arrays.fill(first, NONE);
    Arrays.fill(awaited, NONE);
  }

  /** Starts a thread block, which has no barriers; {@code warpsOfBlock} are its warp slots. */
  void launch(int block, long warpsOfBlock) {
    while (first[block] != NONE) {
      int barrier = first[block];
      first[block] = next[barrier];
      next[barrier] = free;
      free = barrier;
    }
    waking.end(warpsOfBlock);
    for (long rest = warpsOfBlock; rest != 0; rest &= rest - 1) {
      awaited[Long.numberOfTrailingZeros(rest)] = NONE;
    }
  }

  /** Makes a word of shared memory a barrier of phases with so many arrivals. */
  void init(int block, int at, int arrivalsOfPhase) {
    int barrier = search(block, at);
    if (barrier == NONE) {
      barrier = take();
      next[barrier] = first[block];
      first[block] = barrier;
      address[barrier] = at;
    }
    arrivals[barrier] = Math.max(1, arrivalsOfPhase);
    missingArrivals[barrier] = arrivals[barrier];
    missingBytes[barrier] = 0;
    phases[barrier] = 0;
    completedAt[barrier] = 0;
  }

  private int take() {
    if (free != NONE) {
      int taken = free;
      free = next[taken];
      return taken;
    }
    if (used == next.length) {
      int capacity = 2 * used;
      next = Arrays.copyOf(next, capacity);
      address = Arrays.copyOf(address, capacity);
      arrivals = Arrays.copyOf(arrivals, capacity);
      missingArrivals = Arrays.copyOf(missingArrivals, capacity);
      missingBytes = Arrays.copyOf(missingBytes, capacity);
      phases = Arrays.copyOf(phases, capacity);
      completedAt = Arrays.copyOf(completedAt, capacity);
    }
    return used++;
  }

  private int search(int block, int at) {
    int barrier = first[block];
    while (barrier != NONE && address[barrier] != at) {
      barrier = next[barrier];
    }
    return barrier;
  }

  private int find(int block, int at) {
    int barrier = search(block, at);
    if (barrier == NONE) {
      throw new InvalidInputException(
          "mbarrier at byte %d of shared memory is used before a SYNCS.EXCH initializes it"
              .formatted(at));
    }
    return barrier;
  }

  /** Counts arrivals at a barrier. */
  void arrive(int block, int at, int count, long cycle) {
    int barrier = find(block, at);
    missingArrivals[barrier] -= count;
    completeIfDone(barrier, cycle);
  }

  /** Announces bytes that the phase waits for. */
  void expect(int block, int at, long bytes) {
    missingBytes[find(block, at)] += bytes;
  }

  /** Counts bytes that have arrived. */
  void complete(int block, int at, long bytes, long cycle) {
    int barrier = find(block, at);
    missingBytes[barrier] -= bytes;
    completeIfDone(barrier, cycle);
  }

  private void completeIfDone(int barrier, long cycle) {
    if (missingArrivals[barrier] > 0 || missingBytes[barrier] != 0) {
      return;
    }
    missingArrivals[barrier] += arrivals[barrier];
    phases[barrier]++;
    completedAt[barrier] = cycle;
    for (long rest = warps.states().atMBarrier(); rest != 0; rest &= rest - 1) {
      int warp = Long.numberOfTrailingZeros(rest);
      if (awaited[warp] == barrier && awaitedPhase[warp] <= phases[barrier]) {
        awaited[warp] = NONE;
        waking.start(warp, cycle + wakeLatency);
      }
    }
  }

  /** Makes a warp wait until a barrier has completed a number of phases. */
  void await(Warp warp, int at, long phase, long cycle) {
    int barrier = find(warp.block(), at);
    warps.waitAtMBarrier(warp);
    if (phase > phases[barrier]) {
      awaited[warp.slot()] = barrier;
      awaitedPhase[warp.slot()] = phase;
      return;
    }
    long woken = phase > 0 && phase == phases[barrier] ? completedAt[barrier] + wakeLatency : 0;
    waking.start(warp.slot(), Math.max(cycle + checkLatency, woken));
  }

  /** Releases warps that have waited long enough; returns whether there are any. */
  boolean tick(long cycle) {
    long released = waking.release(cycle);
    warps.leaveMBarrier(released);
    return released != 0;
  }

  /** Returns whether a warp is about to go on. */
  boolean isBusy() {
    return waking.waiting() != 0;
  }

  /** Returns the next cycle in which a warp goes on; {@code Long.MAX_VALUE} if none is known. */
  long nextWork() {
    return waking.next();
  }

  /** Describes the condition that a warp waits for. */
  String describe(int warp) {
    int barrier = awaited[warp];
    return barrier == NONE
        ? "about to go on"
        : "0x%x, phase %d of which %d have completed, %d arrivals and %d bytes missing"
            .formatted(
                address[barrier],
                awaitedPhase[warp],
                phases[barrier],
                missingArrivals[barrier],
                missingBytes[barrier]);
  }

  /** Returns the barriers of a block that is suspended; {@code slots} are its warp slots. */
  Saved save(int block, long slots) {
    long[] barriers = new long[0];
    for (int barrier = first[block]; barrier != NONE; barrier = next[barrier]) {
      int at = barriers.length;
      barriers = Arrays.copyOf(barriers, at + 5);
      barriers[at] = address[barrier];
      barriers[at + 1] = arrivals[barrier];
      barriers[at + 2] = missingArrivals[barrier];
      barriers[at + 3] = missingBytes[barrier];
      barriers[at + 4] = phases[barrier];
    }
    int[] addresses = new int[Long.bitCount(slots)];
    long[] awaitedPhases = new long[addresses.length];
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1, index++) {
      int warp = Long.numberOfTrailingZeros(rest);
      boolean waits = (warps.states().atMBarrier() >>> warp & 1) != 0 && awaited[warp] != NONE;
      addresses[index] = waits ? address[awaited[warp]] : NONE;
      awaitedPhases[index] = awaitedPhase[warp];
    }
    return new Saved(barriers, addresses, awaitedPhases);
  }

  /** Restores the barriers of a block in other warp slots. */
  void restore(int block, Saved saved, long slots, long cycle) {
    launch(block, slots);
    for (int at = 0; at < saved.barriers.length; at += 5) {
      init(block, (int) saved.barriers[at], (int) saved.barriers[at + 1]);
      int barrier = first[block];
      missingArrivals[barrier] = (int) saved.barriers[at + 2];
      missingBytes[barrier] = saved.barriers[at + 3];
      phases[barrier] = saved.barriers[at + 4];
    }
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1, index++) {
      if (saved.awaited[index] != NONE) {
        Warp warp = warps.at(Long.numberOfTrailingZeros(rest));
        await(warp, saved.awaited[index], saved.phases[index], cycle);
      }
    }
  }
}
