package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.trace.TraceOptions;

class BandwidthAwareTest {
  private static final int LBM = 0; // in the order of the config

  @TempDir private Path cache;

  private RunResult run(String... overrides) {
    Experiment experiment =
        new Experiments(new WorkloadLibrary(TraceOptions.quiet(cache)))
            .load(Path.of("experiment.json"), List.of(overrides), new Experiments.Extras(true, 0));
    return new GpuSimulation().run(experiment.spec(), RunWatcher.NONE);
  }

  @Test
  void takesThreadBlocksFromTheKernelThatMovesMostBytes() {
    RunResult result = run("instructionBudget=12000000");

    List<Integer> quotas =
        result.uses().stream()
            .map(use -> use.quotas().get(LBM))
            .filter(quota -> quota > 0)
            .distinct()
            .toList();
    assertTrue(quotas.size() > 1, "LBM kept " + quotas);
    assertEquals(quotas.stream().sorted((a, b) -> b - a).toList(), quotas);
  }

  @Test
  void leavesKernelsThatComputeAlone() {
    RunResult result = run("workloads=[\"HS\",\"TPACF\"]", "instructionBudget=3000000");

    assertTrue(result.benchmarks().stream().allMatch(RunResult.Benchmark::finished));
  }
}
