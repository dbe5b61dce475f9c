package org.polyphony.policy.warp;

import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.policy.PolicyDescription;

/**
 * Greedy-then-oldest: issues from the same warp until it stalls, then from the oldest. On devices
 * with known stall counts, a stall that does not yield passes the turn only until it ends.
 *
 * <p>State per scheduler: {@code greedy}, the warp that issued last; a new warp in its slot
 * inherits the preference. Source: Rogers et al., MICRO'12, as used in GPU Maestro 4.3; stall and
 * yield: experiments/hardware/yield.py.
 */
final class GreedyThenOldest implements WarpOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "gto",
          "greedy then oldest: stay with a warp until it stalls, then take the oldest",
          "Rogers et al., MICRO'12; GPU Maestro section 4.3");

  private static final int NONE = -1;

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
  public int choose(int scheduler, long ready, long going) {
    long first = ready & going;
    return oldestOr(greedy[scheduler], first == 0 ? ready : first);
  }

  private int oldestOr(int greedy, long ready) {
    return greedy != NONE && (ready >>> greedy & 1) != 0 ? greedy : warps.oldest(ready);
  }

  @Override
  public void issued(int scheduler, int warp) {
    greedy[scheduler] = warp;
  }

  @Override
  public void yielded(int scheduler) {
    greedy[scheduler] = NONE;
  }

  @Override
  public long considered(int scheduler, long ready) {
    return ready;
  }
}
