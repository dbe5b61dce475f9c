package org.polyphony.policy.warp;

import java.util.Arrays;
import org.polyphony.gpu.sm.issue.WarpOrder;
import org.polyphony.gpu.sm.warp.RoundRobin;
import org.polyphony.policy.PolicyDescription;

/**
 * Loose round robin: the next ready warp by slot after the last one that issued.
 *
 * <p>Source: the baseline scheduler of GPU Maestro section 3.3.2.
 */
final class LooseRoundRobin implements WarpOrder {
  static final PolicyDescription DESCRIPTION =
      new PolicyDescription(
          "lrr",
          "loose round robin: the next ready warp after the last issued one",
          "Narasiman et al., MICRO'11");

  private final int[] last;

  LooseRoundRobin(int schedulers) {
    this.last = new int[schedulers];
    Arrays.fill(last, 63);
  }

  @Override
  public int choose(int scheduler, long ready, long going) {
    return RoundRobin.nextAfter(ready, last[scheduler]);
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
