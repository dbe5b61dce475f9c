package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.policy.registry.PartitionPolicies;

/** Two processes on four SMs; 16 thread blocks of the first kernel fill them, 8 are its share. */
class ShortLaunchesTest {
  private final ShortLaunches launches = new ShortLaunches();

  private static TestView view(int grid) {
    return new TestView(4, 2).add(0, 512, grid).add(1, 512, 99);
  }

  /** Returns the launches of the kernels that share the device. */
  private String sharers(TestView view) {
    return launches.sharers(view).stream()
        .map(each -> each.launch() + (each.hasEnded() ? " (ended)" : ""))
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource({"8, '0, 1'", "9, 1"})
  void aGridThatFitsInItsShareKeepsItInItsTail(int grid, String sharers) {
    TestView view = view(grid);
    assertEquals("0, 1", sharers(view));

    view.remove(0).withResident(0, 4);

    assertEquals(sharers, sharers(view));
  }

  @ParameterizedTest
  @CsvSource({"8, '0 (ended), 1'", "9, 1"})
  void aShortKernelKeepsItsShareWhileTheNextOneWaitsForItsLaunch(int grid, String sharers) {
    TestView view = view(grid);
    sharers(view);

    view.remove(0).launching(0, true);

    assertEquals(sharers, sharers(view));
  }

  @Test
  void aProcessThatLaunchesNothingLosesItsShare() {
    TestView view = view(8);
    sharers(view);

    view.remove(0);

    assertEquals("1", sharers(view));
  }

  @ParameterizedTest
  @CsvSource({"8, '2, 1'", "9, '1, 2'"})
  void theNextKernelHasThePlaceOfAShortOne(int grid, String sharers) {
    TestView view = view(grid);
    sharers(view);
    view.remove(0).launching(0, true);
    sharers(view);

    view.launching(0, false).add(0, 512, 99);

    assertEquals(sharers, sharers(view));
  }

  @Test
  void aLaunchOfAnotherProcessTakesNothingFromAShareThatIsHeld() {
    TestView view = view(8);
    SmkEven even = new SmkEven();
    SpatialEven spatial = new SpatialEven();
    SmkP fair = new SmkP();
    for (PartitionPolicy policy : List.of(even, spatial, fair)) {
      policy.partition(0, view, view.quotas());
    }
    view.remove(0).launching(0, true).remove(1).add(1, 512, 99);

    even.partition(100, view, view.quotas());
    assertEquals("2 2 2 2", view.quotasOf(2));
    fair.partition(100, view, view.quotas());
    assertEquals("2 2 2 2", view.quotasOf(2));
    spatial.partition(100, view, view.quotas());
    assertEquals("0 0 * *", view.quotasOf(2));
  }

  @ParameterizedTest
  @CsvSource({"smk-even, 2 2 2 2", "spatial-even, 0 0 * *"})
  void policiesKeepTheShareBetweenShortLaunches(String name, String quotas) {
    TestView view = view(8);
    PartitionPolicy policy = PartitionPolicies.create(name, Map.of());
    policy.partition(0, view, view.quotas());
    view.remove(0).launching(0, true);

    policy.partition(100, view, view.quotas());

    assertEquals(quotas, view.quotasOf(1));
  }
}
