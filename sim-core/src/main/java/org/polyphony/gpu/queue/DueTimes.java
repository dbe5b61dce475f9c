package org.polyphony.gpu.queue;

import java.util.Arrays;

/**
 * When each of several parts has work next; parts without work are not visited.
 *
 * <p>State per part: the cycle, {@link #NEVER} when it waits for another part to wake it.
 */
public final class DueTimes {
  /** No work until it is woken. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long[] due;

  public DueTimes(int parts) {
    due = new long[parts];
    Arrays.fill(due, NEVER);
  }

  public boolean isDue(int part, long cycle) {
    return due[part] <= cycle;
  }

  /** Returns when a part has work next. */
  public long of(int part) {
    return due[part];
  }

  /** Sets when a part has work next, after it has done what there was. */
  public void set(int part, long cycle) {
    due[part] = cycle;
  }

  /** Gives a part work at a cycle, if it has none before. */
  public void wake(int part, long cycle) {
    due[part] = Math.min(due[part], cycle);
  }

  /**
   * Gives several parts work at a cycle.
   *
   * @param first the part of bit 0
   */
  public void wake(int first, long parts, long cycle) {
    for (long rest = parts; rest != 0; rest &= rest - 1) {
      wake(first + Long.numberOfTrailingZeros(rest), cycle);
    }
  }

  /** Gives all parts work at a cycle, and at no other. */
  public void setAll(long cycle) {
    Arrays.fill(due, cycle);
  }

  public long earliest() {
    long earliest = NEVER;
    for (long each : due) {
      earliest = Math.min(earliest, each);
    }
    return earliest;
  }
}
