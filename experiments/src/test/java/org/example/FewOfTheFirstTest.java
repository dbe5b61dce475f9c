package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.input.Home;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.TraceOptions;

/** The policy of docs/policies.md. */
class FewOfTheFirstTest {
  private static final String SOURCE = "experiments/src/test/java/org/example/FewOfTheFirst.java";

  @TempDir private Path folder;

  @Test
  void isTheOneInTheReadme() throws IOException {
    String source = Files.readString(Home.find().resolve(SOURCE));

    String indented = source.replaceAll("(?m)^(?=.)", "    ");
    assertTrue(Files.readString(Home.find().resolve("docs/policies.md")).contains(indented));
  }

  @Test
  void runsByItsClassName() {
    var root = Json.object().put("gpu", "gtx980").put("policy", FewOfTheFirst.class.getName());
    root.putArray("workloads").add("sample-sgemm").add("sample-saxpy");
    Experiment experiment =
        new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)))
            .open(
                ExperimentLoader.of("own", root, Path.of(""), List.of()),
                new Experiments.Extras(true, 0));

    RunResult result = new GpuSimulation().run(experiment.spec(), RunWatcher.NONE);

    assertEquals(
        List.of(true, true),
        result.benchmarks().stream().map(RunResult.Benchmark::finished).toList());
  }
}
