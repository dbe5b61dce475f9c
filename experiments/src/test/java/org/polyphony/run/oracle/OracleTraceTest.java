package org.polyphony.run.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.policy.partition.Objective;

/** Two workloads of 1,200 instructions a round, windows of 400. */
class OracleTraceTest {
  private static final double EXACT = 1e-2; // of a cycle: windows end to a thousandth of one

  private static ProgressCurve steady(int perCycle) {
    return WindowedRun.of(1200L / perCycle, 1200).curve();
  }

  /** Under partition 0 the first workload runs at 3 and the other at 1, under 1 the reverse. */
  private static OracleTrace opposite(ProgressCurve aloneOfFirst, Objective objective) {
    return new OracleTrace(
        List.of(List.of(steady(3), steady(1)), List.of(steady(1), steady(3))),
        List.of(aloneOfFirst, steady(4)),
        new double[] {1200, 1200},
        400,
        objective);
  }

  /** In its first 600 instructions the first workload does 2 a cycle alone, then 8. */
  private static ProgressCurve slowThenFast() {
    return WindowedRun.of(375, 0, 0, 600, 600).curve();
  }

  @Test
  void takesThePartitionWithTheMostAloneTimePerCycle() {
    OracleTrace trace = opposite(steady(2), Objective.STP);

    OracleTrace.Choice first = trace.choices().get(0);

    assertEquals(0, first.window().partition());
    assertEquals(100, first.window().end(), EXACT); // 400 instructions at 3 + 1
    assertEquals(3 / 2.0 + 1 / 4.0, first.scores().get(0), EXACT);
    assertEquals(1 / 2.0 + 3 / 4.0, first.scores().get(1), EXACT);
  }

  @Test
  void comparesByAnttWhereThatIsTheObjective() {
    OracleTrace.Choice first = opposite(steady(2), Objective.ANTT).choices().get(0);

    assertEquals(1, first.window().partition());
    assertEquals((2 / 3.0 + 4) / 2, first.scores().get(0), EXACT);
    assertEquals((2 + 4 / 3.0) / 2, first.scores().get(1), EXACT);
  }

  /** From 600 on the first workload's instructions are worth an eighth, the other's a quarter. */
  @Test
  void changesThePartitionWhereAWorkloadGetsFastAlone() {
    List<OracleTrace.Choice> choices = opposite(slowThenFast(), Objective.STP).choices();

    assertEquals(0, choices.get(0).window().partition()); // 0 to 300
    assertEquals(0, choices.get(1).window().partition()); // 300 to 600
    assertEquals(1, choices.get(2).window().partition()); // from 600
    assertEquals(1 / 8.0 + 3 / 4.0, choices.get(2).scores().get(1), EXACT);
  }

  /**
   * By hand: 200 cycles at 3 and 1 (600 and 200 instructions), then at 1 and 3: the other has 1200
   * after 333.3 more. In cycle 600 the first has 1000, and what it does next, 200 at 8 alone and
   * 100 of its next round at 2, is worth more again: 3 a cycle for the last 200.
   */
  @Test
  void lastsUntilAllFirstRoundsHaveEnded() {
    OracleTrace trace = opposite(slowThenFast(), Objective.STP);
    List<OracleTrace.Choice> choices = trace.choices();

    assertEquals(200 + 1000 / 3.0, trace.firstRoundCycles(choices, 1), EXACT);
    assertEquals(600 + 200 / 3.0, trace.firstRoundCycles(choices, 0), EXACT);
    assertEquals(600 + 200 / 3.0, choices.get(choices.size() - 1).window().end(), EXACT);
  }

  @Test
  void fromOnePartitionAloneItIsThatPartitionsOwnRun() {
    ProgressCurve uneven = WindowedRun.of(350, 500, 100, 250, 350).curve();
    OracleTrace trace =
        new OracleTrace(
            List.of(List.of(uneven, steady(3))),
            List.of(steady(4), steady(4)),
            new double[] {1200, 1200},
            250,
            Objective.STP);

    assertEquals(350, trace.firstRoundCycles(trace.choices(), 0), EXACT);
    assertEquals(400, trace.firstRoundCycles(trace.choices(), 1), EXACT);
  }
}
