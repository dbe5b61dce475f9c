package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;

class ExamplesTest {
  static List<Path> experiments() throws IOException {
    try (Stream<Path> files = Files.list(Home.find().resolve("configs/experiments"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyExampleLoads(Path file) {
    ExperimentConfig config = ExperimentLoader.load(file, List.of()).config();

    assertFalse(config.workloads().isEmpty());
    assertTrue(config.violations().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policies",
        "partitions",
        "maestro",
        "allocators",
        "preemptions",
        "warp-schedulers",
        "host-instances",
        "load",
        "load-limit"
      })
  void everyExampleOfASweepLoads(String name) {
    Path file = Home.find().resolve("configs/sweeps/" + name + ".json");
    List<String> benchmarks =
        List.of("BFS", "BP", "BS", "FDTD", "HS", "LC", "LMD", "LUD", "SAD", "SC", "SRAD", "ST");

    List<String> bundled = new ArrayList<>(benchmarks);
    bundled.addAll(List.of("sample-gather", "sample-saxpy"));

    assertFalse(SweepFile.load(file, List.of(), bundled, benchmarks).runs().isEmpty());
  }
}
