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
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.Resource;
import org.polyphony.results.store.Json;

class ExplanationTest {
  private static final double TOLERANCE = 1e-9;

  /** A run of a workload that is so many times as slow as alone. */
  private static JsonNode run(String gpu, long seed, String copies, double slowdown) {
    ObjectNode run = Json.object();
    ObjectNode axes = run.putObject("axes").put("gpu", gpu).put("seed", seed);
    axes.putArray("copies");
    if (!copies.isEmpty()) {
      axes.withArray("copies").add(copies);
    }
    run.putArray("benchmarks").addObject().put("name", "a").put("normalizedProgress", 1 / slowdown);
    return run;
  }

  private static Explanation explain(List<JsonNode> runs) {
    return Explanation.of(runs).orElseThrow();
  }

  private static double size(Explanation of, String point, String cause) {
    return of.shares().stream()
        .filter(share -> share.point().equals(point) && share.cause().equals(cause))
        .mapToDouble(share -> share.size().mean())
        .sum();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theSharesOfAnyRunsAddUpToTheSlowdown(long seed) {
    Random random = new Random(seed);
    List<JsonNode> runs = new ArrayList<>();
    for (int s = 1; s <= 3; s++) {
      runs.add(run("x", s, "", 1 + 3 * random.nextDouble()));
      for (Resource resource : Resource.values()) {
        runs.add(run("x", s, resource.toString(), 1 + 3 * random.nextDouble()));
      }
      runs.add(run("x", s, "all", 1 + random.nextDouble()));
    }

    Explanation found = explain(runs);

    double whole = size(found, "gpu=x", "slowdown");
    double sum = found.shares().stream().mapToDouble(share -> share.size().mean()).sum() - whole;
    assertEquals(whole - 1, sum, TOLERANCE);
  }

  @Test
  void countsWhatIsWithinAnSmOnce() {
    Explanation found =
        explain(
            List.of(
                run("x", 1, "", 3),
                run("x", 1, "issue", 2.5),
                run("x", 1, "crossbar", 2.75),
                run("x", 1, "sm", 2),
                run("x", 1, "all", 1.5)));

    assertEquals(0.5, size(found, "gpu=x", "issue"), TOLERANCE);
    assertEquals(1 - 0.5 - 0.25, size(found, "gpu=x", "sm"), TOLERANCE);
    assertEquals(0.5, size(found, "gpu=x", "interaction"), TOLERANCE);
  }

  @Test
  void marksTheLargestShareOfAWorkload() {
    Explanation found =
        explain(
            List.of(
                run("x", 1, "", 3),
                run("x", 1, "issue", 2.9),
                run("x", 1, "dram", 2.2),
                run("x", 1, "all", 1.5)));

    assertEquals(
        "dram",
        found.shares().stream()
            .filter(Explanation.Share::isLargest)
            .map(Explanation.Share::cause)
            .collect(Collectors.joining(" ")));
  }

  @Test
  void explainsEachPointOfASweepByItself() {
    Explanation found =
        explain(
            List.of(
                run("x", 1, "", 3),
                run("x", 1, "all", 2),
                run("y", 1, "", 5),
                run("y", 1, "all", 1)));

    assertEquals(1, size(found, "gpu=x", "placement"), TOLERANCE);
    assertEquals(0, size(found, "gpu=y", "placement"), TOLERANCE);
    assertTrue(found.text().contains("largest for"), found.text());
  }

  @Test
  void leavesOutPointsThatHaveNotRunWithAllCopiesAndTheSameSeed() {
    assertFalse(Explanation.of(List.of(run("x", 1, "", 3), run("x", 1, "issue", 2))).isPresent());
    assertFalse(Explanation.of(List.of(run("x", 1, "", 3), run("x", 2, "all", 2))).isPresent());
  }
}
