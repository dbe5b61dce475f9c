package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.policy.partition.measure.Mix;

/** 16 thread blocks fit on an SM, of one kernel or of all together; even is 8 + 8. */
class SearchTest {
  private static final double ALONE = 100;

  private static boolean isAlone(Mix mix) {
    return mix.of().contains(16);
  }

  /** Both kernels run fastest where an SM holds 11 thread blocks of the second. */
  private static double peak(Mix mix, int kernel, int sm, int sms) {
    return isAlone(mix) ? ALONE : 90 - 6 * Math.abs(mix.of(1) - 11);
  }

  private static MeasuredSearch search(MeasuredSearch.Speed speed) {
    return new MeasuredSearch(2, Map.of(), speed);
  }

  @Test
  void climbsToTheBestMixInStepsThatBecomeSmaller() {
    MeasuredSearch search = search(SearchTest::peak);

    assertEquals("more 6+10, follower 6+10, more 5+11, follower 5+11", epochs(search, 4));
    assertEquals(Map.of(Mix.of(5, 11), 16), search.plan());
  }

  @Test
  void triesNeighboursOnThreeSmsEachAndKernelsAloneOnOne() {
    assertEquals(
        "16+0 x1, 0+16 x1, 6+10 x3, 10+6 x3, 8+8 x8",
        search(SearchTest::peak).plan().entrySet().stream()
            .map(each -> MeasuredSearch.label(each.getKey()) + " x" + each.getValue())
            .collect(Collectors.joining(", ")));
  }

  @ParameterizedTest
  @CsvSource({"2, 0.2", "2, 0.25", "4, 0.25", "8, 0.2", "12, 0.2", "16, 0.25"})
  void givesEachSmOneMixAndSomeTheCurrentOne(int kernels, double trialShare) {
    MeasuredSearch search =
        new MeasuredSearch(
            kernels, Map.of("trialShare", trialShare), (mix, k, sm, sms) -> isAlone(mix) ? 1 : 0.1);
    for (int sms = Ensemble.leastSms(kernels); sms < 40; sms++) {
      Map<Mix, Integer> plan = search.plan(sms);

      assertEquals(sms, plan.values().stream().mapToInt(Integer::intValue).sum());
      assertTrue(plan.values().stream().allMatch(count -> count > 0), plan.toString());
    }
  }

  @Test
  void triesOnlyFurtherInTheDirectionThatHasWon() {
    MeasuredSearch search = search(SearchTest::peak);
    search.epoch();

    assertEquals(Set.of(Mix.of(6, 10), Mix.of(4, 12)), search.plan().keySet());
  }

  /** Each SM is faster or slower by the same amount as the neighbor is better. */
  @ParameterizedTest
  @CsvSource({"0, more 6+10", "0.1, more 6+10", "0.4, follower 8+8"})
  void differencesWithinTheNoiseDoNotCount(double noise, String decision) {
    MeasuredSearch search =
        search((mix, k, sm, sms) -> peak(mix, k, sm, sms) * (1 + (sm % 2 == 0 ? noise : -noise)));

    assertEquals(decision, search.epoch());
  }

  @ParameterizedTest
  @CsvSource({"true, previous 8+8", "false, more 4+12"})
  void withdrawsWhatTheDeviceRunsWorseWith(boolean confirm, String decision) {
    MeasuredSearch search =
        new MeasuredSearch(
            2,
            Map.of("confirm", confirm, "firstStep", 0.25),
            (mix, k, sm, sms) ->
                isAlone(mix) ? ALONE : mix.equals(Mix.of(6, 10)) ? sms > 3 ? 60 : 90 : 70);

    assertEquals("more 6+10, " + decision, epochs(search, 2));
  }

  /** Together each makes 40% of its progress; on half of the SMs each makes {@code half}. */
  private static MeasuredSearch crowded(double half, Map<String, ?> parameters) {
    return new MeasuredSearch(
        2,
        parameters,
        (mix, k, sm, sms) -> isAlone(mix) ? sms == 8 ? 2 * half * ALONE : ALONE : 40);
  }

  private static String epochs(MeasuredSearch search, int count) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(i == 0 ? "" : ", ").append(search.epoch());
    }
    return all.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0.6 | follower 8+8, follower 8+8, spatial spatial, spatial spatial | it wins in the end
          0.3 | follower 8+8, follower 8+8, spatial spatial, previous 8+8, follower 8+8 \
              | it is worse
          """)
  void triesSpatialMultitaskingOnceTheSearchHasEnded(double half, String decisions, String why) {
    int count = decisions.split(",", -1).length;

    assertEquals(decisions, epochs(crowded(half, Map.of()), count), why);
  }

  @Test
  void spatialMultitaskingAndTheSearchCanBeRuledOut() {
    MeasuredSearch smkOnly = crowded(0.6, Map.of("trySpatial", false));
    MeasuredSearch even =
        new MeasuredSearch(
            2, Map.of("tryNeighbours", false, "trySpatial", false), SearchTest::peak);

    assertFalse(epochs(smkOnly, 12).contains("spatial"));
    assertEquals("follower 8+8, follower 8+8, follower 8+8", epochs(even, 3));
  }

  @Test
  void looksAroundAgainAfterARest() {
    MeasuredSearch search = new MeasuredSearch(2, Map.of("restEpochs", 3), SearchTest::peak);
    epochs(search, 4);
    search.speed((mix, k, sm, sms) -> isAlone(mix) ? ALONE : 90 - 6 * Math.abs(mix.of(1) - 13));

    assertEquals(
        "follower 5+11, follower 5+11, more 4+12, more 3+13, follower 3+13", epochs(search, 5));
  }

  @Test
  void restsTwiceAsLongEachTimeThatNothingChanges() {
    MeasuredSearch search =
        new MeasuredSearch(
            2,
            Map.of("restEpochs", 3, "trySpatial", false),
            (mix, k, sm, sms) -> isAlone(mix) ? ALONE : mix.equals(Mix.of(8, 8)) ? 60 : 40);
    StringBuilder compares = new StringBuilder();
    for (int epoch = 0; epoch < 20; epoch++) {
      compares.append(search.plan().size() > 1 ? '+' : '.');
      search.epoch();
    }

    assertEquals("++..+.....+.........", compares.toString());
  }

  @Test
  void variesEachOfSeveralKernelsButTheFiller() {
    MeasuredSearch search =
        new MeasuredSearch(3, Map.of(), (mix, k, sm, sms) -> isAlone(mix) ? ALONE : 40);
    Set<Mix> tried = new HashSet<>();
    for (int epoch = 0; epoch < 4; epoch++) {
      tried.addAll(search.plan().keySet());
      search.epoch();
    }

    Mix even = Mix.of(6, 5, 5);
    assertTrue(tried.contains(even), tried.toString());
    assertTrue(tried.stream().anyMatch(mix -> mix.of(1) > 5 && mix.of(2) == 5), tried.toString());
    assertTrue(tried.stream().anyMatch(mix -> mix.of(1) == 5 && mix.of(2) > 5), tried.toString());
  }

  @Test
  void aKernelThatWasNotMeasuredChangesNothing() {
    MeasuredSearch search = search((mix, k, sm, sms) -> isAlone(mix) ? ALONE : k == 0 ? 0 : 90);

    assertEquals("follower 8+8, follower 8+8", epochs(search, 2));
  }
}
