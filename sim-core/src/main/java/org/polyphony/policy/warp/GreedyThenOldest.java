package org.polyphony.policy.warp;

import java.util.List;
import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.policy.PolicyDescription;

/**
 * Greedy-then-oldest: the warp that issued last goes on until it stalls, then the oldest.
 *
 * <p>State per scheduler: {@code greedy}, the warp that issued last; a new warp in its slot
 * inherits the preference. Source: Rogers et al., MICRO'12, as GPU Maestro 4.3 uses it.
 */
final class GreedyThenOldest implements WarpOrder {
  /** What lists and descriptions say of it. */
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "gto",
          "greedy then oldest: stays with a warp until it stalls, then takes the oldest",
          "Rogers et al., MICRO'12; GPU Maestro section 4.3",
          List.of());

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
