package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.Json;

class ExplanationTest {
  private static final double TOLERANCE = 1e-9;
  private static final String L2 = "l2-capacity l2-bandwidth";

  /** Copies of the runs, as {@link #runs} takes their slowdowns. */
  private static final List<String> FAMILIES =
      List.of("", "sm", L2, "sm " + L2, "dram", "sm dram", L2 + " dram", "sm " + L2 + " dram");

  /** Slowdowns of SC beside KM with a shared SM that holds KM back, and of KM. */
  private static final String SC = "1.36, 2.06, 1.22, 1.93, 1.25, 1.29, 1.07, 1.03";

  private static final String KM = "2.10, 2.10, 1.74, 1.47, 1.39, 1.31, 1.38, 1.05";

  /** A run of a workload that is so many times as slow as alone. */
  private static JsonNode run(String gpu, long seed, String copies, double slowdown) {
    ObjectNode run = Json.object();
    ObjectNode axes = run.putObject("axes").put("gpu", gpu).put("seed", seed);
    axes.putArray("copies");
    for (String name : copies.isEmpty() ? new String[0] : copies.split(" ", -1)) {
      axes.withArray("copies").add(name);
    }
    run.putArray("benchmarks").addObject().put("name", "a").put("normalizedProgress", 1 / slowdown);
    return run;
  }

  private static List<JsonNode> runs(String gpu, long seed, String slowdowns) {
    List<JsonNode> runs = new ArrayList<>();
    List<String> each = List.of(slowdowns.split(", *", -1));
    for (int i = 0; i < each.size(); i++) {
      runs.add(run(gpu, seed, FAMILIES.get(i), Double.parseDouble(each.get(i))));
    }
    return runs;
  }

  private static Explanation explain(List<JsonNode> runs) {
    return Explanation.of(runs).orElseThrow();
  }

  private static double size(Explanation of, String cause) {
    return of.shares().stream()
        .filter(share -> share.cause().equals(cause))
        .mapToDouble(share -> share.size().mean())
        .sum();
  }

  private static String largest(Explanation of) {
    return of.shares().stream()
        .filter(Explanation.Share::isLargest)
        .map(Explanation.Share::cause)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void sharesOfAnyRunsAddUpToTheSlowdown(long seed) {
    Random random = new Random(seed);
    List<JsonNode> runs = new ArrayList<>();
    for (int s = 1; s <= 3; s++) {
      for (String copies : FAMILIES) {
        runs.add(run("x", s, copies, 1 + 3 * random.nextDouble()));
      }
    }

    Explanation found = explain(runs);

    double sum = found.shares().stream().mapToDouble(share -> share.size().mean()).sum();
    assertEquals(size(found, "slowdown") - 1, sum - size(found, "slowdown"), TOLERANCE);
  }

  @Test
  void familiesThatTakeAwayAsMuchInTheSamePlacesHaveEqualShares() {
    Explanation found = explain(runs("x", 1, "3, 2.9, 2.9, 1.7, 2.5, 2.2, 2.2, 1.1"));

    assertEquals(size(found, "inside the SM"), size(found, "network and L2"), TOLERANCE);
  }

  @Test
  void aFamilyWhoseCopiesChangeNothingHasNoShare() {
    Explanation found = explain(runs("x", 1, "3, 3, 2, 2, 2.5, 2.5, 1.2, 1.2"));

    assertEquals(0, size(found, "inside the SM"), TOLERANCE);
    assertEquals((1 + 1.3) / 2, size(found, "network and L2"), TOLERANCE);
    assertEquals(0.2, size(found, "room on the SMs"), TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        KM + "| DRAM | a: largest cause: DRAM (+0.568 of +1.100), in 5 of 6 orders",
        SC + "| `` | but sharing inside the SM holds others back (-0.3",
        "3, 1.5, 1.5, 1.5, 3, 1.5, 1.5, 1.4 | `` | has the largest share, but only in 3 of 6 orders",
        "1.04, 1, 1, 1, 1, 1, 1, 1 | `` | a: slowdown below 1.05 (1.040), so no cause is named",
        "3, 2.9, 3, 2.9, 3, 2.9, 3, 2.9 | room on the SMs | room on the SMs (+1.900 of +2.000), in 6 of 6 orders"
      })
  void namesALargestCauseOnlyWhereTheSharesCarryIt(
      String slowdowns, String largest, String sentence) {
    Explanation found = explain(runs("x", 1, slowdowns));

    assertEquals(largest, largest(found));
    assertTrue(found.text().contains(sentence), found.text());
  }

  @Test
  void dividesTheLargestFamilyAmongItsParts() {
    List<JsonNode> runs = runs("x", 1, "3, 3, 1.2, 1.2, 3, 2.8, 1.1, 1.1");
    runs.add(run("x", 1, "sm dram l2-capacity", 2.5));
    runs.add(run("x", 1, "sm dram l2-bandwidth", 1.3));

    Explanation found = explain(runs);

    assertEquals("network and L2 network and L2: l2-bandwidth", largest(found));
    assertEquals(
        size(found, "network and L2"),
        size(found, "network and L2: l2-capacity") + size(found, "network and L2: l2-bandwidth"),
        TOLERANCE);
    assertEquals(
        (0.3 + 0.2) / (1.5 + 1.4),
        size(found, "network and L2: l2-capacity") / size(found, "network and L2: l2-bandwidth"),
        TOLERANCE);
    assertTrue(found.text().contains("mostly network and L2: l2-bandwidth"), found.text());
  }

  @Test
  void partsOfTheSecondWorkloadFollowTheirFamily() {
    List<JsonNode> runs = runs("x", 1, "1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5");
    runs.add(run("x", 1, "sm dram l2-capacity", 1.5));
    runs.add(run("x", 1, "sm dram l2-bandwidth", 1.5));
    List<JsonNode> second = runs("x", 1, "3, 3, 1.2, 1.2, 3, 2.8, 1.1, 1.1");
    second.add(run("x", 1, "sm dram l2-capacity", 2.5));
    second.add(run("x", 1, "sm dram l2-bandwidth", 1.3));
    for (int i = 0; i < runs.size(); i++) {
      ((ObjectNode) runs.get(i))
          .withArray("benchmarks")
          .add(((ObjectNode) second.get(i).at("/benchmarks/0")).put("name", "b"));
    }

    List<String> lines = explain(runs).text().lines().toList();

    assertTrue(lines.get(4).startsWith("network and L2: l2-capacity"), lines.toString());
    assertTrue(lines.get(8).startsWith("room on the SMs"), lines.toString());
  }

  @Test
  void aPartIsWhatNoCopiesTellApart() {
    List<JsonNode> runs = runs("x", 1, "3, 3, 3, 3, 1.2, 1.2, 1.2, 1.2");
    runs.add(run("x", 1, "sm " + L2 + " dram-rows", 2.6));

    Explanation found = explain(runs);

    assertEquals(0.4, size(found, "DRAM: dram-rows"), TOLERANCE);
    assertEquals(1.4, size(found, "DRAM: bandwidth"), TOLERANCE);
  }

  @Test
  void explainsEachPointOfASweepByItself() {
    List<JsonNode> runs = runs("x", 1, KM);
    runs.addAll(runs("y", 1, "1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5"));

    Explanation found = explain(runs);

    assertEquals(0.05 + 0.5, size(found, "room on the SMs"), TOLERANCE);
    assertTrue(found.text().contains("largest for"), found.text());
    assertTrue(found.text().contains("workloads without a largest cause: 0 of 2"), found.text());
  }

  @Test
  void saysWhatItCannotExplainForWantOfARun() {
    List<JsonNode> runs = runs("x", 1, KM);
    List<JsonNode> lacking = runs("y", 1, KM);
    lacking.remove(3);

    assertFalse(Explanation.of(lacking).isPresent());
    runs.addAll(lacking);
    Explanation found = explain(runs);

    assertEquals(1.1, size(found, "slowdown") - 1, TOLERANCE);
    assertTrue(
        found.text().contains("without a run or without progress, not explained: 1"), found.text());
  }

  @Test
  void doesNotExplainAWorkloadWithoutProgress() {
    List<JsonNode> runs = runs("x", 1, KM);
    for (JsonNode run : runs) {
      ((ObjectNode) run).withArray("benchmarks").addObject().put("normalizedProgress", 0);
    }

    Explanation found = explain(runs);

    assertEquals("DRAM", largest(found));
    assertTrue(
        found.text().contains("without a run or without progress, not explained: 1"), found.text());
  }
}
