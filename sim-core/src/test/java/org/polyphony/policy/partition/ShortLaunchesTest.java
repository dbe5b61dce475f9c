package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two processes on four SMs; 16 thread blocks of the first kernel fill them, 8 are its share. */
class ShortLaunchesTest {
  private final ShortLaunches launches = new ShortLaunches();

  private static TestView view(int grid) {
    return new TestView(4, 2).add(0, 512, grid).add(1, 512, 99);
  }

  @ParameterizedTest
  @CsvSource({"8, true", "9, false"})
  void keepsSharesInTheTailOfAGridThatFitsInItsShare(int grid, boolean keeps) {
    TestView view = view(grid);
    assertEquals(false, launches.keepShares(view));

    view.remove(0).withResident(0, 4);

    assertEquals(keeps, launches.keepShares(view));
  }

  @ParameterizedTest
  @CsvSource({"8, true", "9, false"})
  void keepsSharesWhileTheNextKernelOfTheProcessWaitsForItsLaunch(int grid, boolean keeps) {
    TestView view = view(grid);
    launches.keepShares(view);

    view.remove(0).launching(0, true);

    assertEquals(keeps, launches.keepShares(view));
  }

  @Test
  void doesNotKeepTheShareOfAProcessThatLaunchesNothing() {
    TestView view = view(8);
    launches.keepShares(view);

    view.remove(0);

    assertEquals(false, launches.keepShares(view));
  }

  @Test
  void aKernelThatHasJustBeenLaunchedNeedsNewQuotas() {
    TestView view = new TestView(4, 3).add(0, 512, 4).add(1, 512, 99);
    launches.keepShares(view);

    view.remove(0).launching(0, true).add(2, 512, 99);

    assertEquals(false, launches.keepShares(view));
    assertEquals(true, launches.keepShares(view));
  }

  @Test
  void evenSmkKeepsTheShareBetweenShortLaunches() {
    TestView view = view(8);
    SmkEven policy = new SmkEven();
    policy.partition(0, view, view.quotas());
    view.remove(0).launching(0, true);

    policy.partition(100, view, view.quotas());

    assertEquals("2 2 2 2", view.quotasOf(1));
  }

  @Test
  void evenSpatialMultitaskingKeepsTheSmsBetweenShortLaunches() {
    TestView view = view(8);
    SpatialEven policy = new SpatialEven();
    policy.partition(0, view, view.quotas());
    view.remove(0).launching(0, true);

    policy.partition(100, view, view.quotas());

    assertEquals("0 0 * *", view.quotasOf(1));
  }
}
