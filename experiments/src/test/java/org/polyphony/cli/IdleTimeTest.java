package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.simulation.GpuSimulation;

/** Time in which no workload has anything to do. */
class IdleTimeTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"left-over", "maestro", "tutti", "time-slice", "smk-even"})
  void costsNeitherTimeNorRows(String policy) throws IOException {
    String request = "{ \"benchmark\": \"%s\", \"arrivals\": { \"times\": [0, 10000000] } }";
    String config =
        "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 8 }, \"policy\": \"%s\", \"workloads\": [%s, %s] }"
            .formatted(
                policy, request.formatted("sample-saxpy"), request.formatted("sample-gather"));
    Path file = Files.writeString(folder.resolve("idle.json"), config);
    Path out = folder.resolve("out");

    CommandRun run =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () ->
                CommandRun.of(
                    new GpuSimulation(),
                    folder.resolve("cache"),
                    "run",
                    file.toString(),
                    "--quiet",
                    "--out",
                    out.toString()));

    assertEquals(0, run.exitCode(), run.err());
    List<String> epochs = Files.readAllLines(out.resolve("epochs.csv"));
    assertTrue(epochs.size() < 40, epochs.size() + " rows");
    assertTrue(epochs.stream().anyMatch(row -> row.matches("\\d,\\d{10,},.*")), epochs.toString());
    try (Stream<Path> files = Files.list(out)) {
      long bytes = files.mapToLong(each -> each.toFile().length()).sum();
      assertTrue(bytes < 1_000_000, bytes + " bytes");
    }
  }
}
