package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.FakeSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.MultiprogramRun;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;

class MaestroTest {
  private static final int EPOCH = 1000;
  private PartitionPolicy maestro =
      PartitionPolicies.create("maestro", Map.of("epochCycles", EPOCH));

  /** 4 thread blocks of kernel 0 fit on an SM, 16 of kernel 1. */
  private TestView view = new TestView(8, 2).add(0, 512, 999).add(1, 128, 999);

  /** Lets the policy partition the SMs; returns when it wants to be asked again. */
  private long at(long cycle) {
    return maestro.partition(cycle, view, view.quotas());
  }

  /** Runs the first epoch, in which each SM issues what {@link #issue} says. */
  private PolicyDecision firstEpoch() {
    at(0);
    issue();
    at(EPOCH);
    return maestro.decisions().get(0);
  }

  @Test
  void beginsWithSmkEvenAndOneSmForEachKernelAndTwoTrials() {
    assertEquals(EPOCH, at(0));

    assertEquals("2 2 2 2 * 0 3 1", view.quotasOf(0));
    assertEquals("8 8 8 8 0 * 4 12", view.quotasOf(1));
    assertFalse(view.quotas().isExclusive(0));
  }

  @Test
  void waitsUntilThePartitionIsInPlaceBeforeAnEpochBegins() {
    view.settled(false);
    assertEquals(500, at(0));

    view.settled(true);

    assertEquals(700 + EPOCH, at(700));
    assertEquals(700 + EPOCH, at(1699));
    assertEquals(List.of(), maestro.decisions());
    at(1700);
    assertEquals(700, maestro.decisions().get(0).settleCycles());
  }

  @Test
  void losesPatienceAfterFourEpochs() {
    view.settled(false);
    at(0);

    assertEquals(4 * EPOCH + 499, at(4 * EPOCH - 1));
    assertEquals(5 * EPOCH, at(4 * EPOCH));
  }

  @Test
  void recordsWhatItMeasuredAndDecidedAndFollowersTakeWhatHasWon() {
    PolicyDecision first = firstEpoch();

    assertEquals(1, maestro.decisions().size());
    assertEquals(List.of(0, 1), first.processes());
    assertEquals(EPOCH, first.cycle());
    assertEquals("more", first.winner());
    assertEquals(List.of("smkOther", "smkOtherByOne"), first.outcomes());
    assertEquals(8, first.roles().size());
    assertEquals(
        "follower: 2 at 5.0, 8 at 12.0, 1.8333; more: 3 at 9.0, 4 at 20.0, 1.0556;"
            + " fewer: 1 at 2.0, 12 at 20.0, 3.0000; spatial: 4 at 10.0, 16 at 20.0, 2.0000",
        text(first));
    assertEquals("3 3 3 3 * 0 3 2", view.quotasOf(0));
  }

  private static String text(PolicyDecision decision) {
    return decision.candidates().stream()
        .map(
            c ->
                c.name() + ": " + text(c.share(0)) + text(c.share(1)) + "%.4f".formatted(c.score()))
        .collect(Collectors.joining("; "));
  }

  private static String text(PolicyDecision.Share share) {
    return share.threadBlocks() + " at " + share.ipc() + ", ";
  }

  @ParameterizedTest
  @CsvSource({"true, 6 6 6 6 * 0 7 5, 4 4 4 4 0 * 2 6", "false, 4 4 4 4 * 0 5 3, 8 8 8 8 0 * 6 10"})
  void aKernelBeginsWithWhatAnEarlierSmkGaveItIfThatWasFewerThanEven(
      boolean history, String first, String second) {
    maestro = PartitionPolicies.create("maestro", Map.of("epochCycles", EPOCH, "history", history));
    firstEpoch(); // kernel 1 has 4, even are 8
    view.remove(0);
    at(EPOCH + 1);
    view.add(0, 256, 999);

    at(EPOCH + 2);

    assertEquals(first, view.quotasOf(2));
    assertEquals(second, view.quotasOf(1));
  }

  @Test
  void givesAPartnerEverythingUntilTheOtherLaunchesAgainAndThenGoesOnWithTheEpoch() {
    at(0);
    view.remove(0);
    assertEquals(PartitionPolicy.NEVER, at(300));
    assertEquals("* * * * * * * *", view.quotasOf(1));

    view.restore(0);

    assertEquals(5000 + EPOCH - 300, at(5000));
  }

  @Test
  void keepsAKernelsOwnSmUntilItsLastThreadBlockHasEndedAndGivesTheRestAway() {
    at(0);
    view.remove(0).withResident(0, 8); // one on each SM

    assertEquals(700, at(200));
    assertEquals("* * * * 0 * * *", view.quotasOf(1));

    view.withResident(0, 0);
    at(700);
    assertEquals("* * * * * * * *", view.quotasOf(1));
  }

  @Test
  void keepsAKernelsOwnSmForTheNextOneOfItsProcessThatIsLaunchedAlready() {
    at(0);
    view.remove(0).launching(0, true);

    assertEquals(PartitionPolicy.NEVER, at(300));
    assertEquals("* * * * 0 * * *", view.quotasOf(1));

    view.restore(0).launching(0, false);
    at(5000);
    assertEquals("2 2 2 2 * 0 3 1", view.quotasOf(0));
  }

  @Test
  void remembersTheSpeedAloneWhileAKernelHasNothingOnItsOwnSm() {
    firstEpoch();

    view.heldFor(4, 0, EPOCH); // not since then
    at(2 * EPOCH); // nothing was issued at all

    PolicyDecision second = maestro.decisions().get(1);
    assertEquals(Double.NaN, second.candidate("spatial").share(0).ipc());
    assertEquals(2, second.candidate("spatial").score());
    assertEquals("spatial", second.winner());
  }

  /** DEVIATIONS.md 81. */
  @Test
  void aKernelThatHadNoThreadBlockOnTheFollowersIsNotMeasuredThere() {
    for (int sm = 0; sm < 4; sm++) {
      view.heldFor(sm, 1, 0);
    }
    PolicyDecision first = firstEpoch();

    assertEquals(5, first.candidate("follower").share(0).ipc());
    assertEquals(Double.NaN, first.candidate("follower").share(1).ipc());
    assertEquals(Double.NaN, first.candidate("follower").score());
    assertEquals("more", first.winner()); // a trial that was measured
  }

  /** DEVIATIONS.md 81. */
  @Test
  void followersStayWhenNoSmkWasMeasured() {
    for (int sm = 0; sm < 8; sm++) {
      view.heldFor(sm, 1, sm == 5 ? EPOCH : 0); // but for its own SM
    }
    at(0);
    view.heldFor(5, 1, 2 * EPOCH);
    issue();

    at(EPOCH);

    assertEquals(2, maestro.decisions().get(0).candidate("spatial").score());
    assertEquals("follower", maestro.decisions().get(0).winner());
    assertEquals("2 2 2 2 * 0 3 1", view.quotasOf(0));
  }

  /** DEVIATIONS.md 82. */
  @Test
  void waitsUntilThreadBlocksThatAreGrantedHaveBeenLaunched() {
    view.holding(3, 1, 7); // of 8
    assertEquals(500, at(0));

    view.holding(3, 1, 8);

    assertEquals(500 + EPOCH, at(500));
  }

  /** DEVIATIONS.md 82. */
  @Test
  void anSmThatHasHeldItsPartitionStaysInPlaceWhileAThreadBlockIsReplaced() {
    at(0);
    view.holding(3, 1, 7);

    long due = at(EPOCH); // nothing moves

    assertEquals("follower", maestro.decisions().get(0).winner());
    assertEquals(2 * EPOCH, due);
  }

  /** DEVIATIONS.md 82. */
  @Test
  void doesNotWaitForFragmentedRoomAndDoesNotMeasureThere() {
    view.holding(6, 0, 2).fragmented(6); // of 3
    assertEquals(EPOCH, at(0));
    issue();

    at(EPOCH);

    assertEquals(Double.NaN, maestro.decisions().get(0).candidate("more").score());
  }

  /** DEVIATIONS.md 82. */
  @Test
  void anSmThatDoesNotHoldItsPartitionIsNoSampleWhenPatienceIsLost() {
    view.holding(6, 0, 2).holding(3, 0, 1); // of 3, and of 2
    at(0);
    at(4 * EPOCH);
    issue();
    view.issue(3, 0, EPOCH * 99L);

    at(5 * EPOCH);

    PolicyDecision first = maestro.decisions().get(0);
    assertEquals(5, first.candidate("follower").share(0).ipc()); // SMs 0 to 2
    assertEquals(Double.NaN, first.candidate("more").score());
    assertEquals(3, first.candidate("fewer").score());
    assertEquals("follower", first.winner());
  }

  /** DEVIATIONS.md 59. */
  @Test
  void theTailOfAKernelIsNoPartOfAnEpoch() {
    at(0);
    view.remove(0).withResident(0, 8);
    assertEquals(800, at(300)); // looks for released SMs
    view.issue(0, 0, 99_999);
    at(2 * EPOCH);
    assertEquals(List.of(), maestro.decisions());

    view.restore(0); // one that was preempted has left its SM

    long due = 2 * EPOCH + 100;
    assertEquals(due + EPOCH - 300, at(due));
    view.heldFor(0, 0, due);
    issue(); // SMs 1 to 3 for 1000 cycles, SM 0 for 300
    at(due + EPOCH - 300);
    assertEquals(
        4 * 5 * EPOCH / 3300.0, maestro.decisions().get(0).candidate("follower").share(0).ipc());
  }

  /** On 7 of 8 SMs the kernel may have thread blocks; 4 fit on one (DEVIATIONS.md 83). */
  @ParameterizedTest
  @CsvSource({"3, 1", "7, 1", "8, 2", "14, 2", "15, 3", "21, 3", "22, *"})
  void aDedicatedSmHasNoMoreOfASmallGridThanItsEvenShare(int grid, String ofDedicated) {
    view = new TestView(8, 2).add(0, 512, grid).add(1, 128, 999);

    at(0);

    assertEquals("2 2 2 2 " + ofDedicated + " 0 3 1", view.quotasOf(0));
    assertEquals("8 8 8 8 0 * 4 12", view.quotasOf(1));
  }

  /**
   * 7 SMs hold 2, 2, 2, 2, 3, 3 and 1 thread blocks of the first kernel, which has launched its
   * last (DEVIATIONS.md 59).
   */
  @ParameterizedTest(name = "{0} thread blocks, {1} resident: {5}")
  @CsvSource({
    "15, 15, false, 1000, 8 8 8 8 0 * 4 12, a short kernel keeps its share and is measured",
    "16, 8, false, 510, * * * * 0 * * *, one thread block more: the other has its resources",
    "15, 0, true, NEVER, 8 8 8 8 0 * 4 12, a short kernel that is to be launched again",
    "15, 0, false, NEVER, * * * * * * * *, no launch follows"
  })
  void aKernelInItsTailKeepsItsShareIfItIsShort(
      int grid, int resident, boolean launching, String due, String ofOther, String why) {
    view = new TestView(8, 2).add(0, 512, grid).add(1, 128, 999);
    at(0);
    view.remove(0).withResident(0, resident).launching(0, launching);

    long asked = at(10);

    assertEquals(due, asked == PartitionPolicy.NEVER ? "NEVER" : "" + asked, why);
    assertEquals(ofOther, view.quotasOf(1), why);
    assertEquals(launching, maestro.role(4).equals("dedicated") && resident == 0);
    if (asked == EPOCH) {
      at(EPOCH);
      assertEquals(1, maestro.decisions().size());
    }
  }

  @Test
  void aShortKernelGoesOnWithTheEpochWhenItIsLaunchedAgain() {
    view = new TestView(8, 2).add(0, 512, 15).add(1, 128, 999);
    at(0);
    view.remove(0).launching(0, true);
    at(300);

    view.restore(0).launching(0, false);

    assertEquals(5000 + EPOCH - 300, at(5000));
  }

  @Test
  void runsPairsOnSmsOfTheirOwn() {
    view = new TestView(16, 4);
    for (int process = 0; process < 4; process++) {
      view.add(process, 256, 999);
    }

    at(0);

    for (int sm = 0; sm < 16; sm++) {
      boolean first = view.quotas().get(sm, 0) > 0 || view.quotas().get(sm, 1) > 0;
      boolean second = view.quotas().get(sm, 2) > 0 || view.quotas().get(sm, 3) > 0;
      assertEquals(sm < 8, first, "SM " + sm);
      assertEquals(sm >= 8, second, "SM " + sm);
    }
  }

  @Test
  void splitsTheSmsBetweenKernelsThatDoNotFitOnOneTogether() {
    view = new TestView(4, 2).add(0, 512, 80, 0, 99).add(1, 512, 80, 0, 99);

    assertEquals(PartitionPolicy.NEVER, at(0));

    assertEquals("* * 0 0", view.quotasOf(0));
    assertEquals("0 0 * *", view.quotasOf(1));
  }

  @Test
  void dividesFewSmsEvenlyWithoutMeasuring() {
    view = new TestView(3, 2).add(0, 512, 999).add(1, 128, 999);

    assertEquals(PartitionPolicy.NEVER, at(0));

    assertEquals("2 2 2", view.quotasOf(0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void neverLeavesAKernelWithoutAPlaceNorHangs(long seed) {
    Random random = new Random(seed);
    int sms = 1 + random.nextInt(12);
    int processes = 1 + random.nextInt(Math.min(5, 2 * sms));
    List<Workload> workloads = new ArrayList<>();
    for (int process = 0; process < processes; process++) {
      workloads.add(randomWorkload(random, "p" + process));
    }
    Map<String, Object> parameters =
        Map.of(
            "epochCycles",
            50 + random.nextInt(500),
            "trialSms",
            1 + random.nextInt(sms),
            "dedicatedRefreshEpochs",
            1 + random.nextInt(5),
            "objective",
            random.nextBoolean() ? "antt" : "stp",
            "history",
            random.nextBoolean(),
            "pairs",
            random.nextBoolean() ? "spatial" : "2n-way");
    FakeSms device = new FakeSms(sms);
    MultiprogramRun run =
        new MultiprogramRun(
            RunSpec.of(
                    Devices.gpu("sms", sms, "kernelLaunchLatency", random.nextInt(30)),
                    workloads,
                    "maestro")
                .build(),
            new Placing(PartitionPolicies.create("maestro", parameters)),
            RangeAllocators.of(random.nextBoolean() ? "two-way" : "2n-way", processes),
            PartitionPolicyContractTest.randomPreemption(random),
            new MultiprogramRun.Device(device, device, device, null, Copies.NONE));

    List<RunResult.Benchmark> results = run.results(device.run(run, 3_000_000));

    assertTrue(results.stream().allMatch(RunResult.Benchmark::finished), "seed " + seed);
  }

  private static Workload randomWorkload(Random random, String name) {
    TestKernel[] kernels = new TestKernel[1 + random.nextInt(4)];
    for (int i = 0; i < kernels.length; i++) {
      int threads = 32 << random.nextInt(5);
      int blocks = 1 + random.nextInt(random.nextBoolean() ? 8 : 200);
      kernels[i] = TestKernel.of(name + i % 2, blocks, threads, 1 + random.nextInt(400));
    }
    return TestWorkload.launching(name, kernels);
  }

  /** A policy of which every kernel listed must have a place after each call. */
  private record Placing(PartitionPolicy policy) implements PartitionPolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      long due = policy.partition(cycle, device, quotas);
      for (int i = 0; i < device.kernels(); i++) {
        int places = 0;
        for (int sm = 0; sm < quotas.sms(); sm++) {
          places += quotas.get(sm, device.kernel(i)) > 0 ? 1 : 0;
        }
        assertTrue(places > 0, "kernel " + i + " in cycle " + cycle);
      }
      return due;
    }
  }

  /** Lets kernels issue for an epoch of 1000 cycles what {@code recordsWhat...} expects. */
  private void issue() {
    for (int sm = 0; sm < 8; sm++) {
      int first = view.quotas().get(sm, 0);
      int second = view.quotas().get(sm, 1);
      long ipc = first == 2 ? 5 : first == 3 ? 9 : first == 1 ? 2 : first == 0 ? 0 : 10;
      view.issue(sm, 0, EPOCH * ipc);
      view.issue(sm, 1, EPOCH * (second == 0 ? 0L : second == 8 ? 12 : 20));
    }
  }
}
