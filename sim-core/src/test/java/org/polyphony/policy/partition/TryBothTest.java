package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.policy.registry.PartitionPolicies;

class TryBothTest extends PartitionPolicyContract {
  private static final int SETTLE = 100;
  private static final int EPOCH = 1000;
  private static final int AGAIN = 50_000;
  private static final List<String> SPATIAL = List.of("* * 0 0", "0 0 * *");
  private static final List<String> EVEN = List.of("2 2 2 2", "8 8 8 8");

  private final PartitionPolicy policy = create(2);

  @Override
  PartitionPolicy create(int processes) {
    return PartitionPolicies.create(
        "try-both", Map.of("settleCycles", SETTLE, "epochCycles", EPOCH, "againCycles", AGAIN));
  }

  /** 4 thread blocks of kernel 0 fit on an SM, 16 of kernel 1: even is 2 + 8. */
  private static TestView twoKernels() {
    return new TestView(4, 2).add(0, 512, 9999).add(1, 128, 9999);
  }

  private static List<String> quotas(TestView view) {
    return List.of(view.quotasOf(0), view.quotasOf(1));
  }

  /** Puts the next partition in place and measures it while each kernel issues so much a cycle. */
  private long measure(TestView view, long from, double first, double second) {
    policy.partition(from, view, view.quotas());
    policy.partition(from + SETTLE, view, view.quotas());
    view.issue(0, 0, Math.round(EPOCH * first)).issue(3, 1, Math.round(EPOCH * second));
    policy.partition(from + SETTLE + EPOCH, view, view.quotas());
    return from + SETTLE + EPOCH;
  }

  @Test
  void beginsWithSpatialMultitaskingWhichAnEmptyDeviceTakesAtOnce() {
    TestView view = twoKernels();

    long next = policy.partition(0, view, view.quotas());

    assertEquals(SETTLE, next);
    assertEquals(SPATIAL, quotas(view));
  }

  @Test
  void triesEvenSmkNext() {
    TestView view = twoKernels();

    long now = measure(view, 0, 10, 10);

    assertEquals(now + SETTLE, policy.partition(now, view, view.quotas()));
    assertEquals(EVEN, quotas(view));
    assertEquals(List.of(), policy.decisions());
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10, 12,  8, spatial", // 0.96
    "10, 10, 13,  8, smkEven", // 1.04
    "10, 20, 5,  41, smkEven", // 1.025
    " 0, 20, 5,  19, spatial" // what issued nothing does not count
  })
  void choosesTheHigherGeometricMeanOfSpeeds(
      double apart0, double apart1, double together0, double together1, String winner) {
    TestView view = twoKernels();

    measure(view, measure(view, 0, apart0, apart1), together0, together1);

    assertEquals(winner, policy.decisions().get(0).winner());
    assertEquals(winner.equals("spatial") ? SPATIAL : EVEN, quotas(view));
  }

  @Test
  void recordsBothScoresAndWhatWasMeasured() {
    TestView view = twoKernels();

    long end = measure(view, measure(view, 0, 40, 10), 20, 10);

    PolicyDecision decision = policy.decisions().get(0);
    assertEquals(end, decision.cycle());
    assertEquals(1, decision.candidate("smkEven").score());
    assertEquals(Math.sqrt(2), decision.candidate("spatial").score(), 1e-9);
    assertEquals(new PolicyDecision.Share(0, 2, 20), decision.candidate("smkEven").share(0));
  }

  @Test
  void triesTheChoiceAndThenTheOtherAgainAfterAWhile() {
    TestView view = twoKernels();
    long chosen = measure(view, measure(view, 0, 10, 10), 20, 10);

    long again = policy.partition(chosen + EPOCH, view, view.quotas());
    long then = measure(view, again - SETTLE, 10, 10);

    assertEquals(chosen + AGAIN, again);
    assertEquals(SPATIAL, quotas(view));
    measure(view, then, 20, 10);
    assertEquals(
        List.of("smkEven", "spatial"),
        policy.decisions().stream().map(PolicyDecision::winner).toList());
  }

  @Test
  void remembersItsChoiceForKernelsThatMeetAgain() {
    TestView view = twoKernels();
    long chosen = measure(view, measure(view, 0, 20, 10), 10, 10);

    policy.partition(chosen + 10, view.remove(1), view.quotas());
    String whileAlone = view.quotasOf(0);
    policy.partition(chosen + 20, view.restore(1), view.quotas());

    assertEquals("* * * *", whileAlone);
    assertEquals(SPATIAL, quotas(view));
    assertEquals(1, policy.decisions().size());
  }

  @Test
  void continuesAnInterruptedMeasurement() {
    TestView view = twoKernels();
    policy.partition(0, view, view.quotas());
    policy.partition(SETTLE, view, view.quotas());

    policy.partition(SETTLE + 600, view.remove(1), view.quotas());
    policy.partition(3000, view.restore(1), view.quotas());
    long next = policy.partition(3000 + SETTLE, view, view.quotas());

    assertEquals(3000 + SETTLE + EPOCH - 600, next);
  }

  @Test
  void splitsSmsAmongKernelsThatDoNotFitTogether() {
    TestView view = new TestView(4, 2).add(0, 1024, 9999).add(1, 2048, 9999);

    long next = policy.partition(0, view, view.quotas());

    assertEquals(PartitionPolicy.NEVER, next);
    assertEquals(SPATIAL, quotas(view));
  }
}
