package org.polyphony.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.workload.host.MgbWorkloads;

class MgbFigureTest {
  @Test
  void setsMeasuredBesideThePaper() {
    List<MgbFigure.Row> rows =
        List.of(
            new MgbFigure.Row("a", MgbFigure.Unit.RATIO, 2, 2.5),
            new MgbFigure.Row("b", MgbFigure.Unit.PERCENT, 0.02, 0.005),
            MgbFigure.Row.unstated("c", MgbFigure.Unit.RATIO, 3));

    assertEquals(
        """
        | value | paper | measured | difference |
        |---|--:|--:|--:|
        | a | 2.00 | **2.50** | +25% |
        | b | 2.0% | **0.5%** | -1.5 points |
        | c | - | **3.00** | - |

        """,
        MgbFigure.table(rows));
  }

  /** Kernels of 100 and 300 take 150 and 330; the third has crashed. */
  @Test
  void countsWhatFinished() {
    List<JobResult> results =
        List.of(
            new JobResult("a", "x", Outcome.FINISHED, 0, 0, 0, 1000, 0, 150, 100),
            new JobResult("b", "x", Outcome.FINISHED, 0, 500, 600, 2000, 0, 330, 300),
            new JobResult("c", "x", Outcome.OUT_OF_MEMORY, 0, 0, 0, 10, 0, 0, 0));

    MgbRuns.Run run = MgbRuns.Run.of(results, 2000);

    assertEquals(1e6, run.jobsPerSecond(), 1e-6);
    assertEquals(1 / 3.0, run.crashed(), 1e-12);
    assertEquals(1250, run.turnaroundNanos());
    assertEquals(0.2, run.kernelSlowdown(), 1e-12);
    assertEquals(0.3, run.jobSlowdown(), 1e-12);
  }

  @Test
  void crashesNoJobUnderSafeSchedulers() {
    MgbRuns runs = new MgbRuns();
    for (String mix : MgbWorkloads.MIXES) {
      for (String machine : MgbWorkloads.MACHINES) {
        assertEquals(0, runs.sa(machine, mix).crashed());
        assertEquals(0, runs.alg2(machine, mix).crashed());
        assertEquals(0, runs.alg3(machine, mix).crashed());
        assertEquals(0, runs.bestCg(machine, mix).crashed());
      }
    }
    assertTrue(runs.cg("4xV100", "W8", 12).crashed() > 0);
  }

  @Test
  void repeatsADrawnMix() {
    String mix = MgbRuns.drawn("W2", 7);

    assertEquals(new MgbRuns().sa("2xP100", mix), new MgbRuns().sa("2xP100", mix));
  }
}
