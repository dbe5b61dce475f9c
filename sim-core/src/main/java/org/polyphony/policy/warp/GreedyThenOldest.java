package org.polyphony.policy.warp;

import java.util.List;
import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.policy.PolicyDescription;

/**
 * Greedy-then-oldest: the warp that issued last goes on until it stalls, then the oldest. Where the
 * machine code is known, a stall that does not yield lets others go only for as long as it lasts.
 *
 * <p>State per scheduler: {@code greedy}, the warp that issued last; a new warp in its slot
 * inherits the preference. Source: Rogers et al., MICRO'12, as GPU Maestro 4.3 uses it; turns:
 * experiments/hardware/yield.py.
 */
final class GreedyThenOldest implements WarpOrder {
  /** What lists and descriptions say of it. */
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "gto",
          "greedy then oldest: stay with a warp until it stalls, then take the oldest",
          "Rogers et al., MICRO'12; GPU Maestro section 4.3",
          List.of());

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
