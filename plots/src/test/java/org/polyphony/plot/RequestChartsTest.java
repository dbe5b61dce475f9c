package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.polyphony.plot.Folder.assertHas;
import static org.polyphony.plot.Folder.assertLacks;
import static org.polyphony.plot.Folder.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.results.Results;

class RequestChartsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeRun() throws IOException {
    String pair = Folder.pair("left-over", "C1", "M1", 1.3);
    Files.writeString(
        folder.resolve("summary.json"),
        pair.replace("\"stp\"", "\"cycles\":100000,\"microseconds\":100,\"stp\""));
  }

  private void deadline(String micros) throws IOException {
    Files.writeString(
        folder.resolve("resolved.json"),
        "{\"workloads\":[{\"deadline\":null},{\"deadline\":" + micros + "}]}");
  }

  /**
   * Writes requests to the second workload: latencies of 1 us to their number, each 10 us apart.
   */
  private Results requests(int count) throws IOException {
    StringBuilder csv =
        new StringBuilder(
            "benchmark,request,arrivalCycle,startCycle,endCycle,latencyMicros,slowdown,late\n");
    for (int i = 0; i < count; i++) {
      int arrival = 10_000 * i;
      int latency = i + 1;
      csv.append(
          String.format(
              Locale.ROOT,
              "M1,%d,%d,%d,%d,%d,1,%s%n",
              i,
              arrival,
              arrival + 500,
              arrival + 1000 * latency,
              latency,
              latency > 20));
    }
    Files.writeString(folder.resolve("requests.csv"), csv);
    return Results.read(folder);
  }

  @Test
  void drawsNothingWithoutRequests() {
    assertEquals(List.of("stalls"), Folder.names(Results.read(folder)));
  }

  /** Words that a chart has and lacks, separated by semicolons; the deadline is in microseconds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          requests | 100  | 20 \
              | M1: 100 requests, p50 50, p95 95, p99 99, max 100 us;80 later than 20 us | none
          requests | 30   | 20   | on time;late;deadline          | Arrival (ms)
          requests | 5000 | null | request;Arrival (ms)           | on time
          requests | 5    | 1000 | 0 later than 1,000 us          | deadline
          latency  | 10   | 20   | M1: p50 5, max 10 us           | p95
          latency  | 100  | 20   | M1: p50 50, p95 95, p99 99, max 100 us;deadline: 20 us | none
          """)
  void saysWhatRequestsThereAre(String chart, int count, String deadline, String has, String lacks)
      throws IOException {
    deadline(deadline);

    String words = words(requests(count), chart);

    assertHas(words, has.split(";", -1));
    assertLacks(words, lacks);
  }

  @Test
  void distributionsOfSeveralRunsAreNamedByTheirFolders() throws IOException {
    deadline("20.0");
    requests(100);
    for (String run : List.of("a", "b")) {
      Path single = Files.createDirectory(folder.resolve(run));
      for (String file : List.of("summary.json", "resolved.json", "requests.csv")) {
        Files.copy(folder.resolve(file), single.resolve(file));
      }
    }
    Files.delete(folder.resolve("summary.json"));

    assertHas(words(Results.read(folder), "latency"), "M1, a: p50 50", "M1, b: p50 50");
  }
}
