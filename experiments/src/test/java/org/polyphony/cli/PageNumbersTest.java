package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.CsvTable;
import org.polyphony.workload.kernel.BundledModels;

/** Numbers of the prose, by their kind, against the defaults and data that they repeat. */
class PageNumbersTest {
  private static final Path HOME = Home.find();

  private static String prose(Path page) throws IOException {
    return Files.readString(page).replaceAll("\\s+", " ");
  }

  private static double value(String number) {
    return Double.parseDouble(number.replace(",", ""));
  }

  private static double defaultOf(String policy, String parameter) {
    PolicyDescription described =
        PartitionPolicies.descriptions().stream()
            .filter(each -> each.name().equals(policy))
            .findFirst()
            .orElseThrow();
    return described.parameters().stream()
        .filter(each -> each.getName().equals(parameter))
        .map(each -> Double.parseDouble(each.getAnnotation(Key.class).absent()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyEpochThatAPageNamesIsThatOfTheDefault() throws IOException {
    Pattern epochs = Pattern.compile("(?:epochs of|every) ([\\d,]{4,}) (?:core )?cycles");
    double expected = defaultOf("maestro", "epochCycles");
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Path page : PagesTest.pages()) {
      for (MatchResult match : epochs.matcher(prose(page)).results().toList()) {
        found++;
        boolean isLook = match.group(1).equals("1,000"); // tutti's, between decisions
        if (!isLook && value(match.group(1)) != expected) {
          wrong.add(page + ": " + match.group());
        }
      }
    }

    assertTrue(found > 3, "found " + found);
    assertEquals(List.of(), wrong);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "firstStep      | 100 | by (\\d+)% of its even share",
        "margin         | 100 | better by (\\d+)%",
        "restEpochs     | 1   | After (\\d+) epochs",
        "patienceCycles | 1   | within ([\\d,]+) cycles",
      })
  void thePageOfTuttiHasItsDefaults(String parameter, int unit, String text) throws IOException {
    MatchResult stated =
        Pattern.compile(text)
            .matcher(prose(HOME.resolve("docs/tutti.md")))
            .results()
            .findFirst()
            .orElseThrow();

    assertEquals(defaultOf("tutti", parameter) * unit, value(stated.group(1)), 1e-9);
  }

  @Test
  void everyCountOfAllPairsIsThatOfTheBenchmarks() throws IOException {
    int benchmarks = BundledModels.names().size();
    String all = String.valueOf(benchmarks * (benchmarks - 1) / 2);
    Pattern total =
        Pattern.compile("(?:all|of the|All \\d+ benchmarks make) (\\d{3}) pairs of benchmarks");
    for (Path page : PagesTest.pages()) {
      for (MatchResult match : total.matcher(prose(page)).results().toList()) {
        assertEquals(all, match.group(1), page + ": " + match.group());
      }
    }
  }

  /** "Figures 11 and 13 have 30 of the 231 pairs" is what the commands that made them say. */
  @Test
  void everyNumberOfPairsOfAFigureIsThatOfItsCommand() throws IOException {
    Pattern stated = Pattern.compile("Figures? ([\\d, and]+) have (\\d+)");
    String page = prose(HOME.resolve("experiments/REPRODUCTION.md"));
    List<MatchResult> all = stated.matcher(page).results().toList();

    assertFalse(all.isEmpty());
    for (MatchResult match : all) {
      for (String figure : match.group(1).strip().split("[^\\d]+", -1)) {
        Path made = HOME.resolve("experiments/studies/fig" + figure + "/results/made.json");
        String command = Files.readString(made);
        assertTrue(
            command.contains("--pairs " + match.group(2) + " "), match.group() + ": " + command);
      }
    }
  }

  @Test
  void everySectionOfTheValidationHasTheCyclesAndPairsOfItsCommand() throws IOException {
    Pattern option = Pattern.compile("    polyphony reproduce .*--(cycles|pairs) (\\d+)");
    for (String page :
        List.of(
            "studies/corun/results/CORUN",
            "studies/smk-silicon/results/SMK-SILICON",
            "notes/trace-pairs/TRACE-PAIRS")) {
      String section = Files.readString(HOME.resolve("experiments/" + page + ".md"));
      for (MatchResult match : option.matcher(section).results().toList()) {
        String number = String.format(Locale.ROOT, "%,d", Long.parseLong(match.group(2)));
        assertTrue(section.contains(number + " " + match.group(1)), match.group());
      }
    }
  }

  @Test
  void everySpeedupOfADeviationFromTable3IsThatOfTheTableOfBenchmarks() throws IOException {
    Pattern deviation =
        Pattern.compile("(?m)^\\| \\d+[^|]* \\| (\\w+) \\| [^|]*\\(Table 3\\) \\| ([\\d.]+)[:,]");
    String table = Files.readString(HOME.resolve("workloads/README.md"));
    List<MatchResult> stated =
        deviation.matcher(Files.readString(HOME.resolve("DEVIATIONS.md"))).results().toList();

    assertEquals(3, stated.size());
    for (MatchResult match : stated) {
      String row =
          "\n\\| " + match.group(1) + " \\| \\w+ \\| " + Pattern.quote(match.group(2)) + " \\|";
      assertTrue(Pattern.compile(row).matcher(table).find(), match.group());
    }
  }

  /** "All 231 pairs will take 16.3 hours" is the sum over the categories of the file of costs. */
  @Test
  void theHoursOfAllPairsAreThoseOfTheFileOfCosts() throws IOException {
    CsvTable cost = CsvTable.read(HOME.resolve("experiments/pairs/cost.csv"));
    double pairs = 0;
    double seconds = 0;
    for (int row = 0; row < cost.rows(); row++) {
      pairs += cost.number(row, "pairs");
      seconds += cost.number(row, "pairs") * cost.number(row, "secondsPerPair");
    }

    String stated = format("All %.0f pairs will take **%.1f hours", pairs, seconds / 3600);
    assertHas("experiments/PERFORMANCE.md", stated);
    assertHas("experiments/notes/performance.md", stated);
  }

  @Test
  void theNoiseOfPairsIsThatOfItsFile() throws IOException {
    CsvTable noise = CsvTable.read(HOME.resolve("experiments/studies/noise/results/noise.csv"));
    long noisy =
        IntStream.range(0, noise.rows()).filter(row -> noise.number(row, "spread") > 0.03).count();

    assertHas(
        "experiments/REPRODUCTION.md",
        format(
            "the STP of %d of %d pairs varies by more than 3%%, and that of %s by %.1f%%",
            noisy, noise.rows(), noise.text(0, "pair"), 100 * noise.number(0, "spread")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crossbar/creditLatency  | hopper-h200      | VALIDATION.md | 88) take %d cycles to return",
        "crossbar/creditLatency  | gtx980           | ../DEVIATIONS.md | It is %d cycles, except on",
        "crossbar/creditLatency  | gtx980-gpgpusim3 | ../DEVIATIONS.md | `gtx980-gpgpusim3` (%d)",
        "crossbar/creditLatency  | gtx980-reference | ../DEVIATIONS.md | `gtx980-reference` (%d)",
        "dispatch/refillLatency  | hopper-h200      | ../DEVIATIONS.md | after %d cycles (`dispatch.",
      })
  void everyKeyOfADeviceInTheProseHasItsValue(String key, String device, String page, String text)
      throws IOException {
    int value = GpuConfigs.described(device).at("/" + key).asInt();

    assertHas("experiments/" + page, format(text, value));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static void assertHas(String page, String text) throws IOException {
    assertTrue(prose(HOME.resolve(page)).contains(text), page + " has no '" + text + "'");
  }

  @Test
  void everyFigureWasMadeByACommittedBuild() throws IOException {
    List<String> dirty = new ArrayList<>();
    for (Path made : records(HOME.resolve("experiments/studies"))) {
      if (Files.readString(made).contains("-dirty")) {
        dirty.add(HOME.relativize(made).toString());
      }
    }

    assertEquals(List.of(), dirty);
  }

  private static List<Path> records(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> records = files.filter(file -> file.endsWith("made.json")).toList();
      assertFalse(records.isEmpty(), folder + "");
      return records;
    }
  }
}
