package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.SweepFile;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.store.RunStore;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.TraceOptions;

class RoundLengthsTest {
  private static final Simulation GPU = new GpuSimulation();
  private final Map<String, Integer> runs = new TreeMap<>();
  @TempDir private Path folder;

  @Test
  void endAFirstRoundAfterTheWorkOfThatTimeAlone() {
    Experiment pair = pair();
    RunResult result = runner().run(pair, Progress.SILENT, new StopFlag()).shared();

    for (int i = 0; i < 2; i++) {
      long executed = alone(pair, i, 20_000);
      assertEquals(1, result.benchmarks().get(i).threadInstructions() / (double) executed, 0.01);
    }
  }

  @Test
  void startAProgramThatIsShorterAgain() {
    Experiment pair = pair("workloads[1].benchmark=sample-saxpy", "workloads[1].scale=0.01");
    RunResult once =
        GPU.run(
            pair("workloads[1].benchmark=sample-saxpy", "workloads[1].scale=0.01", "roundCycles=0")
                .spec()
                .alone(1),
            RunWatcher.NONE);
    RunResult result = runner().run(pair, Progress.SILENT, new StopFlag()).shared();

    assertTrue(once.cycles() < 10_000, "a program of " + once.cycles() + " cycles");
    assertTrue(
        result.benchmarks().get(1).threadInstructions()
            > 2 * once.benchmarks().get(0).threadInstructions());
  }

  @Test
  void leaveAShorterBudgetAsItIs() {
    Experiment pair = pair("instructionBudget=64000");

    RunResult result = runner().run(pair, Progress.SILENT, new StopFlag()).shared();

    assertEquals(1, result.benchmarks().get(0).threadInstructions() / 64_000.0, 0.1);
  }

  @Test
  void areMeasuredOnceForAllSeeds() {
    for (int seed = 1; seed <= 3; seed++) {
      Experiment pair = pair("seed=" + seed);
      runner().run(pair, Progress.SILENT, new StopFlag());
    }

    assertEquals(Map.of("LC", 1 + 3, "KM", 1 + 3, "LC, KM", 3), runs);
  }

  @Test
  void areAskedForBeforeTheRunsAloneOfASweepToo() {
    Experiment pair = pair();

    runner().prepareAlone(pair, 1, Progress.SILENT, new StopFlag());
    runner().run(pair, Progress.SILENT, new StopFlag());

    assertEquals(Map.of("LC", 2, "KM", 2, "LC, KM", 1), runs);
  }

  @Test
  void areNotKeptWhenTheRunIsStopped() {
    Experiment pair = pair();
    Experiment same =
        new RoundLengths(new RunStore(folder.resolve("cache"), "v"))
            .with(pair, 0, GPU, (share, cycle, issued) -> false);

    assertEquals(pair, same);
    assertFalse(Files.exists(folder.resolve("cache")));
  }

  @Test
  void areTheWorkOfTheDeviceOfTheBaseInASweepOverDevices() {
    List<RunResult> results = new ArrayList<>();
    for (Experiment point : sweep("own")) {
      results.add(runner().run(point, Progress.SILENT, new StopFlag()).shared());
    }

    for (int i = 0; i < 2; i++) {
      double work = results.get(0).benchmarks().get(i).threadInstructions();
      assertEquals(1, results.get(1).benchmarks().get(i).threadInstructions() / work, 0.01);
    }
  }

  /** In time: the clock of the second device is half of that of the first. */
  @Test
  void ofTheBaseAreWhatProgressIsOverOnRequest() {
    List<Outcome> own = new ArrayList<>();
    List<Outcome> base = new ArrayList<>();
    sweep("own").forEach(point -> own.add(runner().run(point, Progress.SILENT, new StopFlag())));
    sweep("base").forEach(point -> base.add(runner().run(point, Progress.SILENT, new StopFlag())));

    assertEquals(own.get(0).stp(), base.get(0).stp(), 0);
    assertEquals(own.get(1).shared().cycles(), base.get(1).shared().cycles());
    for (int i = 0; i < 2; i++) {
      assertEquals(2, base.get(1).ipcAlone(i) / base.get(0).ipcAlone(i), 0.001);
    }
  }

  /** The points of a sweep over devices, the first with that of the base. */
  private List<Experiment> sweep(String progressOver) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("progressOver", progressOver);
    ObjectNode base = root.putObject("base").put("gpu", "gtx980").put("roundCycles", 20_000);
    base.putArray("workloads").add("LC").add("KM");
    root.putArray("variants").addObject().put("name", "a").putObject("set").put("seed", 1);
    root.withArray("variants")
        .addObject()
        .put("name", "b")
        .putObject("set")
        .put("gpu.coreKhz", 563_000)
        .put("gpu.dram.channels", 2);
    SweepFile file = SweepFile.of("x", root, folder, List.of("LC", "KM"));
    Experiments experiments = new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)));
    return file.runs().stream()
        .map(run -> experiments.open(file.experiment(run), new Experiments.Extras(false, 0)))
        .toList();
  }

  private static long alone(Experiment pair, int workload, long cycles) {
    RunResult result =
        GPU.run(pair.spec().alone(workload), (share, cycle, issued) -> cycle < cycles);
    return result.benchmarks().get(0).threadInstructions();
  }

  private ExperimentRunner runner() {
    return new ExperimentRunner(this::simulate, new RunStore(folder.resolve("cache"), "v"));
  }

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    List<String> names = new ArrayList<>();
    spec.workloads().forEach(workload -> names.add(workload.name()));
    runs.merge(String.join(", ", names), 1, Integer::sum);
    return GPU.run(spec, watcher);
  }

  /** An experiment of LC and KM with rounds of 20,000 cycles alone. */
  private Experiment pair(String... sets) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("gpu", "gtx980");
    root.putArray("workloads").add("LC").add("KM");
    root.put("roundCycles", 20_000);
    return new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)))
        .open(
            ExperimentLoader.of("x", root, folder, List.of(sets)),
            new Experiments.Extras(false, 0));
  }
}
