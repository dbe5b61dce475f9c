package org.polyphony.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.polyphony.results.store.Json;

class PerformancePageTest {
  private static String result(String benchmark, String parameters, int speed) {
    return """
        {"benchmark": "org.polyphony.bench.%s.simulate", "params": {%s},
         "secondaryMetrics": {"warpInstructions": {"score": %d}}}
        """
        .formatted(benchmark, parameters, speed);
  }

  @Test
  void writesSpeedsBesideTheReferenceAndPairsByPolicy() throws Exception {
    String bfs = "\"workload\": \"traces/bfs\", \"gpu\": \"gtx980\"";
    String pair = "\"pair\": \"BS/NW\", \"policy\": \"";
    JsonNode results =
        Json.parse(
            String.join(
                ",",
                "[" + result("DeviceBenchmark", bfs, 3000),
                result("PairBenchmark", pair + "smk-even\"", 1000),
                result("PairBenchmark", pair + "maestro\"", 2000) + "]"));
    JsonNode reference = Json.parse("{\"bfs\": {\"warpInstructionsPerSecond\": 100}}");

    String page = PerformancePage.page(results, reference, "## Notes\n");

    assertTrue(page.contains("| bfs | gtx980 | 3,000 | 100 | 30.0 |"), page);
    assertTrue(page.contains("| pair | `smk-even` | `maestro` |\n|---|--:|--:|\n"), page);
    assertTrue(page.contains("| BS/NW | 1,000 | 2,000 |"), page);
    assertTrue(page.endsWith("\n## Notes\n"), page);
  }
}
