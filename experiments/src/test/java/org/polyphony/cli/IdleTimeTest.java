package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time in which no workload has anything to do. */
class IdleTimeTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @ParameterizedTest
  @ValueSource(strings = {"left-over", "maestro", "tutti", "time-slice", "smk-even"})
  void costsNeitherTimeNorRows(String policy) throws IOException {
    String request = "{ \"benchmark\": \"%s\", \"arrivals\": { \"times\": [0, 10000000] } }";
    String config =
        "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 8 }, \"policy\": \"%s\", \"workloads\": [%s, %s] }"
            .formatted(
                policy, request.formatted("sample-saxpy"), request.formatted("sample-gather"));
    folder.write("idle.json", config);

    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> folder.simulated("run ./idle.json --quiet --out ./out").shows());

    List<String> epochs = folder.lines("out/epochs.csv");
    assertTrue(epochs.size() < 40, epochs.size() + " rows");
    assertTrue(epochs.stream().anyMatch(row -> row.matches("\\d,\\d{10,},.*")), epochs.toString());
    try (Stream<Path> files = Files.list(folder.at("out"))) {
      long bytes = files.mapToLong(each -> each.toFile().length()).sum();
      assertTrue(bytes < 1_000_000, bytes + " bytes");
    }
  }
}
