package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.TraceOptions;

/** The order of the instructions changes when they are issued, never how many. */
class SourceOrderRunTest {
  @TempDir private Path folder;

  private RunResult run(String order, String... benchmarks) {
    ObjectNode root = Json.object().put("gpu", "gtx980").put("restart", false);
    ArrayNode workloads = root.putArray("workloads");
    for (String name : benchmarks) {
      workloads.addObject().put("benchmark", name).put("scale", 0.05).put("order", order);
    }
    Experiments experiments = new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)));
    Experiment experiment =
        experiments.open(
            ExperimentLoader.of("x", root, Path.of(""), List.of()),
            new Experiments.Extras(true, 0));
    return new GpuSimulation().run(experiment.request(), RunWatcher.NONE);
  }

  @Test
  void aPairExecutesAsManyWarpInstructionsInBothOrders() {
    RunResult compiled = run("compiled", "HS", "SC");
    RunResult source = run("source", "HS", "SC");

    assertEquals(compiled.warpInstructions(), source.warpInstructions());
    assertEquals(compiled.threadInstructions(), source.threadInstructions());
    assertNotEquals(compiled.cycles(), source.cycles());
  }

  @Test
  void soDoesATrace() {
    RunResult compiled = run("compiled", "sample-sgemm");
    RunResult source = run("source", "sample-sgemm");

    assertEquals(compiled.warpInstructions(), source.warpInstructions());
    assertEquals(compiled.threadInstructions(), source.threadInstructions());
    assertNotEquals(compiled.cycles(), source.cycles());
  }
}
