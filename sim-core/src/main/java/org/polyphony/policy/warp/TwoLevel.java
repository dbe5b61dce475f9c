package org.polyphony.policy.warp;

import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.RoundRobin;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.policy.PolicyDescription;

/**
 * Two-level scheduling: round robin among a few active warps. A warp that waits for memory, a
 * barrier or a fence is replaced by the ready warp that has been pending longest.
 *
 * <p>State per scheduler: {@code active}, at most {@link #ACTIVE_WARPS} warps. Source: Narasiman et
 * al., MICRO'11; Gebhart et al., ISCA'11 (8 active warps per scheduler).
 */
final class TwoLevel implements WarpOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "two-level",
          "round robin within an active group of warps; a stalled warp leaves the group",
          "Narasiman et al., MICRO'11; GPU Maestro section 4.3");

  /** Maximum active warps per scheduler. */
  static final int ACTIVE_WARPS = 8;

  private final WarpStates states;
  private final long[] active;
  private final int[] last;

  TwoLevel(int schedulers, WarpStates states) {
    this.states = states;
    this.active = new long[schedulers];
    this.last = new int[schedulers];
  }

  @Override
  public long considered(int scheduler, long ready) {
    long waiting =
        states.blockedOnLoad()
            | states.atBarrier()
            | states.atFence()
            | states.finished()
            | ~states.alive();
    long kept = active[scheduler] & ~waiting;
    long pending = ready & ~kept;
    int places = ACTIVE_WARPS - Long.bitCount(kept);
    for (int i = 0; i < places && pending != 0; i++) {
      int warp = RoundRobin.nextAfter(pending, last[scheduler]);
      last[scheduler] = warp;
      pending &= ~(1L << warp);
      kept |= 1L << warp;
    }
    active[scheduler] = kept;
    return ready & kept;
  }

  @Override
  public int choose(int scheduler, long ready, long going) {
    return RoundRobin.nextAfter(ready, last[scheduler]);
  }

  @Override
  public void issued(int scheduler, int warp) {
    last[scheduler] = warp;
  }
}
