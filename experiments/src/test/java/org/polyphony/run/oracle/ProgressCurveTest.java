package org.polyphony.run.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProgressCurveTest {
  private static final double EXACT = 1e-9;

  /** 400 instructions in 100 cycles, 100 in 100, and the last 500 in 50. */
  private final ProgressCurve curve = WindowedRun.of(250, 400, 100, 500).curve();

  @Test
  void interpolatesBetweenTheEndsOfWindows() {
    assertEquals(0, curve.cyclesTo(0), EXACT);
    assertEquals(50, curve.cyclesTo(0.2), EXACT);
    assertEquals(150, curve.cyclesTo(0.45), EXACT);
    assertEquals(225, curve.cyclesTo(0.75), EXACT);
  }

  @Test
  void beginsAgainWithTheNextRound() {
    assertEquals(250, curve.cyclesTo(1), EXACT);
    assertEquals(500 + 50, curve.cyclesTo(2.2), EXACT);
  }

  @Test
  void tellsTheRoundsThatATimeIsEnoughFor() {
    assertEquals(0.2, curve.roundsAfter(50), EXACT);
    assertEquals(0.45, curve.roundsAfter(150), EXACT);
    assertEquals(2.2, curve.roundsAfter(550), EXACT);
  }

  @Test
  void endsWithTheFirstRoundInTheMiddleOfAWindow() {
    // the round ends in cycle 130 with 500 instructions, the window in cycle 200 with 100 more
    ProgressCurve restarted =
        new ProgressCurve(
            WindowedRun.withRound(130, 500, WindowedRun.of(200, 400, 200).result()), 0);

    assertEquals(130, restarted.cyclesTo(1), EXACT);
    assertEquals(115, restarted.cyclesTo(0.9), EXACT);
  }

  @Test
  void countsAWindowWithoutInstructionsAsTimeOfTheNext() {
    ProgressCurve late = WindowedRun.of(300, 0, 0, 600).curve();

    assertEquals(150, late.cyclesTo(0.5), EXACT);
  }
}
