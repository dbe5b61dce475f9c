package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.TraceOptions;

/** What any hardware part must pass. Runs check conservation. */
class PartsTest {
  private static final String FOLDER = "src/main/java/org/example/";

  @TempDir private Path cache;

  private static List<String> parts() {
    return List.of(
        "gpu.l2.replacement=KernelAware.java",
        "gpu.dram.scheduler=ReadsFirst.java",
        "gpu.crossbar.arbiter=LightFirst.java",
        "gpu.l1d.prefetcher=NextLines.java");
  }

  private RunResult run(String part, String... overrides) {
    List<String> sets = new ArrayList<>(List.of(overrides));
    sets.add(part.replace("=", "=" + FOLDER));
    sets.add("instructionBudget=3000000");
    return new GpuSimulation()
        .run(
            new Experiments(new WorkloadLibrary(TraceOptions.quiet(cache)))
                .load(Path.of("experiment.json"), sets, new Experiments.Extras(true, 0))
                .spec(),
            RunWatcher.NONE);
  }

  private static void requireFinished(RunResult result) {
    assertTrue(result.benchmarks().stream().allMatch(RunResult.Benchmark::finished));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void sameSeedGivesTheSameResult(String part) {
    assertEquals(run(part).device(), run(part).device());
  }

  @ParameterizedTest
  @MethodSource("parts")
  void worksWithPreemptionPartitionsAndCopies(String part) {
    requireFinished(run(part, "policy=maestro", "preemption=switch"));
    requireFinished(run(part, "partitions=[{\"workloads\":[0],\"sms\":8,\"dramChannels\":2}]"));
    requireFinished(run(part, "copies=[\"l2-capacity\",\"dram-rows\"]"));
    requireFinished(run(part, "copies=[\"all\"]"));
  }
}
