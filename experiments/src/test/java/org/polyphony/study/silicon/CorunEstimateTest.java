package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CorunEstimateTest {
  private static final MeasuredPair SPATIAL = pair(false, 64, 68);
  private static final MeasuredPair STREAMS = pair(true, 132, 132);
  private static final MeasuredPairs MEASURED =
      new MeasuredPairs(
          132,
          Map.of(
              "saxpy", new TreeMap<>(Map.of(132, 1.0, 64, 0.5)),
              "sgemm", new TreeMap<>(Map.of(132, 1.0, 68, 0.5))),
          List.of(SPATIAL, STREAMS));

  private final Map<KernelSetting, CorunRun> runs = new HashMap<>();

  private static MeasuredPair pair(boolean isOnStreams, int first, int second) {
    return new MeasuredPair(
        List.of("saxpy", "sgemm"), List.of(first, second), isOnStreams, List.of(0.5, 0.5), 1, 2);
  }

  /** A kernel that issues the same in each of some steps of 10 cycles. */
  private static CorunRun.History steady(int steps, long perStep, Long... launchEnds) {
    List<Long> issued = new ArrayList<>();
    for (int i = 1; i <= steps; i++) {
      issued.add(i * perStep);
    }
    return new CorunRun.History(issued, List.of(launchEnds), launchEnds.length == 0 ? 0 : 1000);
  }

  private static CorunRun run(CorunRun.History... kernels) {
    return new CorunRun(10, List.of(kernels), 0, 0, 0);
  }

  @Test
  void placesInstructionsOnALineBetweenSteps() {
    CorunRun run = run(new CorunRun.History(List.of(10L, 10L, 40L), List.of(), 0));

    assertEquals(5, run.issuedBy(0, 5));
    assertEquals(10, run.issuedBy(0, 15));
    assertEquals(25, run.issuedBy(0, 25));
    assertEquals(40, run.issuedBy(0, 99));
    assertEquals(5, run.cycleOf(0, 5));
    assertEquals(25, run.cycleOf(0, 25));
    assertEquals(30, run.cycleOf(0, 41));
  }

  @Test
  void knowsAPairWhenTheRunsOfItsPartsAreThere() {
    CorunEstimate estimate = new CorunEstimate(MEASURED, runs);
    List<KernelSetting> needed = CorunEstimate.needed(MEASURED);
    assertEquals(6, needed.size()); // two kernels alone on 132 and on their part, two pairs

    needed.subList(0, 4).forEach(setting -> runs.put(setting, run(steady(1, 1, 10L))));
    assertFalse(estimate.knows(SPATIAL));
    runs.put(needed.get(4), run(steady(1, 1, 10L), steady(1, 1, 10L)));

    assertTrue(estimate.knows(SPATIAL));
    assertFalse(estimate.knows(STREAMS));
  }

  /**
   * Alone on all SMs a launch of 1,000 instructions takes 100 cycles, on its part 200. Together
   * saxpy issues half as fast as alone on its part, sgemm ends after 300 cycles.
   */
  @Test
  void extrapolatesALaunchThatDoesNotEndByItsSlowdown() {
    alone("saxpy", 64);
    alone("sgemm", 68);
    runs.put(KernelSetting.of(SPATIAL), run(steady(20, 25), steady(20, 50, 300L)));

    List<Double> progress = new CorunEstimate(MEASURED, runs).progress(SPATIAL);

    assertEquals(100.0 / 400, progress.get(0), 1e-9);
    assertEquals(100.0 / 300, progress.get(1), 1e-9);
  }

  /** From cycle 100 to 300, a turn, saxpy issues a launch of 1,000 and sgemm one and a half. */
  @Test
  void countsTheLaunchesOfATurnOnStreams() {
    alone("saxpy", 64);
    alone("sgemm", 68);
    runs.put(KernelSetting.of(STREAMS), run(steady(30, 50, 100L, 300L), steady(30, 75, 200L)));

    List<Double> progress = new CorunEstimate(MEASURED, runs).progress(STREAMS);

    // the second launch alone takes 90 cycles
    assertEquals(1.0 * 90 / 200, progress.get(0), 1e-9);
    assertEquals(1.5 * 90 / 200, progress.get(1), 1e-9);
  }

  private void alone(String kernel, int part) {
    runs.put(KernelSetting.alone(kernel, 132, 2), run(steady(19, 100, 100L, 190L)));
    runs.put(KernelSetting.alone(kernel, part, 1), run(steady(20, 50, 200L)));
  }
}
