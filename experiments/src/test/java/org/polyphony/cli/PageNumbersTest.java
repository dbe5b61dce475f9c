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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;
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
        Path made = HOME.resolve("experiments/reproduction/fig" + figure + "/made.json");
        String command = Files.readString(made);
        assertTrue(
            command.contains("--pairs " + match.group(2) + " "), match.group() + ": " + command);
      }
    }
  }

  @Test
  void everySectionOfTheValidationHasTheCyclesAndPairsOfItsCommand() throws IOException {
    String page = Files.readString(HOME.resolve("experiments/VALIDATION.md"));
    for (String section : page.split("\n## ", -1)) {
      Pattern option = Pattern.compile("    polyphony reproduce .*--(cycles|pairs) (\\d+)");
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

  /** Those on the paper's device cannot be made again; REPRODUCTION.md says so. */
  @Test
  void everyFigureWasMadeByACommittedBuild() throws IOException {
    List<String> dirty = new ArrayList<>();
    try (Stream<Path> files = Files.walk(HOME.resolve("experiments/reproduction"))) {
      for (Path made : files.filter(file -> file.endsWith("made.json")).toList()) {
        if (Files.readString(made).contains("-dirty")) {
          dirty.add(HOME.relativize(made).toString());
        }
      }
    }

    assertEquals(List.of(), dirty);
  }
}
