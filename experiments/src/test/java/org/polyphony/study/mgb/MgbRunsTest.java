package org.polyphony.study.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Utilisation;
import org.polyphony.run.host.HostFixtures;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.workload.host.MgbWorkloads;

class MgbRunsTest {
  /** Kernels of 100 and 300 take 150 and 330; the third has crashed. */
  @Test
  void countsWhatFinished() {
    List<JobResult> results =
        List.of(
            new JobResult("a", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 1000, 0, 150, 100, 40),
            new JobResult(
                "b", "x", Outcome.FINISHED, 0, List.of(0), 500, 600, 2000, 0, 330, 300, 20),
            new JobResult("c", "x", Outcome.OUT_OF_MEMORY, 0, List.of(0), 0, 0, 10, 0, 0, 0, 7));

    MgbRun run = new MgbRun(outcome(results, 2000));

    assertEquals(1e6, run.jobsPerSecond(), 1e-6);
    assertEquals(1 / 3.0, run.crashed(), 1e-12);
    assertEquals(1250, run.turnaroundNanos());
    assertEquals(0.2, run.kernelSlowdown(), 1e-12);
  }

  /** Of 480 with kernels that take 400 alone, 50 were spent waiting for a place. */
  @Test
  void leavesOutWhatKernelsWaitedForAPlace() {
    List<JobResult> results =
        List.of(
            new JobResult("a", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 1000, 0, 150, 100, 0),
            new JobResult("b", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 2000, 0, 330, 300, 0),
            new JobResult("c", "x", Outcome.OUT_OF_MEMORY, 0, List.of(0), 0, 0, 10, 0, 0, 0, 0));

    MgbRun run = new MgbRun(outcome(results, 2000), List.of(30L, 20L, 70L));

    assertEquals(430 / 400.0 - 1, run.slowdownOnDevice(), 1e-12);
  }

  /** 900 over 300, and 1,600 over 800, counted from the arrival. */
  @Test
  void takesTheMeanOfTheSpeedUpsOfJobs() {
    MgbRun fast = new MgbRun(outcome(List.of(ended(100, 400), ended(0, 800)), 800));
    MgbRun slow = new MgbRun(outcome(List.of(ended(100, 1000), ended(0, 1600)), 1600));

    assertEquals(2.5, fast.turnaroundSpeedUp(slow), 1e-12);
  }

  private static JobResult ended(long arrival, long end) {
    return new JobResult(
        "a", "x", Outcome.FINISHED, 0, List.of(0), arrival, arrival, end, 0, 1, 1, 30);
  }

  private static HostOutcome outcome(List<JobResult> results, long endNanos) {
    HostMachine machine = new MgbWorkloads().machine("2xP100");
    return new HostOutcome(
        "r", "r", results, endNanos, new Utilisation(machine, 1), List.of(), Optional.empty());
  }

  @Test
  void crashesNoJobUnderSafeSchedulers() {
    MgbRuns runs = new MgbRuns(HostFixtures.tools(Path.of("no-cache")));
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

    assertEquals(
        new MgbRuns(HostFixtures.tools(Path.of("no-cache"))).sa("2xP100", mix).outcome().jobs(),
        new MgbRuns(HostFixtures.tools(Path.of("no-cache"))).sa("2xP100", mix).outcome().jobs());
  }
}
