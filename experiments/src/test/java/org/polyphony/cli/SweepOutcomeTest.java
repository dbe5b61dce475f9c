package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepOutcomeTest {
  private static JsonNode run(String json) {
    try {
      return new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode run(String pair, String policy, double stp, double antt) {
    return run(
        "{'run':'%s_%s','axes':{'workloads':['%s'],'policy':'%s'},'stp':%s,'antt':%s}"
            .formatted(pair, policy, pair, policy, stp, antt));
  }

  /** The geometric mean of 1 and 4 is 2, that of 2 and 8 is 4. */
  @Test
  void eachSettingHasTheGeometricMeansOfItsRuns() {
    List<JsonNode> runs =
        List.of(
            run("a", "smk-even", 1, 2), run("b", "smk-even", 4, 8), run("a", "left-over", 1, 1));

    String table = SweepOutcome.table(runs);

    assertEquals(
        List.of("smk-even 2 2.000 4.000", "left-over 1 1.000 1.000"),
        table.lines().skip(2).map(line -> line.replaceAll(" +", " ")).toList());
  }

  @Test
  void latencyOfRequestsIsShownWhereAWorkloadHasThem() {
    JsonNode run =
        run(
            "{'run':'a','axes':{'policy':'p'},'stp':1,'antt':2,"
                + "'benchmarks':[{},{'requests':{'p95Micros':12.34}}]}");

    List<String> lines = SweepOutcome.table(List.of(run)).lines().toList();

    assertTrue(lines.get(1).endsWith("p95 latency (us)"), lines.get(1));
    assertTrue(lines.get(2).endsWith(" 12.3"), lines.get(2));
  }

  @Test
  void manySettingsAreCut() {
    List<JsonNode> runs = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      runs.add(run("a", "p" + i, 1, 1));
    }

    assertTrue(SweepOutcome.table(runs).endsWith("and 3 more settings, in results.csv\n"));
  }

  @Test
  void eachReasonOfAFailureIsSaidOnce() {
    JsonNode one = run("{'run':'a','error':'no room'}");
    JsonNode two = run("{'run':'b','error':'no room'}");
    JsonNode other = run("{'run':'c','error':'no time'}");

    assertEquals(
        "failed: a and 1 more: no room\nfailed: c: no time\n",
        SweepOutcome.failures(List.of(one, two, other, run("d", "smk-even", 1, 1))));
  }
}
