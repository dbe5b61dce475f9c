package org.polyphony.gpu.sm.warp;

import java.util.Arrays;

/**
 * The numbered barriers of each thread block on an SM, for a number of threads: a warp arrives and
 * waits, or arrives only; a barrier opens when warps of so many threads have arrived, and can be
 * used again.
 *
 * <p>State per (thread-block slot, number): warps that wait, how many have arrived, and how many
 * threads were asked for (0: all live warps of the block). Source: PTX ISA, barrier.sync and
 * barrier.arrive.
 */
public final class NamedBarriers {
  /** Barriers of a thread block. */
  public static final int NUMBERS = 16;

  private static final int NUMBER_BITS = 4;
  private static final int WARP_SHIFT = 5; // 32 threads

  private final WarpTable warps;
  private final long[] waiting;
  private final int[] arrived; // warps
  private final int[] threads;

  /** The barriers of a suspended thread block; bit i of {@code waiting} is warp i of the block. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Saved(long[] waiting, int[] arrived, int[] threads) {}

  NamedBarriers(int blocks, WarpTable warps) {
    this.warps = warps;
    waiting = new long[blocks * NUMBERS];
    arrived = new int[blocks * NUMBERS];
    threads = new int[blocks * NUMBERS];
  }

  /** Returns the number of a barrier and its threads as one number, for {@link #arrive}. */
  public static int pack(long number, long threads) {
    return (int) ((threads << NUMBER_BITS) | (number & (NUMBERS - 1)));
  }

  /** Starts a thread block that has used none. */
  void launch(int block) {
    Arrays.fill(waiting, block * NUMBERS, (block + 1) * NUMBERS, 0);
    Arrays.fill(arrived, block * NUMBERS, (block + 1) * NUMBERS, 0);
  }

  /**
   * A warp arrives; one that waits stands at the barrier already.
   *
   * @param packed from {@link #pack}
   * @param running live warps of the block
   * @return whether the barrier opens
   */
  boolean arrive(int block, int packed, long warp, long running) {
    int at = block * NUMBERS + (packed & (NUMBERS - 1));
    waiting[at] |= warp;
    threads[at] = packed >>> NUMBER_BITS;
    arrived[at]++;
    return openIfComplete(at, running);
  }

  /** A warp has ended; returns whether a barrier of all live warps opens. */
  boolean leave(int block, long running) {
    boolean opened = false;
    for (int at = block * NUMBERS; at < (block + 1) * NUMBERS; at++) {
      opened |= arrived[at] > 0 && threads[at] == 0 && openIfComplete(at, running);
    }
    return opened;
  }

  private boolean openIfComplete(int at, long running) {
    int expected = threads[at] == 0 ? Long.bitCount(running) : (threads[at] + 31) >>> WARP_SHIFT;
    if (arrived[at] < expected) {
      return false;
    }
    long released = waiting[at];
    waiting[at] = 0;
    arrived[at] = 0;
    warps.leaveBarrier(released);
    return true;
  }

  /** Returns the warps of a block that wait at one. */
  long waiting(int block) {
    long all = 0;
    for (int at = block * NUMBERS; at < (block + 1) * NUMBERS; at++) {
      all |= waiting[at];
    }
    return all;
  }

  /**
   * Returns the barriers of a block that is suspended.
   *
   * @param slots warp slots of the block, ascending
   */
  Saved save(int block, long slots) {
    int from = block * NUMBERS;
    int to = from + NUMBERS;
    long[] waitingThere = new long[NUMBERS];
    for (int number = 0; number < NUMBERS; number++) {
      waitingThere[number] = indices(waiting[from + number], slots);
    }
    return new Saved(
        waitingThere, Arrays.copyOfRange(arrived, from, to), Arrays.copyOfRange(threads, from, to));
  }

  /** Restores the barriers of a block in other warp slots. */
  void restore(int block, Saved saved, long slots) {
    int from = block * NUMBERS;
    for (int number = 0; number < NUMBERS; number++) {
      waiting[from + number] = slots(saved.waiting[number], slots);
    }
    System.arraycopy(saved.arrived, 0, arrived, from, NUMBERS);
    System.arraycopy(saved.threads, 0, threads, from, NUMBERS);
    warps.waitAtBarrier(waiting(block));
  }

  /** Returns the indices in a block of some of its warps. */
  public static long indices(long some, long slots) {
    long found = 0;
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1, index++) {
      found |= (some & Long.lowestOneBit(rest)) != 0 ? 1L << index : 0;
    }
    return found;
  }

  /** Returns the slots of some warps of a block. */
  public static long slots(long indices, long slots) {
    long found = 0;
    int index = 0;
    for (long rest = slots; rest != 0; rest &= rest - 1, index++) {
      found |= (indices >>> index & 1) != 0 ? Long.lowestOneBit(rest) : 0;
    }
    return found;
  }
}
