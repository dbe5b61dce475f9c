package org.polyphony.gpu.sm.warp;

import java.util.Arrays;

/**
 * The groups of asynchronous operations of each warp: an operation joins the open group of its
 * kind, a commit closes that group, and a warp can wait until only so many closed groups are
 * pending.
 *
 * <p>A group ends when all its operations are done and all earlier groups of its kind have ended.
 * State per (warp slot, kind): {@code open}, the number of the open group; {@code oldest}, that of
 * the first group that has not ended; per group the operations that are not done. State per warp
 * slot: the kinds that it waits for and how many groups may be pending. At most {@value
 * #MOST_PENDING} groups are pending, as the hardware counts them in six bits; a commit beyond that
 * leaves the group open. Source: PTX ISA, cp.async.commit_group, wgmma.commit_group,
 * cp.async.bulk.commit_group and their wait_group.
 */
public final class AsyncGroups {
  /** Copies from global to shared memory by a warp's lanes. */
  public static final int COPY = 0;

  /** Matrix multiply-adds of a warpgroup. */
  public static final int MULTIPLY = 1;

  /** Copies of the bulk-copy engine. */
  public static final int BULK = 2;

  private static final int MOST_PENDING = 63;
  private static final int KIND_SHIFT = 2; // 4 kinds at most
  private static final int GROUP_SHIFT = 6; // groups in a ring of MOST_PENDING + 1

  private final int[] running; // by warp, kind and group
  private final int[] open; // by warp and kind
  private final int[] oldest; // by warp and kind
  private final int[] awaited; // by warp: bit k for kind k
  private final int[] allowed; // by warp: groups of each awaited kind that may be pending

  AsyncGroups(int warps) {
    open = new int[warps << KIND_SHIFT];
    oldest = new int[open.length];
    running = new int[open.length << GROUP_SHIFT];
    awaited = new int[warps];
    allowed = new int[warps];
  }

  /** Discards the groups of the previous warp of a slot. */
  void clear(int warp) {
    int at = warp << KIND_SHIFT;
    Arrays.fill(open, at, at + (1 << KIND_SHIFT), 0);
    Arrays.fill(oldest, at, at + (1 << KIND_SHIFT), 0);
    awaited[warp] = 0;
  }

  /** An operation starts; returns the number of its group, for {@link #done}. */
  int join(int warp, int kind) {
    int group = open[at(warp, kind)];
    running[place(warp, kind, group)]++;
    return group;
  }

  /** Closes the open group of a kind. */
  void commit(int warp, int kind) {
    if (pending(warp, kind) < MOST_PENDING) {
      open[at(warp, kind)]++;
      settle(warp, kind);
    }
  }

  /** An operation of a group is done. */
  void done(int warp, int kind, int group) {
    running[place(warp, kind, group)]--;
    settle(warp, kind);
  }

  private void settle(int warp, int kind) {
    int at = at(warp, kind);
    while (oldest[at] != open[at] && running[place(warp, kind, oldest[at])] == 0) {
      oldest[at]++;
    }
  }

  /** Returns the closed groups of a kind that have not ended. */
  int pending(int warp, int kind) {
    int at = at(warp, kind);
    return open[at] - oldest[at];
  }

  /**
   * Sets the condition that a warp waits for.
   *
   * @param kinds bit k for kind k
   * @param most groups of each of these kinds that may be pending
   * @return whether it has to wait
   */
  boolean await(int warp, int kinds, int most) {
    awaited[warp] = kinds;
    allowed[warp] = most;
    return !isOver(warp);
  }

  /** Returns whether a warp need not wait any longer. */
  boolean isOver(int warp) {
    boolean over = true;
    for (int rest = awaited[warp]; rest != 0; rest &= rest - 1) {
      over &= pending(warp, Integer.numberOfTrailingZeros(rest)) <= allowed[warp];
    }
    return over;
  }

  private static int at(int warp, int kind) {
    return (warp << KIND_SHIFT) + kind;
  }

  private static int place(int warp, int kind, int group) {
    return (at(warp, kind) << GROUP_SHIFT) + (group & MOST_PENDING);
  }
}
