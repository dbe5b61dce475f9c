package org.polyphony.gpu.sm.warp;

/** Round-robin selection from a set of at most 64 members. */
public final class RoundRobin {
  private RoundRobin() {}

  /**
   * Returns the next member in round-robin order.
   *
   * @param set bit i for member i; not 0
   * @param last the member selected last, 0 to 63
   * @return the first member above {@code last}, or else the lowest
   */
  public static int nextAfter(long set, int last) {
    long above = last == 63 ? 0 : set & -1L << (last + 1);
    return Long.numberOfTrailingZeros(above != 0 ? above : set);
  }
}
