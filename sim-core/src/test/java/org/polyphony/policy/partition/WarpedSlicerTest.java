package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Keys;
import org.polyphony.policy.partition.PolicyDecision.Candidate;

/** Two kernels on four SMs: 4 thread blocks of the first and 8 of the second fit on one. */
class WarpedSlicerTest {
  private static final WarpedSlicer.Parameters SHORT =
      Keys.bind(
          WarpedSlicer.Parameters.class,
          Map.of("warmupCycles", 100, "sampleCycles", 50, "watchCycles", 200));

  private final TestView view = new TestView(4, 2).add(0, 512, 99).add(1, 256, 99);
  private final WarpedSlicer policy = new WarpedSlicer(SHORT);

  private long partition(long cycle) {
    return policy.partition(cycle, view, view.quotas());
  }

  /** Samples: the first kernel issues these on SMs 0 and 1, the second on SMs 2 and 3. */
  private void sample(long... issued) {
    partition(0);
    partition(100);
    for (int sm = 0; sm < issued.length; sm++) {
      view.issue(sm, sm / 2, issued[sm]);
    }
    assertEquals(150 + 200, partition(150));
  }

  @Test
  void splitsTheSmsAndFillsThemStepByStepWhenKernelsStart() {
    assertEquals(100, partition(0));

    assertEquals("2 4 0 0", view.quotasOf(0));
    assertEquals("0 0 4 8", view.quotasOf(1));
    assertTrue(view.quotas().isExclusive(0));
  }

  @Test
  void samplesAfterTheWarmUpOnceOtherKernelsHaveLeft() {
    partition(0);
    view.settled(false);
    assertEquals(150, partition(100));
    view.settled(true);

    assertEquals(200, partition(150));
    assertEquals("2 4 0 0", view.quotasOf(0));
    assertEquals(400, partition(200));
    assertEquals(1, policy.decisions().size());
  }

  @Test
  void waitsForOtherKernelsNoLongerThanAnotherWarmUp() {
    partition(0);
    view.settled(false);
    partition(100);
    partition(150);

    assertEquals(250, partition(200));
    assertEquals(450, partition(250));
  }

  /**
   * The first kernel has all of its performance with 2 thread blocks; the second grows evenly to 8,
   * of which 4 fit beside those: it loses half, the limit is 60%.
   */
  @Test
  void givesAKernelThatIsSoonSatisfiedOnlyWhatItNeeds() {
    sample(1000, 1000, 500, 1000);

    assertEquals("2 2 2 2", view.quotasOf(0));
    assertEquals("4 4 4 4", view.quotasOf(1));
    PolicyDecision decision = policy.decisions().get(0);
    assertEquals(2, decision.candidate("smkOther").share(0).threadBlocks());
    assertEquals(4, decision.candidate("smkOther").share(1).threadBlocks());
    assertEquals(0.5, decision.candidate("smkOther").score());
    assertEquals(0.4, decision.candidate("spatial").score(), 1e-9);
    assertEquals(List.of("smkOther"), decision.outcomes());
  }

  @Test
  void splitsTheSmsWhenSharingWouldCostAKernelMoreThanTheThreshold() {
    sample(10, 1000, 10, 1000);

    assertEquals("* * 0 0", view.quotasOf(0));
    assertEquals("0 0 * *", view.quotasOf(1));
    assertEquals("spatial", policy.decisions().get(0).winner());
  }

  /** All stalls wait for memory: 2 and 4 of mean 3 count 2/3 and 4/3 of what they issue. */
  @Test
  void correctsForBandwidthThatFewThreadBlocksSeeTooMuchOf() {
    for (int sm = 0; sm < 2; sm++) {
      view.stall(sm, 10, 0);
    }
    partition(0);
    partition(100);
    for (int sm = 0; sm < 2; sm++) {
      view.stall(sm, 100, 100);
      view.issue(sm, 0, 1000);
      view.issue(sm + 2, 1, 1000);
    }

    partition(150);

    assertEquals("1: 0.250, 2: 0.500, 3: 0.750, 4: 1.000", samples(0, Candidate::score));
    assertEquals("2: 20.000, 4: 20.000", samples(0, c -> c.share(0).ipc())); // 1000 in 50 cycles
  }

  /** Stalls of which none waits for memory leave the curves as they were sampled. */
  @Test
  void correctsNothingWhereNothingWaitsForMemory() {
    partition(0);
    partition(100);
    for (int sm = 0; sm < 4; sm++) {
      view.stall(sm, 100, 0);
      view.issue(sm, sm / 2, 500L * (1 + sm % 2));
    }

    partition(150);

    assertEquals("1: 0.250, 2: 0.500, 3: 0.750, 4: 1.000", samples(0, Candidate::score));
    assertEquals("4: 10.000, 8: 20.000", samples(1, c -> c.share(1).ipc()));
  }

  private String samples(int process, ToDoubleFunction<Candidate> value) {
    return policy.decisions().get(0).candidates().stream()
        .filter(c -> c.isSample() && c.concerns(process) && value.applyAsDouble(c) >= 0)
        .map(c -> "%d: %.3f".formatted(c.share(process).threadBlocks(), value.applyAsDouble(c)))
        .collect(Collectors.joining(", "));
  }

  @Test
  void keepsTheCurveOfAKernelThatComesBack() {
    sample(1000, 1000, 500, 1000);
    view.remove(0);
    partition(160);
    assertEquals("* * * *", view.quotasOf(1));
    view.restore(0);

    partition(170);

    assertEquals(2, policy.decisions().size());
  }

  @Test
  void samplesAllKernelsWhenOneStartsThatHasNoCurve() {
    sample(1000, 1000, 500, 1000);
    view.remove(0).add(0, 512, 99);

    assertEquals(260, partition(160));
  }

  @Test
  void samplesAnewWhenAKernelLeavesTheBandAroundItsFirstRate() {
    sample(1000, 1000, 500, 1000);
    view.issue(0, 0, 1000).issue(0, 1, 1000);
    assertEquals(550, partition(350));
    view.issue(0, 0, 600).issue(0, 1, 1400);
    assertEquals(750, partition(550));
    view.issue(0, 0, 400).issue(0, 1, 1400);

    assertEquals(850, partition(750)); // a warm-up

    assertEquals("2 4 0 0", view.quotasOf(0));
  }

  /** Four thread blocks fit in the share of the first kernel, which is launched again at 300. */
  @Test
  void aWindowGoesOnWhenAShortKernelIsLaunchedAgain() {
    TestView launches = new TestView(4, 2).add(0, 512, 4).add(1, 256, 99);
    policy.partition(0, launches, launches.quotas());
    policy.partition(100, launches, launches.quotas());
    launches.remove(0).launching(0, true);
    assertEquals(PartitionPolicy.NEVER, policy.partition(130, launches, launches.quotas()));
    assertEquals("0 0 4 8", launches.quotasOf(1));

    launches.restore(0).launching(0, false);

    assertEquals(300 + 20, policy.partition(300, launches, launches.quotas()));
    policy.partition(320, launches, launches.quotas());
    assertEquals(1, policy.decisions().size());
  }

  @Test
  void decidesInTheTailOfAShortKernelIfTheWindowEndsThere() {
    TestView launches = new TestView(4, 2).add(0, 512, 4).add(1, 256, 99);
    policy.partition(0, launches, launches.quotas());
    launches.remove(0).withResident(0, 4);
    assertEquals(100, policy.partition(10, launches, launches.quotas()));
    assertEquals(150, policy.partition(100, launches, launches.quotas()));

    policy.partition(150, launches, launches.quotas());

    assertEquals(1, policy.decisions().size());
  }
}
