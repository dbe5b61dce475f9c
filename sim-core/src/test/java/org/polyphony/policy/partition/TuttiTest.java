package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.registry.PartitionPolicies;

class TuttiTest {
  private static final int EPOCH = 2000;
  private PartitionPolicy tutti = create(Map.of());

  private static PartitionPolicy create(Map<String, Object> parameters) {
    Map<String, Object> all = new HashMap<>(parameters);
    all.put("measureCycles", EPOCH);
    return PartitionPolicies.create("tutti", all);
  }

  /** 4 thread blocks of kernel 0 fit on an SM, 16 of kernel 1: even is 2 + 8. */
  private static TestView twoKernels() {
    return new TestView(10, 2).add(0, 512, 9999).add(1, 128, 9999);
  }

  private String quotas(TestView view, int sm) {
    int[] quotas = {view.quotas().get(sm, 0), view.quotas().get(sm, 1)};
    return quotas[0] + "+" + quotas[1];
  }

  private String all(TestView view) {
    StringBuilder all = new StringBuilder();
    for (int sm = 0; sm < view.config().sms(); sm++) {
      all.append(sm == 0 ? "" : " ").append(quotas(view, sm));
    }
    return all.toString();
  }

  @Test
  void beginsWithEvenPartitioningAndItsNeighboursAndOneSmForEachKernel() {
    TestView view = twoKernels();

    tutti.partition(0, view, view.quotas());

    assertEquals("4+0 0+16 3+4 3+4 1+12 1+12 2+8 2+8 2+8 2+8", all(view));
    assertEquals(
        List.of("dedicated", "dedicated", "more", "more", "fewer", "fewer", "follower"),
        List.of(0, 1, 2, 3, 4, 5, 6).stream().map(tutti::role).toList());
  }

  /** Runs an epoch in which each SM issues for a kernel so much for each of its thread blocks. */
  private void epoch(TestView view, long from, double first, double second) {
    tutti.partition(from, view, view.quotas());
    tutti.partition(from, view, view.quotas()); // the quotas are met
    for (int sm = 0; sm < 10; sm++) {
      view.issue(sm, 0, Math.round(EPOCH * first * view.quotas().get(sm, 0)));
      view.issue(sm, 1, Math.round(EPOCH * second * view.quotas().get(sm, 1)));
    }
    tutti.partition(from + EPOCH, view, view.quotas());
  }

  @Test
  void recordsWhatItMeasuredAndDecided() {
    TestView view = twoKernels();

    epoch(view, 0, 2, 1);

    PolicyDecision decision = tutti.decisions().get(0);
    assertEquals(1, tutti.decisions().size());
    assertEquals(EPOCH, decision.cycle());
    assertEquals("follower", decision.winner());
    assertEquals(List.of("smkEven"), decision.outcomes());
    assertEquals(
        "follower 2+8 4.0 8.0 2.000; more 3+4 6.0 4.0 2.667; fewer 1+12 2.0 12.0 2.667;"
            + " spatial 4+16 8.0 16.0 2.000",
        decision.candidates().stream().map(TuttiTest::text).collect(Collectors.joining("; ")));
  }

  private static String text(PolicyDecision.Candidate candidate) {
    PolicyDecision.Share first = candidate.share(0);
    PolicyDecision.Share second = candidate.share(1);
    return "%s %d+%d %.1f %.1f %.3f"
        .formatted(
            candidate.name(),
            first.threadBlocks(),
            second.threadBlocks(),
            first.ipc(),
            second.ipc(),
            candidate.score());
  }

  @Test
  void dedicatesNoSmOnceTheSpeedsAloneAreKnown() {
    TestView view = twoKernels();

    epoch(view, 0, 2, 1);

    assertEquals("2+8", quotas(view, 0));
    assertEquals("2+8 2+8 2+8 2+8 2+8 2+8 2+8 2+8 2+8 2+8", all(view));
  }

  @Test
  void leavesWhatAnEndingKernelFreesToTheOther() {
    TestView view = twoKernels().withResident(0, 3);
    tutti.partition(0, view, view.quotas());

    view.remove(0);
    tutti.partition(100, view, view.quotas());

    assertEquals("* * * * * * * * * *", view.quotasOf(1));
  }

  @ParameterizedTest
  @CsvSource({"true, 8 8 8 8 8 8 8 8 8 8", "false, * * * * * * * * * *"})
  void holdsTheRoomOfAProcessThatIsAboutToLaunchAgain(boolean hold, String quotas) {
    tutti = create(Map.of("holdRoom", hold, "tryNeighbours", false));
    TestView view = twoKernels();
    epoch(view, 0, 2, 1);

    view.remove(0).launching(0, true);
    tutti.partition(5000, view, view.quotas());

    assertEquals(quotas, view.quotasOf(1));
  }

  @ParameterizedTest
  @CsvSource({"true, 2+8", "false, 4+0"})
  void resumesTheSearchOfKernelsThatRunTogetherAgain(boolean remember, String firstSm) {
    tutti = create(Map.of("remember", remember));
    TestView view = twoKernels();
    epoch(view, 0, 2, 1);

    view.remove(0);
    tutti.partition(5000, view, view.quotas());
    view.restore(0);
    tutti.partition(6000, view, view.quotas());

    assertEquals(firstSm, quotas(view, 0));
  }

  @Test
  void givesASmallGridNoMoreRoomThanItFills() {
    TestView view = new TestView(10, 2).add(0, 512, 10).add(1, 128, 9999);
    tutti = create(Map.of("tryNeighbours", false));
    epoch(view, 0, 2, 1);

    assertEquals("1+12 1+12 1+12 1+12 1+12 1+12 1+12 1+12 1+12 1+12", all(view));
  }

  @Test
  void dividesSmsAmongKernelsThatDoNotFitOnOneTogether() {
    TestView view = new TestView(10, 2).add(0, 1024, 32, 0, 99).add(1, 1024, 64, 0, 99);

    tutti.partition(0, view, view.quotas());

    assertEquals("* * * * * 0 0 0 0 0", view.quotasOf(0));
    assertEquals("0 0 0 0 0 * * * * *", view.quotasOf(1));
  }

  @Test
  void letsThreadBlocksEndByThemselvesUnlessAKernelLacksMostOfItsOwn() {
    tutti = create(Map.of("tryNeighbours", false, "patienceCycles", 777));
    TestView view = twoKernels().withResident(0, 20).withResident(1, 40); // 2 and 4 of 2 and 8
    epoch(view, 0, 2, 1);
    assertEquals(777, view.quotas().patience(0));

    view.withResident(1, 30);
    tutti.partition(2 * EPOCH, view, view.quotas());

    assertEquals(0, view.quotas().patience(0));
  }

  @ParameterizedTest
  @CsvSource({"2, 5, true", "2, 4, false", "4, 7, true", "4, 6, false"})
  void measuresOnOneSmForEachKernelAndThreeMore(int processes, int sms, boolean measures) {
    String obstacle = tutti.obstacle(Devices.gpu("sms", sms), processes);

    assertEquals(measures, obstacle.isEmpty(), obstacle);
  }

  @Test
  void refusesMoreProcessesThanSms() {
    assertEquals(1, tutti.violations(Devices.gpu("sms", 4), 5).size());
    assertTrue(tutti.violations(Devices.gpu("sms", 4), 4).isEmpty());
  }
}
