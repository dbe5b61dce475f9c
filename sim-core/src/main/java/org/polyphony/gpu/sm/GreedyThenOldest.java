package org.polyphony.gpu.sm;

/**
 * Greedy-then-oldest: the warp that issued last goes on until it stalls, then the oldest.
 *
 * <p>State per scheduler: {@code greedy}, the warp that issued last; a new warp in its slot
 * inherits the preference. Source: Rogers et al., MICRO'12, as GPU Maestro 4.3 uses it.
 */
final class GreedyThenOldest implements WarpOrder {
  private final int[] greedy;
  private final WarpTable warps;

  GreedyThenOldest(int schedulers, WarpTable warps) {
    this.greedy = new int[schedulers];
    this.warps = warps;
    for (int s = 0; s < schedulers; s++) {
      greedy[s] = s;
    }
  }

  @Override
  public int choose(int scheduler, long ready) {
    return (ready >>> greedy[scheduler] & 1) != 0 ? greedy[scheduler] : warps.oldest(ready);
  }

  @Override
  public void issued(int scheduler, int warp) {
    greedy[scheduler] = warp;
  }

  @Override
  public long considered(int scheduler, long ready) {
    return ready;
  }
}
