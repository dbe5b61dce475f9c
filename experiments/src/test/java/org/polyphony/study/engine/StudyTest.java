package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.study.TestContext;

/**
 * Studies of users, on a device that takes 100 cycles alone and, together, 200 or those of {@code
 * CYCLES}. Each lies in a folder beside the results that it must have.
 */
class StudyTest {
  private static final Map<String, Long> CYCLES = Map.of("spatial-even", 160L, "maestro", 125L);
  private static final Path STUDIES =
      Home.find().resolve("experiments/src/test/resources/org/polyphony/study/engine");

  private final StringWriter out = new StringWriter();
  private final AtomicInteger shared = new AtomicInteger();
  @TempDir private Path folder;
  private Path study;

  @BeforeEach
  void makeFolder() throws IOException {
    study = Files.createDirectories(folder.resolve("mine"));
  }

  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    if (spec.workloads().size() == 1) {
      boolean isStopped = !watcher.shouldContinue(0, 1_000_000_000, 0);
      return Fixtures.result(spec, isStopped, 100);
    }
    shared.incrementAndGet();
    return Fixtures.result(spec, false, CYCLES.getOrDefault(spec.policy(), 200L));
  }

  private void make(String json) throws IOException {
    Files.writeString(study.resolve("study.json"), json);
    Study.of(study).run(context(Instant.MAX));
  }

  /** Copies a study, with a part of one of its files replaced. */
  private void copy(String name, String changed, String part, String other) throws IOException {
    for (Path file : files(STUDIES.resolve(name))) {
      Files.copy(file, study.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    Path file = study.resolve(changed);
    Files.writeString(file, Files.readString(file).replace(part, other));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private StudyContext context(Instant until) {
    return new TestContext(this::simulate, folder.resolve("out"), out)
        .effort(new StudyContext.Effort(Scale.QUICK, 1, 6, null, OptionalLong.of(1000), until))
        .get();
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve("out").resolve(file));
  }

  static List<String> studies() throws IOException {
    try (Stream<Path> all = Files.list(STUDIES)) {
      return all.filter(Files::isDirectory).map(each -> each.getFileName() + "").sorted().toList();
    }
  }

  /** {@code -Dpolyphony.update=true} writes the expected files anew. */
  @ParameterizedTest
  @MethodSource("studies")
  void hasTheExpectedResults(String name) throws IOException {
    copy(name, "study.json", "", "");
    Study.of(study).run(context(Instant.MAX));

    for (Path expected : files(STUDIES.resolve(name).resolve("expected"))) {
      Path found = folder.resolve("out").resolve(expected.getFileName());
      if (System.getProperty("polyphony.update") != null) {
        Files.copy(found, expected, StandardCopyOption.REPLACE_EXISTING);
      }
      assertEquals(Files.readString(expected), Files.readString(found), expected.toString());
    }
  }

  @ParameterizedTest
  @CsvFileSource(resources = "mistakes.csv", delimiter = '|', quoteCharacter = '`')
  void aMistakeIsToldWithItsPlaceBeforeAnyRun(
      String name, String file, String part, String other, String message, String more)
      throws IOException {
    copy(name, file, part, other);

    var e =
        assertThrows(InvalidInputException.class, () -> Study.of(study).run(context(Instant.MAX)));

    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertTrue(e.getMessage().contains(more), e.getMessage());
    assertEquals(0, shared.get());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  /** Returns the example of the page. */
  private static String example() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/studies.md"));
    int start = page.indexOf("    {\n      \"schemaVersion\"");
    return page.substring(start, page.indexOf("    }\n", start) + 6).replaceAll("(?m)^ {4}", "");
  }

  @Test
  void theExampleOfThePageRunsAndChecksItsClaimsAndRepeatsNoRun() throws IOException {
    make(example());

    List<String> claims = lines("claims.csv");
    assertEquals("claim,expected,source,value,low,high,stated,measured,verdict", claims.get(0));
    assertTrue(
        claims.get(1).endsWith(",1.45,section 5.1,1.6,,,+45.0%,+60.0%,does not hold"), claims + "");
    assertTrue(claims.get(2).endsWith(",,,1.6,,,,1.600,holds"), claims + "");
    assertTrue(
        lines("MY-STUDY.md").contains("| Maestro has a better STP than SMK | - | 1.600 | holds |"));
    assertEquals(6 * 3, shared.get());
    assertEquals(
        "held-out,All pairs,STP,smk,spatial,6,0.8,0.8,0.8,0,0,6", lines("ratios.csv").get(1));
    shared.set(0);
    make(example());
    assertEquals(0, shared.get());
  }

  @Test
  void aChartOfAStudyIsDrawn() throws IOException {
    copy("measurements", "study.json", "", "");
    Study.of(study).run(context(Instant.MAX));

    assertTrue(
        files(folder.resolve("out")).stream().anyMatch(file -> file.toString().endsWith(".svg")),
        out.toString());
  }

  @Test
  void refusesMeasurementsThatNoRunMatches() throws IOException {
    copy("measurements", "study.json", "", "");
    Files.writeString(study.resolve("watts.csv"), "gpu.l2.bytes,watts,measured\n1,2,3\n");

    var e =
        assertThrows(InvalidInputException.class, () -> Study.of(study).run(context(Instant.MAX)));

    assertTrue(
        e.getMessage().contains("joins[0].on: found no row of watts.csv that matches a run"),
        e.getMessage());
    assertEquals(0, shared.get());
  }

  @Test
  void aPairThatMissesAVariantIsLeftOutOfMeansAndKeepsTheRowsThatItHas() throws IOException {
    String json =
        """
        { "name": "part", "about": "part",
          "runs": { "pairs": { "benchmarks": ["LC", "BS", "HS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "tables": [ { "file": "rows.csv", "columns": [ { "of": "pair" }, { "of": "variant" } ] } ],
          "values": [ { "name": "n", "by": "count", "where": ["variant = smk"] } ] }
        """;
    Files.writeString(study.resolve("page.md"), "{{n}}");
    make(json);
    Path runs = folder.resolve("out/runs.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(runs));
    lines.removeIf(line -> line.contains("\"about\":\"HS/LC smk-even"));
    Files.write(runs, lines);
    OutputFolder.remove(folder.resolve("out/cache"));

    Study.of(study).run(context(Instant.MIN)); // as --deadline 0

    assertEquals(1 + 5, lines("rows.csv").size(), lines("rows.csv") + "");
    assertTrue(lines("PART.md").contains("2"), lines("PART.md") + "");
  }

  @Test
  void theClaimsOfOtherStudiesAreRows() throws IOException {
    Path results = Files.createDirectories(study.resolveSibling("fig2").resolve("results"));
    Files.writeString(
        results.resolve("claims.csv"),
        """
        claim,expected,source,value,low,high,stated,measured,verdict
        fast,1,,2,,,1.000,2.000,holds
        """);
    make(
        """
        { "name": "mine", "about": "claims", "runs": { "claims": { "studies": ["fig2", "fig3"] } },
          "tables": [ { "file": "all.csv", "columns": [
            { "of": "study" }, { "of": "claim" }, { "of": "measured" }, { "of": "verdict" } ] } ],
          "claims": [ { "claim": "one holds", "from": 1, "to": 1, "values": [
            { "where": ["verdict = holds"], "by": "count" } ] } ] }
        """);

    assertEquals(
        List.of("study,claim,measured,verdict", "fig2,fast,2.000,holds"), lines("all.csv"));
    assertTrue(lines("claims.csv").get(1).endsWith(",holds"), lines("claims.csv").get(1));
  }

  @Test
  void everyBundledStudyIsValid() {
    for (String name : Study.names()) {
      assertEquals(name, Study.of(Study.folder(name)).config().name());
    }
  }
}
