package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void tellsNothingBeforeATaskOfEachKindHasEnded() {
    pace.add(List.of("a1", "a"));
    pace.add(List.of("b1", "b"));
    assertEquals(Double.NaN, pace.secondsLeft(1, List.of()));

    pace.end(List.of("a2", "a"), 10);
    assertEquals(Double.NaN, pace.secondsLeft(1, List.of()));
  }

  /** However unlike the tasks: the long ones at the end do not come as a surprise. */
  @Test
  void countsEachTaskByTheMostParticularKind() {
    List<String> quick = List.of("quick+maestro", "quick");
    List<String> slow = List.of("slow+maestro", "slow");
    for (int i = 0; i < 9; i++) {
      pace.add(quick);
    }
    pace.add(slow);
    pace.end(List.of("quick+tutti", "quick"), 1);
    pace.end(List.of("slow+tutti", "slow"), 100);
    assertEquals(9 + 100, pace.secondsLeft(1, List.of()), 1e-9);

    pace.begin(quick);
    pace.end(quick, 2);
    assertEquals(8 * 2 + 100, pace.secondsLeft(1, List.of()), 1e-9);
  }

  @Test
  void aRunningTaskTellsItsOwnTime() {
    pace.end(List.of("a"), 10);

    assertEquals(6, pace.secondsLeft(1, List.of(running(4, 0.01))), 1e-9);
    assertEquals(12, pace.secondsLeft(1, List.of(running(4, 0.25))), 1e-9);
  }

  @Test
  void neverEndsBeforeTheLongestRunningTask() {
    pace.end(List.of("a"), 10);

    assertEquals(12, pace.secondsLeft(4, List.of(running(4, 0.25), running(4, 0.8))), 1e-9);
  }

  private static Pace.Running running(double seconds, double share) {
    return new Pace.Running(List.of("a"), seconds, share);
  }
}
