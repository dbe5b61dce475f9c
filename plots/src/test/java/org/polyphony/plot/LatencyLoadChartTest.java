package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.Results;

class LatencyLoadChartTest {
  private static final String CHART = "latency-load";
  @RegisterExtension private final Folder folder = new Folder();

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
    folder.write("results.jsonl", lines);
    return folder.results();
  }

  private void base(String workload) throws IOException {
    folder.write("config.json", "{\"base\":{\"workloads\":[{}," + workload + "]}}");
  }

  private static Picture picture(Results results) {
    List<Picture> pictures = Charts.draw(results, List.of(CHART));
    assertEquals(1, pictures.size());
    return pictures.get(0);
  }

  @Test
  void drawsALineForEachPolicyOverRequestsPerSecond() throws IOException {
    Results results = sweep("workloads[1].arrivals.every", "20", "\"8 us\"", "5");

    String words = Folder.words(picture(results));

    for (String word :
        List.of(
            "left-over", "smk-even", "Offered load (thousand requests/s)", "50", "125", "200")) {
      assertTrue(words.contains(word), word + ": " + words);
    }
  }

  @Test
  void readsTheRateOfRandomArrivalsInItsUnit() throws IOException {
    base("{\"arrivals\":{\"per\":\"ms\",\"poisson\":1}}");

    String words = Folder.words(picture(sweep("workloads[1].arrivals.poisson", "30", "60", "90")));

    assertTrue(words.contains("thousand requests/s") && words.contains("90"), words);
  }

  @Test
  void drawsTheDeadlineThatAllRunsShare() throws IOException {
    base("{\"deadline\":\"0.02 ms\"}");

    String words = Folder.words(picture(sweep("workloads[1].arrivals.every", "20", "10", "5")));

    assertTrue(words.contains("deadline: 20 us"), words);
  }

  @Test
  void drawsLatencyOverAnotherNumberWithoutALoad() throws IOException {
    Picture picture = picture(sweep("gpu.l2.bytes", "1", "2", "4"));

    assertEquals("latency-load-gpu-l2-bytes", picture.name());
    assertFalse(Folder.words(picture).contains("Offered load"));
  }

  @Test
  void drawsNothingOfRunsWithoutRequests() throws IOException {
    List<Picture> pictures = Charts.draw(folder.sweep(), List.of());

    assertTrue(pictures.stream().noneMatch(picture -> picture.name().startsWith(CHART)));
  }
}
