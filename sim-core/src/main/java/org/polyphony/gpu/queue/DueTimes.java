package org.polyphony.gpu.queue;

import java.util.Arrays;

/**
 * The next cycle with work of each of several components, so that idle ones are not visited.
 *
 * <p>State per component: the cycle; {@link #NEVER} if it sleeps until another component wakes it.
 */
public final class DueTimes {
  /** No work until woken. */
  public static final long NEVER = Long.MAX_VALUE;

  private final long[] due;

  public DueTimes(int parts) {
    due = new long[parts];
    Arrays.fill(due, NEVER);
  }

  public boolean isDue(int part, long cycle) {
    return due[part] <= cycle;
  }

  /** Returns the next cycle with work of a component. */
  public long of(int part) {
    return due[part];
  }

  /** Sets the next cycle with work of a component after its tick. */
  public void set(int part, long cycle) {
    due[part] = cycle;
  }

  /** Wakes a component at a cycle, unless it is due earlier. */
  public void wake(int part, long cycle) {
    due[part] = Math.min(due[part], cycle);
  }

  /**
   * Wakes several components at a cycle, unless they are due earlier.
   *
   * @param first the component of bit 0
   */
  public void wake(int first, long parts, long cycle) {
    for (long rest = parts; rest != 0; rest &= rest - 1) {
      wake(first + Long.numberOfTrailingZeros(rest), cycle);
    }
  }

  /** Makes all components due at a cycle, and at no other. */
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
