package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.MeasuredSpeeds;
import org.polyphony.results.store.RunCache;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;

/** A pair has a budget of 1000 thread instructions each, of which a run executes 320. */
class TimeEstimateTest {
  private final Experiment pair = Fixtures.experiment("smk-even", "A", "B");
  @TempDir private Path folder;

  @Test
  void addsTheRunsAloneToTheSharedRun() {
    measure();

    assertEquals(10 + 20 + 100, of(pair).seconds(), 1e-9);
  }

  @Test
  void countsAWorkloadAloneOnce() {
    measure();
    TimeEstimate both = of(pair);

    both.add(pair);

    assertEquals(10 + 20 + 2 * 100, both.seconds(), 1e-9);
  }

  @Test
  void leavesOutWhatTheCacheHas() {
    run((request, watcher) -> Fixtures.result(request, false));
    measure();

    assertEquals(100 * 0.32, of(pair).seconds(), 1e-9);
  }

  @Test
  void learnsFromRunsHowFastThisMachineIs() {
    run(
        (request, watcher) -> {
          sleep();
          return Fixtures.result(request, false);
        });

    assertEquals(3, new MeasuredSpeeds(folder).runs("alone", "shared"));
    assertTrue(of(pair).seconds() >= 0.25, of(pair).words(1));
  }

  @Test
  void saysWhatItRestsOn() {
    assertTrue(
        of(pair)
            .words(1)
            .endsWith("0 s on 1 thread (no run measured here yet: a typical" + " laptop of 2020)"),
        of(pair).words(1));

    measure();

    assertEquals(
        "at most about 2 min on 1 thread (measured on this machine in 3 runs)", of(pair).words(1));
  }

  @Test
  void takesAsLongAsTheLongestRun() {
    measure();

    assertTrue(of(pair).words(100).startsWith("at most about 2 min on 100 threads"));
  }

  private TimeEstimate of(Experiment experiment) {
    TimeEstimate estimate = new TimeEstimate(new RunCache(folder, "v"), "v");
    estimate.add(experiment);
    return estimate;
  }

  private void measure() {
    MeasuredSpeeds speeds = new MeasuredSpeeds(folder);
    speeds.add(1000, false, 10, TimeEstimate.alonePath(pair, 0));
    speeds.add(1000, false, 20, TimeEstimate.alonePath(pair, 1));
    speeds.add(2000, false, 100, TimeEstimate.sharedPath(pair));
  }

  private void run(Simulation simulation) {
    new ExperimentRunner(simulation, new RunCache(folder, "v"), "v")
        .run(pair, Progress.SILENT, new StopFlag());
  }

  private static void sleep() {
    try {
      Thread.sleep(250);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
