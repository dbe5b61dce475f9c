package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Home;
import org.polyphony.input.Key;
import org.polyphony.policy.PolicyDescription;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.CsvTable;

/** Numbers of the prose against the defaults and data that they repeat. */
class PageNumbersTest {
  private static final Path HOME = Home.find();
  private static final Path EXPERIMENTS = HOME.resolve("experiments");
  private static final Path STUDIES = EXPERIMENTS.resolve("studies");

  private static String prose(String page) throws IOException {
    return Files.readString(HOME.resolve(page)).replaceAll("\\s+", " ");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
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

  /** Returns the relative errors of a column of a study's results, in percent. */
  private static DoubleStream errors(String file, String ours, String theirs) {
    CsvTable table = CsvTable.read(STUDIES.resolve(file + ".csv"));
    return IntStream.range(0, table.rows())
        .mapToDouble(row -> 100 * (table.number(row, ours) / table.number(row, theirs) - 1));
  }

  private static double meanAbsolute(String file, String ours, String theirs) {
    return errors(file, ours, theirs).map(Math::abs).average().orElseThrow();
  }

  private static double bias(String file, String ours, String theirs) {
    return errors(file, ours, theirs).average().orElseThrow();
  }

  /** "79 of 90": the cases of a study whose simulated value is below the measured one. */
  private static Arguments tooLow(String text, String file, String ours, String theirs) {
    return Arguments.of(
        "experiments/VALIDATION.md",
        format(
            text,
            errors(file, ours, theirs).filter(error -> error < 0).count(),
            errors(file, ours, theirs).count()));
  }

  private static Arguments error(String page, String text, String file, String... columns) {
    Object[] errors = new Object[columns.length / 2];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = meanAbsolute(file, columns[2 * i], columns[2 * i + 1]);
    }
    return Arguments.of(page, format(text, errors));
  }

  /** "All 231 pairs will take 16.3 hours" is the sum over the categories of the file of costs. */
  private static String hours() {
    CsvTable cost = CsvTable.read(EXPERIMENTS.resolve("pairs/cost.csv"));
    double pairs = 0;
    double seconds = 0;
    for (int row = 0; row < cost.rows(); row++) {
      pairs += cost.number(row, "pairs");
      seconds += cost.number(row, "pairs") * cost.number(row, "secondsPerPair");
    }
    return format("All %.0f pairs will take **%.1f hours", pairs, seconds / 3600);
  }

  private static String noise() {
    CsvTable noise = CsvTable.read(STUDIES.resolve("noise/results/noise.csv"));
    return format(
        "the STP of %d of %d pairs varies by more than 3%%, and that of %s by %.1f%%",
        IntStream.range(0, noise.rows()).filter(row -> noise.number(row, "spread") > 0.03).count(),
        noise.rows(),
        noise.text(0, "pair"),
        100 * noise.number(0, "spread"));
  }

  private static Arguments tutti(String text, String parameter, int unit) {
    return Arguments.of("docs/tutti.md", format(text, defaultOf("tutti", parameter) * unit));
  }

  private static Arguments key(String page, String text, String device, String key) {
    return Arguments.of(page, format(text, GpuConfigs.described(device).at(key).asInt()));
  }

  static List<Arguments> statements() {
    String arrivals = "arrivals/results/arrivals";
    String[] latency = {"p50Micros", "measuredP50Micros", "p95Micros", "measuredP95Micros"};
    String[] stp = {"stp", "measuredStp"};
    String[] scores = {"stp", "measuredStp", "antt", "measuredAntt"};
    String credits = "/crossbar/creditLatency";
    return List.of(
        error(
            "README.md",
            "cycles differ by %.1f%%",
            "validation/results/applications",
            "cycles",
            "referenceCycles"),
        error("README.md", "off by %.1f%% on disjoint SMs", "corun/results/corun", stp),
        error("README.md", "%.1f%% on the same SMs", "smk-silicon/results/smk", stp),
        error(
            "docs/trust.md",
            "| Accel-Sim, 21 applications | cycles %.1f%% |",
            "validation/results/applications",
            "cycles",
            "referenceCycles"),
        error(
            "docs/trust.md",
            "| 90 kernel launches of an H200 | cycles %.1f%% |",
            "validation/results/hardware",
            "cycles",
            "measuredCycles"),
        error(
            "docs/trust.md",
            "| 56 co-runs on an H200 | STP %.1f%%, ANTT %.1f%% |",
            "corun/results/corun",
            scores),
        error(
            "docs/trust.md",
            "| 231 co-runs on an H200 | STP %.1f%%, ANTT %.1f%% |",
            "smk-silicon/results/smk",
            scores),
        error(
            "docs/trust.md", "| 41 cases on an H200 | p50 %.1f%%, p95 %.1f%% |", arrivals, latency),
        error("docs/tenants.md", "%.1f%% for p50 and %.1f%% for p95", arrivals, latency),
        tooLow(
            "1.7%% | %d of %d |", "validation/results/applications", "cycles", "referenceCycles"),
        tooLow("8.0%% | %d of %d |", "validation/results/hardware", "cycles", "measuredCycles"),
        Arguments.of(
            "experiments/VALIDATION.md",
            format(
                "are too fast by %.1f%%",
                -bias("validation/results/hardware", "cycles", "measuredCycles"))),
        tooLow("1.3%% | %d of %d |", "corun/results/corun", "stp", "measuredStp"),
        tooLow("3.5%% | %d of %d |", "smk-silicon/results/smk", "stp", "measuredStp"),
        tooLow("6.6%%) | %d of %d |", "smk-silicon/results/smk", "antt", "measuredAntt"),
        tooLow("14.8%%) | %d of %d |", arrivals, "p50Micros", "measuredP50Micros"),
        tooLow("16.7%%) | %d of %d |", arrivals, "p95Micros", "measuredP95Micros"),
        Arguments.of(
            "experiments/VALIDATION.md",
            format("Too low by %.1f%% (p50)", -bias(arrivals, "p50Micros", "measuredP50Micros"))),
        tooLow("7.6%% | %d of %d |", "profiles/results/corun", "stp", "measuredStp"),
        tutti("by %.0f%% of its even share", "firstStep", 100),
        tutti("better by %.0f%%", "margin", 100),
        tutti("After %.0f epochs", "restEpochs", 1),
        tutti("within %,.0f cycles", "patienceCycles", 1),
        Arguments.of("experiments/PERFORMANCE.md", hours()),
        Arguments.of("experiments/REPRODUCTION.md", noise()),
        key("DEVIATIONS.md", "It is %d cycles, except on", "gtx980", credits),
        key("DEVIATIONS.md", "`gtx980-gpgpusim3` (%d)", "gtx980-gpgpusim3", credits),
        key("DEVIATIONS.md", "`gtx980-reference` (%d)", "gtx980-reference", credits),
        key(
            "DEVIATIONS.md",
            "after %d cycles (`dispatch.",
            "hopper-h200",
            "/dispatch/refillLatency"));
  }

  @ParameterizedTest
  @MethodSource("statements")
  void aPageStatesANumberOfTheDefaultsOrTheData(String page, String text) throws IOException {
    assertTrue(prose(page).contains(text), page + " has no '" + text + "'");
  }

  @Test
  void everyEpochThatAPageNamesIsThatOfTheDefault() throws IOException {
    Pattern epochs = Pattern.compile("(?:epochs of|every) ([\\d,]{4,}) (?:core )?cycles");
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Path page : PagesTest.pages()) {
      for (MatchResult match : epochs.matcher(prose(page.toString())).results().toList()) {
        found++;
        boolean isLook = match.group(1).equals("1,000"); // tutti's, between decisions
        if (!isLook
            && !match.group(1).equals(format("%,.0f", defaultOf("maestro", "epochCycles")))) {
          wrong.add(page + ": " + match.group());
        }
      }
    }

    assertTrue(found > 3, "found " + found);
    assertEquals(List.of(), wrong);
  }

  @Test
  void everyNumberOfTheReproductionIsInAFileOfTheFigures() throws IOException {
    String page = Files.readString(EXPERIMENTS.resolve("REPRODUCTION.md"));
    String prose = page.substring(0, page.indexOf("<!--")).replace("95% interval", "interval");

    assertEquals(
        List.of(), unknown("[+-]?\\d+(\\.\\d+%?|%)", prose, ".*(results/[^/]*|-readings)\\.csv"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"experiments/VALIDATION.md", "docs/trust.md"})
  void everyErrorInATableOfErrorsIsInOneOfTheResults(String name) throws IOException {
    String page = Files.readString(HOME.resolve(name));
    String table =
        page.substring(page.indexOf("\n|---"), page.indexOf("\n\n", page.indexOf("\n|---")));

    assertEquals(
        List.of(), unknown("\\d+\\.\\d+%", table, ".*/(results|trace-pairs)/[A-Z-]+\\.md"));
  }

  @Test
  void everyNumberInATableOfAnswersIsInTheirData() throws IOException {
    String page = Files.readString(HOME.resolve("docs/answers.md"));
    CsvTable data = CsvTable.read(HOME.resolve("docs/answers.csv"));
    List<String> known = new ArrayList<>();
    for (int row = 0; row < data.rows(); row++) {
      for (String column : List.of("value", "measured")) {
        if (!data.text(row, column).isEmpty()) {
          known.add(format("%.1f", data.number(row, column)));
          known.add(format("%.3f", data.number(row, column)));
        }
      }
    }
    List<String> unknown =
        Pattern.compile("(?<=\\| )\\d+\\.\\d+(?= \\|)")
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .filter(number -> !known.contains(number))
            .toList();

    assertEquals(List.of(), unknown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"set", "kind"})
  void theTableOfImportedKernelsIsThatOfTheirData(String column) throws IOException {
    String page = Files.readString(HOME.resolve("docs/profiles.md"));
    CsvTable data = CsvTable.read(EXPERIMENTS.resolve("notes/kernels/kernels.csv"));
    Map<String, List<Integer>> groups = new TreeMap<>();
    for (int row = 0; row < data.rows(); row++) {
      groups.computeIfAbsent(data.text(row, column), key -> new ArrayList<>()).add(row);
    }
    List<String> missing =
        groups.values().stream()
            .map(rows -> ofKernels(data, rows))
            .filter(row -> !page.contains(row))
            .toList();

    assertEquals(List.of(), missing);
  }

  private static String ofKernels(CsvTable data, List<Integer> rows) {
    ToDoubleFunction<Integer> ratio =
        row -> data.number(row, "cycles") / data.number(row, "profiledCycles");
    List<Integer> nearest =
        rows.stream()
            .sorted(Comparator.comparingDouble(row -> Math.abs(ratio.applyAsDouble(row) - 1)))
            .toList();
    double[] errors =
        nearest.stream().mapToDouble(row -> Math.abs(ratio.applyAsDouble(row) - 1)).toArray();
    int last = errors.length - 1;
    return format(
        "| %d | %.0f%% | %.0f%% | %d | %.2f (`%s`) |",
        errors.length,
        100 * errors[last / 2],
        100 * errors[(int) Math.ceil(0.9 * errors.length) - 1],
        Arrays.stream(errors).filter(error -> error <= 0.25).count(),
        ratio.applyAsDouble(nearest.get(last)),
        data.text(nearest.get(last), "name"));
  }

  /** Returns the numbers of a text that are in none of the files. */
  private static List<String> unknown(String number, String text, String names) throws IOException {
    StringBuilder known = new StringBuilder();
    try (Stream<Path> files = Files.walk(EXPERIMENTS)) {
      for (Path file : files.filter(each -> each.toString().matches(names)).toList()) {
        known.append(Files.readString(file)).append('\n');
      }
    }
    return Pattern.compile(number)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .filter(each -> !Pattern.compile("(?<![\\d.])" + Pattern.quote(each)).matcher(known).find())
        .collect(Collectors.toList());
  }

  @Test
  void everyFigureWasMadeByACommittedBuild() throws IOException {
    List<Path> records;
    try (Stream<Path> files = Files.walk(STUDIES)) {
      records = files.filter(file -> file.endsWith("made.json")).toList();
    }

    assertFalse(records.isEmpty());
    for (Path made : records) {
      assertFalse(Files.readString(made).contains("-dirty"), made.toString());
    }
  }
}
