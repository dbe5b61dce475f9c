package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.Results;

class RequestChartsTest {
  @RegisterExtension private final Folder folder = new Folder();

  @BeforeEach
  void writeRun() throws IOException {
    String pair = Folder.pair("left-over", "C1", "M1", 1.3);
    folder.write(
        "summary.json", pair.replace("\"stp\"", "\"cycles\":100000,\"microseconds\":100,\"stp\""));
    deadline("20.0");
  }

  private void deadline(String micros) throws IOException {
    folder.write(
        "resolved.json", "{\"workloads\":[{\"deadline\":null},{\"deadline\":" + micros + "}]}");
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
    folder.write("requests.csv", csv);
    return folder.results();
  }

  private static String words(Results results, String chart) throws IOException {
    return Folder.words(results, chart);
  }

  @Test
  void drawsNothingWithoutRequests() {
    List<String> names =
        Charts.draw(folder.results(), List.of()).stream().map(Picture::name).toList();

    assertEquals(List.of("stalls"), names);
  }

  @Test
  void saysHowManyRequestsThereAreAndHowManyAreLate() throws IOException {
    String words = words(requests(100), "requests");

    assertTrue(words.contains("M1: 100 requests, p50 50, p95 95, p99 99, max 100 us"), words);
    assertTrue(words.contains("80 later than 20 us"), words);
  }

  @Test
  void drawsWaitingAndRunningOfFewRequestsAndPointsOfMany() throws IOException {
    String few = words(requests(5), "requests");
    String many = words(requests(5000), "requests");

    assertTrue(few.contains("waiting") && few.contains("running, late"), few);
    assertFalse(many.contains("waiting"), many);
    assertTrue(many.contains("request, late"), many);
    assertTrue(many.contains("Arrival (ms)"), many);
  }

  @Test
  void drawsNoDeadlineFarAboveAllLatencies() throws IOException {
    deadline("1000");

    String words = words(requests(5), "requests");

    assertTrue(words.contains("0 later than 1,000 us"), words);
    assertFalse(words.contains("deadline"), words);
  }

  @Test
  void leavesOutPercentilesThatWouldBeTheLongestLatency() throws IOException {
    String words = words(requests(10), "latency");

    assertTrue(words.contains("M1: p50 5, max 10 us"), words);
    assertFalse(words.contains("p95"), words);
  }

  @Test
  void distributionShowsPercentilesAndTheDeadline() throws IOException {
    String words = words(requests(100), "latency");

    assertTrue(words.contains("M1: p50 50, p95 95, p99 99, max 100 us"), words);
    assertTrue(words.contains("deadline: 20 us"), words);
  }

  @Test
  void distributionsOfSeveralRunsAreNamedByTheirFolders() throws IOException {
    requests(100);
    for (String run : List.of("a", "b")) {
      Path single = Files.createDirectory(folder.at(run));
      for (String file : List.of("summary.json", "resolved.json", "requests.csv")) {
        Files.copy(folder.at(file), single.resolve(file));
      }
    }
    Files.delete(folder.at("summary.json"));

    String words = words(folder.results(), "latency");

    assertTrue(words.contains("M1, a: p50 50") && words.contains("M1, b: p50 50"), words);
  }
}
