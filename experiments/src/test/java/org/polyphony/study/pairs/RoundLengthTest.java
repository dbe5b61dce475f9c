package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Fixtures;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.workload.trace.TraceOptions;

class RoundLengthTest {
  private final AtomicInteger runs = new AtomicInteger();
  @TempDir private Path folder;

  /** Issues 320 instructions; ends by itself after 5000 cycles, which is looked at every 1000. */
  private final Simulation simulation =
      (request, watcher) -> {
        runs.incrementAndGet();
        long cycle = 0;
        boolean goesOn = true;
        while (goesOn && cycle < 5000) {
          cycle += 1000;
          goesOn = watcher.goOn(0, cycle, 0);
        }
        return Fixtures.result(request, !goesOn, cycle);
      };

  private Experiment alone() {
    var root = Json.object().put("gpu", "gtx980").put("instructionBudget", 900);
    root.putArray("workloads").add("BS");
    return new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)))
        .open(
            ExperimentLoader.of("BS", root, Path.of(""), List.of()),
            new Experiments.Extras(false, 0));
  }

  private Optional<Long> length(long cycles, StopFlag stop) {
    FinishedRuns finished = new FinishedRuns(Optional.empty(), new RunCache(folder), "a build");
    return new RoundLength(simulation, finished).of(alone(), cycles, stop);
  }

  @Test
  void isWhatWasExecutedInTheTime() {
    assertEquals(Optional.of(320L), length(4000, new StopFlag()));
  }

  @Test
  void isTheWholeBudgetForABenchmarkThatEndsBefore() {
    assertEquals(Optional.of(900L), length(5001, new StopFlag()));
  }

  @Test
  void isMeasuredOnce() {
    length(4000, new StopFlag());
    length(4000, new StopFlag());

    assertEquals(1, runs.get());
  }

  @Test
  void isNotKnownAfterAStop() {
    StopFlag stop = new StopFlag();
    stop.request();

    assertEquals(Optional.empty(), length(4000, stop));
    assertEquals(Optional.of(320L), length(4000, new StopFlag()));
  }
}
