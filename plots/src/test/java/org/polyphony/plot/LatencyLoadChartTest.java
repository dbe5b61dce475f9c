package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.results.Results;

class LatencyLoadChartTest {
  private static final String CHART = "latency-load";
  @TempDir private Path folder;

  /** Writes a sweep of two policies over values of a key; latencies double from one to the next. */
  private Results sweep(String key, String... values) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String policy : new String[] {"left-over", "smk-even"}) {
      double latency = 4;
      for (String value : values) {
        latency *= 2;
        String requests =
            "\"requests\":{\"p50Micros\":" + latency + ",\"p95Micros\":" + 2 * latency + "},";
        lines.append(
            Folder.pair(policy, "C1", "M1", 1.3)
                .replace("\"axes\":{", "\"axes\":{\"" + key + "\":" + value + ",")
                .replace("\"ipcAlone\":50", requests + "\"ipcAlone\":50"));
      }
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);
    return Results.read(folder);
  }

  private static Picture picture(Results results) {
    List<Picture> pictures = Charts.draw(results, List.of(CHART));
    assertEquals(1, pictures.size());
    return pictures.get(0);
  }

  @Test
  void drawsALineForEachPolicyOverRequestsPerSecond() throws IOException {
    Results results = sweep("workloads[1].arrivals.every", "20", "\"8 us\"", "5");

    Folder.assertHas(
        Folder.words(picture(results)),
        "left-over",
        "smk-even",
        "Offered load (thousand requests/s)",
        "50",
        "125",
        "200");
  }

  /** What the base of a sweep says of its second workload. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"arrivals":{"per":"ms","poisson":1}} | poisson | 30 60 90 | thousand requests/s | 90
          {"deadline":"0.02 ms"}                | every   | 20 10 5  | deadline: 20 us     | 200
          """)
  void readsUnitsAndDeadlinesOfTheBase(
      String workload, String arrivals, String values, String word, String load)
      throws IOException {
    Files.writeString(
        folder.resolve("config.json"), "{\"base\":{\"workloads\":[{}," + workload + "]}}");

    Results results = sweep("workloads[1].arrivals." + arrivals, values.split(" ", -1));

    Folder.assertHas(Folder.words(picture(results)), word, load);
  }

  @Test
  void drawsLatencyOverAnotherNumberWithoutALoad() throws IOException {
    Picture picture = picture(sweep("gpu.l2.bytes", "1", "2", "4"));

    assertEquals("latency-load-gpu-l2-bytes", picture.name());
    assertFalse(Folder.words(picture).contains("Offered load"));
  }
}
