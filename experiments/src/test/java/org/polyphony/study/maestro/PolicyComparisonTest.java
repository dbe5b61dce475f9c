package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.text.Formats.text;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;
import org.polyphony.plot.CsvTable;
import org.polyphony.plot.ResultColumn;
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
  @TempDir private Path folder;

  /** Alone 100 cycles, together 160 under maestro and 125 under tutti, 200 with HW. */
  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    parameters.add(request.sharing().parameters());
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

  @Test
  void showsThePairsOfTheDesignApartFromTheOthers() throws IOException {
    String text = reproduce(PolicyComparison.TUTTI, 43);

    assertTrue(text.contains("| design | All pairs | 40 |"), text);
    assertTrue(text.contains("| judged | All pairs | 3 |"), text);
    assertTrue(
        text.contains("5 points higher than that of maestro: 40 design pairs | - | +27.0 points"),
        text);
    assertTrue(
        text.contains("12 points lower than that of maestro: 3 judged pairs | - | -35.0 points"),
        text);
    assertEquals(1 + 2 * 43, Files.readAllLines(folder.resolve("pairs.csv")).size());
  }

  @Test
  void namesThePairsThatLoseMostFirst() throws IOException {
    String text = reproduce(PolicyComparison.TUTTI, 12);
    String worst = text.substring(text.indexOf("lose most:"));

    assertTrue(worst.lines().skip(4).findFirst().orElseThrow().contains(SLOW), worst);
  }

  @Test
  void switchesOffOneMechanismAtATime() throws IOException {
    reproduce(PolicyComparison.ABLATION, 1);

    assertEquals(7, parameters.size(), parameters.toString());
    for (String off : List.of("tryNeighbours", "trySpatial", "confirm", "holdRoom", "remember")) {
      List<?> without = parameters.stream().filter(each -> each.get(off).equals(false)).toList();
      assertEquals(1, without.size(), off);
    }
    assertEquals(8, PolicyComparison.ABLATION.shown().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"means.csv", "ablation-means.csv"})
  void thePageHasTheMeansOfTheData(String file) throws IOException {
    String page = Files.readString(Home.find().resolve("docs/tutti.md"));
    CsvTable means = CsvTable.read(Home.find().resolve("experiments/tutti").resolve(file));

    for (int row = 0; row < means.rows(); row++) {
      boolean isShown =
          means.text(row, "metric").contains("judged")
              || means.text(row, "group").equals("All pairs");
      String mean = text("%.3f", 1 + means.number(row, ResultColumn.MEAN) / 100);
      assertTrue(!isShown || page.contains(mean), means.text(row, "metric") + " " + mean);
    }
  }
}
