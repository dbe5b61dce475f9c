package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.store.AloneRun;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunStore;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;

class ExperimentRunnerTest {
  private final List<String> runs = new ArrayList<>();
  private final StopFlag stop = new StopFlag();
  @TempDir private Path folder;

  @Test
  void runsEveryWorkloadAloneAndThenAllTogether() {
    Outcome outcome = runner("v1").run(pair(), Progress.SILENT, stop);

    assertEquals(List.of("alone [A]", "alone [B]", "smk-even [A, B]"), runs);
    assertEquals(0.5, outcome.normalizedProgress(0), 1e-12);
    assertEquals(40, outcome.simulatedWarpInstructions());
  }

  /** Ten warp instructions in a hundred cycles, on two SMs. */
  @Test
  void tellsTheSharedRunHowFastAnSmIssuedAlone() {
    List<List<Integer>> rates = new ArrayList<>();
    Simulation noting =
        (spec, watcher) -> {
          rates.add(spec.aloneIssue());
          return Fixtures.result(spec, false);
        };

    new ExperimentRunner(noting, new RunStore(folder, "v1")).run(pair(), Progress.SILENT, stop);

    assertEquals(List.of(List.of(), List.of(), List.of(50_000, 50_000)), rates);
  }

  @Test
  void repeatsNoAloneRunThatTheCacheKnows() {
    runner("v1").run(pair(), Progress.SILENT, stop);
    runs.clear();

    runner("v1").run(pair(), Progress.SILENT, stop);

    assertEquals(List.of("smk-even [A, B]"), runs);
  }

  @Test
  void repeatsAloneRunsOfAnotherBuild() {
    runner("v1").run(pair(), Progress.SILENT, stop);
    runs.clear();

    runner("v2").run(pair(), Progress.SILENT, stop);

    assertEquals(3, runs.size());
  }

  @Test
  void runsAWorkloadThatIsThereTwiceAloneOnce() {
    runner("v1").run(Fixtures.experiment("smk-even", "A", "A"), Progress.SILENT, stop);

    assertEquals(List.of("alone [A]", "smk-even [A, A]"), runs);
  }

  @Test
  void takesARunAloneAsItsOwnBaseline() {
    Outcome outcome = runner("v1").run(Fixtures.experiment("alone", "A"), Progress.SILENT, stop);

    assertEquals(List.of("alone [A]"), runs);
    assertEquals(1, outcome.normalizedProgress(0));
  }

  @Test
  void keepsNoPartialRunInTheCache() {
    stop.request();

    Outcome outcome = runner("v1").run(pair(), Progress.SILENT, stop);

    assertTrue(outcome.shared().partial());
    assertTrue(Double.isNaN(outcome.ipcAlone(0)));
    assertEquals(0, folder.toFile().list().length);
  }

  private static Experiment pair() {
    return Fixtures.experiment("smk-even", "A", "B");
  }

  private ExperimentRunner runner(String build) {
    return new ExperimentRunner(this::simulate, new RunStore(folder, build));
  }

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    List<String> names = spec.workloads().stream().map(w -> w.name()).toList();
    runs.add(spec.policy() + " " + names);
    return Fixtures.result(spec, !watcher.shouldContinue(1, 1, 1));
  }

  @Test
  void refusesRunsAloneThatAreMuchTooSlow() {
    AloneRun slow = new AloneRun(100_000, 10, 100, true);
    new RunStore(folder, "v1").store(ExperimentRunner.soloKey(pair(), 0), Json.tree(slow));

    String message =
        assertThrows(
                InvalidInputException.class, () -> runner("v1").run(pair(), Progress.SILENT, stop))
            .getMessage();

    assertTrue(
        message.startsWith(folder + ": found solo runs that give 2 workloads an STP of"), message);
  }
}
