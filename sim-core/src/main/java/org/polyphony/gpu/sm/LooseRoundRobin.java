package org.polyphony.gpu.sm;

/**
 * Loose round robin: the next ready warp after the one that issued last, by slot.
 *
 * <p>Source: the baseline scheduler of GPU Maestro section 3.3.2.
 */
final class LooseRoundRobin implements WarpOrder {
  private final int[] last;

  LooseRoundRobin(int schedulers) {
    this.last = new int[schedulers];
    java.util.Arrays.fill(last, 63);
  }

  @Override
  public int choose(int scheduler, long ready) {
    return nextAfter(ready, last[scheduler]);
  }

  /** Returns the first set bit above a slot, or the lowest one. */
  static int nextAfter(long set, int slot) {
    long above = slot == 63 ? 0 : set & -1L << (slot + 1);
    return Long.numberOfTrailingZeros(above != 0 ? above : set);
  }

  @Override
  public void issued(int scheduler, int warp) {
    last[scheduler] = warp;
  }

  @Override
  public long considered(int scheduler, long ready) {
    return ready;
  }
}
