package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.gpu.Processors;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceOptions;

/** A trace has the same result on every number of threads. */
class ThreadsOfTracesTest {
  @TempDir private Path folder;

  private String run(String trace, int threads) {
    ObjectNode root = Json.object();
    root.putObject("gpu")
        .put("extends", "gtx980")
        .put("sms", 20)
        .putObject("crossbar")
        .put("creditLatency", 8);
    root.putArray("workloads").addObject().put("benchmark", trace);
    Experiments experiments = new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)));
    Experiment experiment =
        experiments.open(
            ExperimentLoader.of("x", root, Path.of(""), List.of()),
            new Experiments.Extras(true, 0));
    RunResult result =
        new GpuSimulation()
            .on(Processors.perRunAtOnce(threads))
            .run(experiment.spec(), RunWatcher.NONE);
    return result.toString().replaceAll("EventLog@\\w+", ""); // events have no values to compare
  }

  static List<String> traces() {
    return BundledTraces.names();
  }

  @ParameterizedTest
  @MethodSource("traces")
  void isTheSameOnEveryNumberOfThreads(String trace) {
    String alone = run(trace, 1);

    assertEquals(alone, run(trace, 2));
    assertEquals(alone, run(trace, 5));
  }
}
