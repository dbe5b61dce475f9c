package org.polyphony.gpu.queue;

import java.util.Arrays;

/**
 * Timer wheel for events of the near future: a ring of lists by cycle, and a bit mask of non-empty
 * lists.
 *
 * <p>An event is the index of an in-flight instruction. Events of the same cycle are taken in
 * insertion order. The horizon is a power of two of cycles.
 */
public final class TimerWheel {
  /** No event. */
  public static final int NONE = -1;

  private final int mask;
  private final int[] first;
  private final int[] last;
  private final int[] next;
  private final long[] occupied;
  private long due = Long.MAX_VALUE; // no event is earlier

  /**
   * Creates an empty wheel.
   *
   * @param horizon maximum cycles ahead of now, a power of two, at least 64
   * @param events exclusive upper bound of event numbers
   */
  public TimerWheel(int horizon, int events) {
    this.mask = horizon - 1;
    this.first = new int[horizon];
    this.last = new int[horizon];
    this.next = new int[events];
    this.occupied = new long[horizon >> 6];
    Arrays.fill(first, NONE);
  }

  /** Schedules an event after now and before now plus the horizon. */
  public void add(long cycle, int event) {
    int at = (int) cycle & mask;
    next[event] = NONE;
    if (first[at] == NONE) {
      first[at] = event;
      occupied[at >> 6] |= 1L << at;
    } else {
      next[last[at]] = event;
    }
    last[at] = event;
    due = Math.min(due, cycle);
  }

  /** Returns whether a cycle has events; earlier events must have been taken. */
  public boolean isDue(long cycle) {
    return due <= cycle;
  }

  /**
   * Removes all events of a cycle.
   *
   * @return the first, {@link #after} leads to the others; {@link #NONE} if there is none
   */
  public int take(long cycle) {
    int at = (int) cycle & mask;
    int event = first[at];
    if (event != NONE) {
      first[at] = NONE;
      occupied[at >> 6] &= ~(1L << at);
    }
    due = nextAfter(cycle);
    return event;
  }

  /** Returns the event after a removed one, or {@link #NONE}; valid until that is added again. */
  public int after(int event) {
    return next[event];
  }

  /** Returns the first cycle with an event, or {@code Long.MAX_VALUE}. */
  public long nextWork() {
    return due;
  }

  private long nextAfter(long cycle) {
    int start = (int) (cycle + 1) & mask;
    int word = start >> 6;
    long bits = occupied[word] & (-1L << start);
    for (int i = 0; i <= occupied.length; i++) {
      if (bits != 0) {
        int at = (word << 6) + Long.numberOfTrailingZeros(bits);
        return cycle + 1 + ((at - start) & mask);
      }
      word = (word + 1) & (occupied.length - 1);
      bits = occupied[word];
    }
    return Long.MAX_VALUE;
  }
}
