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
import org.polyphony.results.DisplayNames;
import org.polyphony.results.RunRecord;

class SweepOutcomeTest {
  private static JsonNode run(String json) {
    try {
      return new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunRecord record(String json) {
    return new RunRecord(run(json), DisplayNames.none());
  }

  private static RunRecord record(String pair, String policy, double stp, double antt) {
    return record(
        "{'run':'%s_%s','axes':{'workloads':['%s'],'policy':'%s'},'benchmarks':[{'name':'%s'}],'stp':%s,'antt':%s}"
            .formatted(pair, policy, pair, policy, pair, stp, antt));
  }

  /** The geometric mean of 1 and 4 is 2, that of 2 and 8 is 4. */
  @Test
  void eachSettingHasTheGeometricMeansOfItsRuns() {
    List<RunRecord> runs =
        List.of(
            record("a", "smk-even", 1, 2),
            record("b", "smk-even", 4, 8),
            record("a", "left-over", 1, 1));

    String table = SweepOutcome.table(runs);

    assertEquals(
        List.of("smk-even 2 2.000 4.000", "left-over 1 1.000 1.000"),
        table.lines().skip(2).map(line -> line.replaceAll(" +", " ")).toList());
  }

  /** As a report has them: the mean of 1 and 7 is 4, and that of 4 and 9 is 6. */
  @Test
  void seedsOfTheSameWorkloadsCountAsOneMember() {
    List<RunRecord> runs =
        List.of(record("a", "p", 1, 1), record("a", "p", 7, 1), record("b", "p", 9, 1));

    assertTrue(SweepOutcome.table(runs).contains(" 6.000 "), SweepOutcome.table(runs));
  }

  @Test
  void policiesThatNeverDecidedAreNamed() {
    String run = "{'policy':'maestro','partitioning':{'decided':%s}}";
    List<RunRecord> runs =
        List.of(
            record(run.formatted("true")),
            record(run.formatted("false")),
            record(run.formatted("null")));

    assertEquals("maestro made no decision in 1 of 2 runs\n", SweepOutcome.undecided(runs));
  }

  @Test
  void latencyOfRequestsIsShownWhereAWorkloadHasThem() {
    RunRecord run =
        record(
            "{'run':'a','axes':{'policy':'p'},'stp':1,'antt':2,"
                + "'benchmarks':[{},{'requests':{'p95Micros':12.34}}]}");

    List<String> lines = SweepOutcome.table(List.of(run)).lines().toList();

    assertTrue(lines.get(1).endsWith("p95 latency (us)"), lines.get(1));
    assertTrue(lines.get(2).endsWith(" 12.3"), lines.get(2));
  }

  @Test
  void manySettingsAreCut() {
    List<RunRecord> runs = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      runs.add(record("a", "p" + i, 1, 1));
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
        SweepOutcome.failures(List.of(one, two, other, run("{'run':'d','stp':1}"))));
  }
}
