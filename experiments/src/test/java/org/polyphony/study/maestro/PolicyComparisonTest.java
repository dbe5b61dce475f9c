package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.results.table.Formats.text;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.results.CsvTable;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.pairs.PairSeeds;

class PolicyComparisonTest {
  private static final String SLOW = "HW"; // under tutti
  private final StringWriter out = new StringWriter();
  private final Set<Map<String, ?>> parameters = new HashSet<>();
  private final Set<List<String>> sms = new HashSet<>(); // kernel scheduler, allocation, preemption
  private final Set<Integer> epochs = new HashSet<>();
  @TempDir private Path folder;

  /** Alone 100 cycles, together 160 under maestro and 125 under tutti, 200 with HW. */
  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    RunRequest.Sharing sharing = request.sharing();
    parameters.add(sharing.parameters());
    epochs.add(request.epochCycles());
    sms.add(List.of(sharing.kernelScheduler(), sharing.allocation(), sharing.preemption()));
    boolean isSlow = request.workloads().stream().anyMatch(each -> each.name().equals(SLOW));
    boolean isOurs = request.sharing().policy().equals("tutti");
    return Fixtures.result(request, false, !isOurs ? 160 : isSlow ? 200 : 125);
  }

  private String reproduce(PolicyComparison comparison, int pairs) throws IOException {
    comparison
        .figure()
        .reproduce(
            new TestContext(this::simulate, folder, out)
                .effort(
                    new FigureContext.Effort(
                        Scale.QUICK, 1, pairs, PairSeeds.ONE, OptionalLong.of(100), Instant.MAX))
                .get());
    return Files.readString(folder.resolve(comparison.figure().textFile()));
  }

  /** The policies on the pairs of four benchmarks, of which two pairs were tuned on. */
  private static PolicyComparison four() {
    return new PolicyComparison(
        "comparison", List.of("BP", "BS", "HS", SLOW), 2, PolicyComparison.POLICIES, true);
  }

  @Tag("slow")
  @Test
  void judgesPairsThatWereTunedOnApartFromTheOthers() throws IOException {
    String text = reproduce(four(), 5);

    assertTrue(text.contains("| held-out | All pairs | 4 |"), text);
    assertTrue(text.contains("| tuning | All pairs | 1 |"), text);
    assertEquals(1 + 6 * 5, Files.readAllLines(folder.resolve("pairs.csv")).size());
  }

  /** 160 cycles under maestro, 125 under tutti, but 200 of the pairs with HW, one of four. */
  @Tag("slow")
  @Test
  void countsWinsTiesAndLossesOfPairedRatios() throws IOException {
    String text = reproduce(four(), 4);

    List<String> ratios = Files.readAllLines(folder.resolve("ratios.csv"));
    List<String> held =
        ratios.stream()
            .filter(row -> row.startsWith("held-out,All pairs,") && row.contains("tutti,maestro"))
            .toList();
    assertEquals(2, held.size());
    assertTrue(held.stream().allMatch(row -> row.endsWith(",3,0,1")), held.toString());
    assertTrue(
        text.contains("| STP of tutti better than of maestro, paired ratio: 4 held-out pairs |"),
        text);
    assertTrue(text.contains("; 3 wins, 0 ties, 1 losses | "), text);
    assertTrue(
        ratios.stream()
            .anyMatch(row -> row.contains(",maestro,smk-even,4,1") && row.endsWith(",0,4,0")),
        ratios.toString());
  }

  @Tag("slow")
  @Test
  void givesNoIntervalAndNoSureVerdictForFewerThanFivePairs() throws IOException {
    String text = reproduce(four(), 4);

    assertTrue(text.contains("| holds (uncertain) |"), text);
    assertFalse(text.contains("| holds |") || text.contains("| does not hold |"), text);
    CsvTable ratios = CsvTable.read(folder.resolve("ratios.csv"));
    assertTrue(ratios.rows() > 0);
    for (int row = 0; row < ratios.rows(); row++) {
      assertEquals("", ratios.text(row, "low"));
      assertEquals("", ratios.text(row, "high"));
    }
  }

  @Tag("slow")
  @Test
  void givesAllPoliciesTheSameSmAllocationPreemptionAndEpoch() throws IOException {
    reproduce(PolicyComparison.POLICY_COMPARISON, 1);

    Set<List<String>> expected =
        Set.of(
            List.of("lrr", "two-way", "chimera"),
            List.of("fair", "two-way", "chimera")); // smk-pw: its W is a kernel scheduler
    assertEquals(expected, sms);
    assertEquals(Set.of(50_000), epochs);
  }

  @Tag("slow")
  @Test
  void comparesOnKernelsThatNoPolicyWasTunedOn() throws IOException {
    String text = reproduce(PolicyComparison.UNSEEN_KERNELS, 3);

    assertTrue(text.contains("| unseen | All pairs | 3 |"), text);
    assertTrue(Files.readString(folder.resolve("pairs.csv")).contains("smk-"));
  }

  @Tag("slow")
  @Test
  void switchesOffOneMechanismAtATime() throws IOException {
    reproduce(PolicyComparison.ABLATION, 1);

    assertEquals(7, parameters.size(), parameters.toString());
    for (String off : List.of("tryNeighbours", "trySpatial", "confirm", "holdRoom", "remember")) {
      List<?> without =
          parameters.stream().filter(each -> Boolean.FALSE.equals(each.get(off))).toList();
      assertEquals(1, without.size(), off);
    }
    assertEquals(8, PolicyComparison.ABLATION.shown().size());
  }

  @Test
  void thePageHasTheValuesOfTheData() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/tutti-evaluation.md"));
    CsvTable pairs = CsvTable.read(Home.find().resolve("experiments/comparison/pairs.csv"));

    for (int row = 0; row < pairs.rows(); row++) {
      String values = text("%.3f, %.3f", pairs.number(row, "stp"), pairs.number(row, "antt"));
      assertTrue(page.contains(values), pairs.text(row, "pair") + " " + values);
    }
    assertTrue(pairs.rows() > 0);
  }

  @Test
  void thePageHasTheRatiosOfUnseenKernelsAndTheBestFixedPartitions() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/tutti-evaluation.md"));
    CsvTable ratios =
        CsvTable.read(Home.find().resolve("experiments/comparison-unseen/ratios.csv"));
    for (int row = 0; row < ratios.rows(); row++) {
      String whose = ratios.text(row, "category") + ratios.text(row, "policy");
      if (whose.equals("All pairstutti")) {
        String values =
            text(
                "%.3f (%.3f to %.3f)",
                ratios.number(row, "ratio"), ratios.number(row, "low"), ratios.number(row, "high"));
        assertTrue(page.contains(values), ratios.text(row, "over") + " " + values);
      }
    }
    Map<String, Double> best = new TreeMap<>();
    CsvTable fixed = CsvTable.read(Home.find().resolve("experiments/comparison/best-static.csv"));
    for (int row = 0; row < fixed.rows(); row++) {
      if (fixed.text(row, "partition").matches(".*(rest|SMs).*")) {
        best.merge(fixed.text(row, "pair"), fixed.number(row, "antt"), Math::min);
      }
    }
    best.forEach((pair, antt) -> assertTrue(page.contains(text("%.3f |", antt)), pair + antt));
    assertEquals(8, best.size());
  }
}
