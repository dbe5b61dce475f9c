package org.polyphony.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.run.RunResult;

class OracleTraceTest {
  /** Windows of 100 cycles with these instructions. */
  private static ProgressCurve curve(long... instructions) {
    List<RunResult.WindowRow> rows = new ArrayList<>();
    for (int i = 0; i < instructions.length; i++) {
      rows.add(new RunResult.WindowRow(i, 100L * i, 100L * i + 100, 0, "k", 1, instructions[i]));
      rows.add(new RunResult.WindowRow(i, 100L * i, 100L * i + 100, 1, "other", 1, 999));
    }
    return new ProgressCurve(rows, 0);
  }

  @Test
  void interpolatesBetweenTheEndsOfWindows() {
    ProgressCurve curve = curve(400, 100);

    assertEquals(500, curve.end());
    assertEquals(50, curve.cyclesTo(200));
    assertEquals(150, curve.cyclesTo(450));
    assertEquals(4, curve.rateAt(399));
    assertEquals(1, curve.rateAt(400));
    assertEquals(1, curve.rateAt(500));
  }

  private static ProgressCurve fast() {
    return curve(300, 300, 300, 300);
  }

  private static ProgressCurve slow() {
    return curve(100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
  }

  /** Under partition 0 the first workload runs at 3 and the other at 1, under 1 the reverse. */
  private static OracleTrace opposite(ProgressCurve aloneOfFirst) {
    List<ProgressCurve> one = List.of(fast(), slow());
    List<ProgressCurve> other = List.of(slow(), fast());
    return new OracleTrace(List.of(one, other), List.of(aloneOfFirst, curve(400, 400, 400)), 200);
  }

  @Test
  void takesThePartitionWithTheMostAloneTimePerCycle() {
    // the first workload's instructions are worth 1/2, the other's 1/4 of a cycle alone
    List<OracleTrace.Window> best = opposite(curve(200, 200, 200, 200, 200)).best();

    assertEquals(0, best.get(0).partition());
    assertEquals(50, best.get(0).cycles(), 1e-9); // 200 instructions at 3 + 1
    assertEquals(3 / 2.0 + 1 / 4.0, best.get(0).stp(), 1e-9);
  }

  @Test
  void changesThePartitionWhereAWorkloadGetsSlowAlone() {
    // from instruction 300 on, the first workload does 8 a cycle alone: then the other is worth
    // more
    List<OracleTrace.Window> best = opposite(curve(100, 100, 100, 800)).best();

    assertEquals(0, best.get(0).partition());
    assertEquals(0, best.get(1).partition());
    assertEquals(1, best.get(2).partition()); // after twice 150
    assertEquals(3 / 4.0 + 1 / 8.0, best.get(2).stp(), 1e-9);
  }

  @Test
  void underOnePartitionIsThatPartitionsOwnRun() {
    List<OracleTrace.Window> windows = opposite(curve(200, 200, 200, 200, 200)).under(1);

    assertEquals(1 / 2.0 + 3 / 4.0, OracleTrace.stp(windows), 1e-9);
  }
}
