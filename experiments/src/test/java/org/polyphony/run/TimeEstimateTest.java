package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.MeasuredSpeeds;
import org.polyphony.results.store.RunStore;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;

class TimeEstimateTest {
  private final Experiment pair = Fixtures.experiment("smk-even", "A", "B");
  @TempDir private Path folder;

  @Test
  void addsTheRunsAloneToTheSharedRun() {
    measure();

    assertEquals(10 + 20 + 100, of(pair).seconds().orElseThrow(), 1e-9);
  }

  @Test
  void countsAWorkloadAloneOnce() {
    measure();
    TimeEstimate both = of(pair);

    both.add(pair);

    assertEquals(10 + 20 + 2 * 100, both.seconds().orElseThrow(), 1e-9);
  }

  @Test
  void leavesOutWhatTheCacheHas() {
    run((request, watcher) -> Fixtures.result(request, false));
    measure();

    assertEquals(100, of(pair).seconds().orElseThrow(), 1e-9);
  }

  @Test
  void learnsFromRunsOfTheSameWorkloadsUnderAnyPolicy() {
    run(
        (request, watcher) -> {
          sleep();
          return Fixtures.result(request, false);
        });

    assertEquals(3, new MeasuredSpeeds(folder).runs("alone", "shared"));
    Experiment other = Fixtures.experiment("spatial-even", "A", "B");
    assertTrue(of(other).seconds().orElseThrow() >= 0.25, of(other).words(1));
  }

  @Test
  void estimatesNothingWithoutEvidence() {
    assertTrue(of(pair).words(1).startsWith("no estimate: no run of these"), of(pair).words(1));
    measure();

    TimeEstimate some = of(pair);
    some.add(Fixtures.experiment("smk-even", "A", "C"));

    assertEquals("no estimate: 1 of them have workloads never measured here", some.words(1));
    assertEquals("about 2 min on 1 thread", of(pair).words(1));
  }

  @Test
  void takesAsLongAsTheLongestRun() {
    measure();

    assertTrue(of(pair).words(100).startsWith("about 2 min on 100 threads"));
  }

  private TimeEstimate of(Experiment experiment) {
    TimeEstimate estimate = new TimeEstimate(new RunStore(folder, "v"));
    estimate.add(experiment);
    return estimate;
  }

  private void measure() {
    MeasuredSpeeds speeds = new MeasuredSpeeds(folder);
    speeds.add(1, 10, TimeEstimate.alonePath(pair, 0));
    speeds.add(1, 20, TimeEstimate.alonePath(pair, 1));
    speeds.add(1, 100, TimeEstimate.sharedPath(pair));
  }

  private void run(Simulation simulation) {
    new ExperimentRunner(simulation, new RunStore(folder, "v"))
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
