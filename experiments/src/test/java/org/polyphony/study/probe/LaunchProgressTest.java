package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.study.probe.LaunchHistory.OfKernel;
import org.polyphony.study.probe.LaunchHistory.Request;

/** Alone on all SMs a launch of 1,000 instructions takes 10 steps, a later one 9; on a part 20. */
class LaunchProgressTest {
  private static final long STEP = LaunchHistory.STEP_CYCLES;
  private static final LaunchHistory ALONE = run(steady(19, 100, 10, 19));
  private static final LaunchHistory PART = run(steady(20, 50, 20));

  /** A kernel that issues the same in each step. */
  private static OfKernel steady(int steps, long perStep, int... endsOfLaunches) {
    List<Long> issued = IntStream.rangeClosed(1, steps).mapToObj(i -> i * perStep).toList();
    List<Long> ends = IntStream.of(endsOfLaunches).mapToObj(end -> end * STEP).toList();
    return new OfKernel(issued, ends, ends.isEmpty() ? 0 : 1000, List.of());
  }

  private static LaunchHistory run(OfKernel... kernels) {
    return new LaunchHistory(List.of(kernels), 0, 0, 0);
  }

  private static LaunchProgress progress(
      List<LaunchHistory> parts, double steadyCycles, OfKernel... together) {
    return new LaunchProgress(run(together), List.of(ALONE, ALONE), parts, steadyCycles);
  }

  @Test
  void placesInstructionsOnALineBetweenSteps() {
    OfKernel kernel = new OfKernel(List.of(10L, 10L, 40L), List.of(), 0, List.of());

    assertEquals(5, kernel.issuedBy(STEP / 2.0));
    assertEquals(10, kernel.issuedBy(1.5 * STEP));
    assertEquals(25, kernel.issuedBy(2.5 * STEP));
    assertEquals(40, kernel.issuedBy(9.0 * STEP));
    assertEquals(STEP / 2.0, kernel.cycleOf(5));
    assertEquals(2.5 * STEP, kernel.cycleOf(25));
    assertEquals(3.0 * STEP, kernel.cycleOf(41));
  }

  /** Together the first issues half as fast as alone on its part; the second ends. */
  @Test
  void extrapolatesALaunchThatDoesNotEndByItsSlowdown() {
    LaunchProgress progress = progress(List.of(PART, PART), 0, steady(20, 25), steady(20, 50, 30));

    assertEquals(10.0 / 40, progress.of(0), 1e-9);
    assertEquals(10.0 / 30, progress.of(1), 1e-9);
  }

  /** In a turn of 20 steps the first issues a launch and the second one and a half. */
  @Test
  void countsTheLaunchesOfATurn() {
    LaunchProgress progress = progress(List.of(), 0, steady(30, 50, 10, 30), steady(30, 75, 20));

    assertEquals(1.0 * 9 / 20, progress.of(0), 1e-9);
    assertEquals(1.5 * 9 / 20, progress.of(1), 1e-9);
  }

  @Test
  void comparesSteadyKernelsInTheSecondHalf() {
    OfKernel late = new OfKernel(List.of(0L, 0L, 50L, 100L), List.of(), 0, List.of());

    LaunchProgress progress = progress(List.of(), 4.0 * STEP, late, steady(4, 0));

    assertEquals(100.0 / 200, progress.of(0), 1e-9);
    assertEquals(1.0 / 200, progress.of(1), 1e-9); // nothing counts as an instruction
  }

  /** Beside requests from step 2 to step 12 the first issues half a launch. */
  @Test
  void countsTheLaunchesBesideRequests() {
    Request first = new Request(2 * STEP, 3 * STEP, 4 * STEP);
    Request last = new Request(6 * STEP, 11 * STEP, 12 * STEP);
    OfKernel small = new OfKernel(List.of(), List.of(), 0, List.of(first, last));

    LaunchProgress progress = progress(List.of(), 0, steady(20, 50), small);

    assertEquals(0.5 * 9 / 10, progress.of(0), 1e-9);
    assertEquals(Double.NaN, progress.of(1));
  }
}
