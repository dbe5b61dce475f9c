package org.polyphony.gpu.sm.warp;

/** Round robin among the members of a set of at most 64. */
public final class RoundRobin {
  private RoundRobin() {}

  /**
   * Returns whose turn it is.
   *
   * @param set bit i for member i; not 0
   * @param last who had the last turn, 0 to 63
   * @return the first member above {@code last}, or else the lowest
   */
  public static int nextAfter(long set, int last) {
    long above = last == 63 ? 0 : set & -1L << (last + 1);
    return Long.numberOfTrailingZeros(above != 0 ? above : set);
  }
}
