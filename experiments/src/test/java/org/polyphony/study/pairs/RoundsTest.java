package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.store.RunCache;
import org.polyphony.run.Fixtures;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.TraceOptions;

class RoundsTest {
  private final AtomicInteger runs = new AtomicInteger();
  private final List<Integer> steps = new ArrayList<>(); // of the programs that ran
  @TempDir private Path folder;

  /** Issues 320 instructions; ends by itself after 5000 cycles, which is looked at every 1000. */
  private final Simulation simulation =
      (request, watcher) -> {
        runs.incrementAndGet();
        steps.add(request.workloads().get(0).steps());
        long cycle = 0;
        boolean goesOn = true;
        while (goesOn && cycle < 5000) {
          cycle += 1000;
          goesOn = watcher.shouldContinue(0, cycle, 0);
        }
        return Fixtures.result(request, !goesOn, cycle);
      };

  private long length(long cycles, StopFlag stop) {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(folder));
    PairExperiments experiments = new PairExperiments(library, "gtx980", 900);
    FinishedRuns finished =
        new FinishedRuns(Optional.empty(), new RunCache(folder, "a build"), "a build");
    PairRuns.Extent extent =
        new PairRuns.Extent("gtx980", 900, cycles, PairSeeds.ONE, 1, Instant.MAX);
    return new Rounds(experiments, simulation, finished, extent)
        .of(List.of(new Pair("BS", "BS", Category.COM_MEM)), Progress.SILENT, stop)
        .get("BS");
  }

  @Test
  void isWhatWasExecutedInTheTime() {
    assertEquals(320, length(4000, new StopFlag()));
  }

  @Test
  void isMeasuredWithAProgramThatStartsAgainIfItEndsBefore() {
    assertEquals(320, length(5001, new StopFlag()));
    assertEquals(320, length(5001, new StopFlag())); // known

    assertEquals(2, steps.size());
    assertEquals(1000 * steps.get(0), steps.get(1));
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

    length(4000, stop);

    assertEquals(0, runs.get());
    assertEquals(320, length(4000, new StopFlag()));
  }
}
