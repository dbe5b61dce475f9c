package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.trace.TraceOptions;

class NoiseHintTest {
  private static final String HINT =
      "STP of this pair varies by 4.2% between seeds; use --repeat 5\n";

  @TempDir private Path folder;

  private static List<NextSteps.KnownNoise> known(String pair, double spread) {
    return List.of(new NextSteps.KnownNoise(pair, "gtx980", "smk-even", spread));
  }

  private Experiment experiment(String... sets) throws IOException {
    ObjectNode root =
        (ObjectNode) Json.parse("{\"gpu\": \"gtx980\", \"workloads\": [\"BP\", \"HS\"]}");
    return new Experiments(new WorkloadLibrary(TraceOptions.quiet(folder)))
        .open(
            ExperimentLoader.of("test", root, folder, List.of(sets)),
            new Experiments.Extras(false, 0));
  }

  @Test
  void hintsAtAPairThatVariesMuch() throws IOException {
    assertEquals(HINT, NextSteps.noise(experiment(), known("BP/HS", 0.042)));
  }

  /** Of a pair that varies little, or that was not measured, or not so. */
  @ParameterizedTest
  @CsvSource({
    "BP/HS, 0.03, seed=1",
    "BP/LC, 0.042, seed=1",
    "BP/HS, 0.042, policy=spatial-even",
    "BP/HS, 0.042, gpu=volta-v100",
    "BP/HS, 0.042, gpu.sms=8"
  })
  void isSilentOtherwise(String pair, double spread, String set) throws IOException {
    assertEquals("", NextSteps.noise(experiment(set), known(pair, spread)));
  }

  @Test
  void readsWhatTheProjectShips() {
    assertTrue(NextSteps.KnownNoise.shipped().stream().allMatch(noise -> noise.spread() >= 0));
    assertEquals(List.of(), NextSteps.KnownNoise.read(folder.resolve("none.csv")));
  }
}
