package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.partition.measure.Mix;

class PairPartitionsTest {
  private static final SmConfig SM = Devices.sm();
  private final ThreadBlockNeed large = threads(512); // 4 on an SM
  private final ThreadBlockNeed small = threads(128); // 16 on an SM

  @Test
  void theTrialKernelIsTheOneOfWhichFewerFitAndEvenHalvesTheSm() {
    assertEquals(0, new PairPartitions(SM, large, small).trialSide());
    assertEquals(1, new PairPartitions(SM, small, large).trialSide());
    assertEquals(0, new PairPartitions(SM, small, small).trialSide());
    assertEquals(Mix.of(2, 8), new PairPartitions(SM, large, small).even());
  }

  @Test
  void theOtherKernelFillsUpWhatTheTrialKernelLeaves() {
    PairPartitions pair = new PairPartitions(SM, small, large);
    Mix even = pair.even();

    assertEquals(Optional.of(Mix.of(4, 3)), pair.trial(even, 1)); // 2048 - 1536 threads
    assertEquals(Optional.of(Mix.of(12, 1)), pair.trial(even, -1));
    assertEquals(1, pair.fromEven(pair.trial(even, 1).orElseThrow()));
  }

  @Test
  void noKernelIsLeftWithoutThreadBlocks() {
    PairPartitions pair = new PairPartitions(SM, large, small);
    ThreadBlockNeed huge = ThreadBlockNeed.of(SM, 512, 80, 0); // 62.5% of the registers

    assertEquals(Optional.empty(), pair.with(0, 0));
    assertEquals(Optional.of(Mix.of(3, 4)), pair.with(0, 3));
    assertEquals(Optional.empty(), pair.with(0, 4));
    assertEquals(Optional.of(Mix.of(1, 12)), pair.with(1, 12));
    assertEquals(Optional.empty(), pair.with(1, 13));
    assertFalse(new PairPartitions(SM, huge, huge).exist());
  }

  private static ThreadBlockNeed threads(int threads) {
    return ThreadBlockNeed.of(SM, threads, 16, 0);
  }
}
