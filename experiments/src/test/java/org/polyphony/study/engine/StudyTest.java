package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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

/** Studies of users, on a device that takes 100 cycles alone and, together: */
class StudyTest {
  private static final Map<String, Long> CYCLES = Map.of("spatial-even", 160L, "maestro", 125L);

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
    Study.of(study).run(context());
  }

  private void make(String json, String file, String text) throws IOException {
    Files.writeString(study.resolve(file), text);
    make(json);
  }

  private StudyContext context() {
    return context(Instant.MAX);
  }

  private StudyContext context(Instant until) {
    return new TestContext(this::simulate, folder.resolve("out"), out)
        .effort(new StudyContext.Effort(Scale.QUICK, 1, 6, null, OptionalLong.of(1000), until))
        .get();
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve("out").resolve(file));
  }

  /** Returns the example of the page. */
  private static String example() throws IOException {
    String page = Files.readString(Home.find().resolve("docs/studies.md"));
    int start = page.indexOf("    {\n      \"schemaVersion\"");
    return page.substring(start, page.indexOf("    }\n", start) + 6).replaceAll("(?m)^ {4}", "");
  }

  @Test
  void theExampleOfThePageRunsAndChecksItsClaims() throws IOException {
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
  }

  @Test
  void aStudyThatIsMadeAgainRepeatsNoRun() throws IOException {
    make(example());
    shared.set(0);

    make(example());

    assertEquals(0, shared.get());
  }

  @Test
  void aSweepIsAStudyWithItsAxesAsColumns() throws IOException {
    Files.writeString(study.resolve("page.md"), "Fastest at {{fastest}}.\n");
    make(
        """
        { "name": "l2", "about": "L2 sizes",
          "runs": { "sweep": {
            "base": { "gpu": "gtx980", "workloads": ["LC", "BS"], "instructionBudget": 1000 },
            "axes": { "policy": ["smk-even", { "name": "maestro", "epochCycles": 50000 }],
                      "gpu.l2.bytes": [1048576, 2097152] } } },
          "values": [ { "name": "fastest", "of": "stp", "by": "max", "at": "policy.epochCycles" } ],
          "tables": [ { "file": "l2.csv", "where": ["gpu.l2.bytes > 1048576"],
                        "columns": [ { "of": "gpu.l2.bytes" }, { "of": "stp", "decimals": 2 } ] } ],
          "claims": [ { "claim": "Maestro is faster", "above": 1,
            "values": [ { "of": "stp", "where": ["policy.name = maestro"], "over": ["policy = smk-even"],
                          "by": "geomean" } ] } ] }
        """);

    assertEquals(List.of("gpu.l2.bytes,stp", "2097152,1.00", "2097152,1.60"), lines("l2.csv"));
    assertTrue(lines("L2.md").contains("Fastest at 1.600 at 50000."), lines("L2.md") + "");
    assertTrue(lines("claims.csv").get(1).startsWith("Maestro is faster,,,1.6,"));
  }

  /** Written by someone who has read docs/studies.md and nothing else. */
  private static final String SWEEP_STUDY =
      """
      { "name": "l2-study", "about": "does a larger L2 help, and what does it cost",
        "runs": { "sweep": {
          "base": { "gpu": "gtx980", "instructionBudget": 1000 },
          "axes": { "workloads": [["LC", "BS"], ["HS", "NW"]],
                    "policy": ["smk-even", "maestro"],
                    "gpu.l2.bytes": [1048576, 2097152, 4194304] } } },
        "joins": [ { "file": "watts.csv", "on": ["gpu.l2.bytes"] } ],
        "columns": [ { "name": "efficiency", "is": "stp / watts" },
                     { "name": "gain", "of": "stp", "over": ["policy = smk-even"] } ],
        "tables": [ { "file": "gains.csv", "where": ["policy = maestro", "gpu.l2.bytes > 2097152"],
          "columns": [ { "of": "workloads" }, { "of": "gain", "decimals": 2 }, { "of": "watts" } ] } ],
        "claims": [
          { "claim": "gains 0.6", "expected": 1.6, "within": 0.05,
            "values": [ { "of": "gain", "where": ["policy = maestro"], "by": "geomean" } ] },
          { "claim": "gains a half", "expected": 1.5, "withinPercent": 5,
            "values": [ { "of": "gain", "where": ["policy = maestro"], "by": "mean" } ] },
          { "claim": "4 MiB are less efficient than 1 MiB", "below": 1,
            "values": [ { "of": "efficiency", "where": ["gpu.l2.bytes = 4194304"],
                          "over": ["gpu.l2.bytes = 1048576"], "by": "geomean" } ] },
          { "claim": "their STP is the same", "from": 0.95, "to": 1.05,
            "values": [ { "of": "stp", "where": ["gpu.l2.bytes = 4194304"],
                          "over": ["gpu.l2.bytes = 1048576"], "by": "geomean" } ] },
          { "claim": "it wins everywhere",
            "values": [ { "name": "wins", "of": "stp", "where": ["policy = maestro"],
                          "over": ["policy = smk-even"], "by": "wins" },
                        { "name": "runs", "where": ["policy = maestro"], "by": "count" } ],
            "holds": ["wins = runs"] },
          { "claim": "the model follows the measurement", "expected": 0, "within": 0.01,
            "values": [ { "of": "stp", "against": "measured", "where": ["policy = maestro"],
                          "by": "error", "at": "workloads" } ] } ],
        "charts": ["sensitivity"] }
      """;

  private void makeWithWatts(String json) throws IOException {
    make(
        json,
        "watts.csv",
        "gpu.l2.bytes,watts,measured\n1048576,100,1.6\n2097152,110,1.6\n4194304,125,1.6\n");
  }

  @Test
  void aSweepWithMeasurementsRatiosAndEachRuleRuns() throws IOException {
    makeWithWatts(SWEEP_STUDY);

    List<String> verdicts =
        lines("claims.csv").stream().skip(1).map(l -> l.replaceFirst(".*,", "")).toList();
    String unsure = "not shown"; // geometric means over four benchmarks have no interval
    assertEquals(List.of(unsure, "does not hold", unsure, unsure, "holds", "holds"), verdicts);
    assertEquals(
        List.of("workloads,gain,watts", "LC/BS,1.60,125", "HS/NW,1.60,125"), lines("gains.csv"));
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      assertTrue(files.anyMatch(file -> file.toString().endsWith(".svg")), out.toString());
    }
  }

  static List<List<String>> mistakesOfASweep() {
    return List.of(
        List.of(
            "maestro\", \"gpu",
            "maestr\", \"gpu",
            "where[0]: found 'maestr'",
            "(nearest: maestro)"),
        List.of(
            "watts.csv",
            "watt.csv",
            "joins[0].file: found 'watt.csv'",
            "in the folder of the study"),
        List.of(
            "stp / watts", "stp/watts", "columns[0].is: found 'stp/watts'", "'a / b' with blanks"),
        List.of("\"name\": \"wins\", ", "", "holds[0]: found 'wins'", "allowed: runs"),
        List.of(
            "\"policy = maestro\", \"gpu",
            "\"policy > maestro\", \"gpu",
            "where[0]: found '>' beside policy, a column of texts",
            "allowed: = or !="),
        List.of(
            "policy = smk-even", "policy != x", "over[0]: found 'x'", "one of smk-even, maestro"),
        List.of(
            "\"over\": [\"gpu.l2.bytes = 1048576\"]",
            "\"over\": [\"gpu.l2.bytes < 3000000\"]",
            "over: found two partners of the same rows: workloads = LC/BS, policy = smk-even,"
                + " gpu.l2.bytes = 1048576; ",
            "gpu.l2.bytes = 2097152"),
        List.of("\"gain\", \"of", "\"stp\", \"of", "columns[1].name: found 'stp' twice", ""),
        List.of("\"gain\", \"of", "\"policy\", \"of", "columns[1].name: found 'policy' twice", ""),
        List.of("\"gain\", \"of", "\"watts\", \"of", "columns[1].name: found 'watts' twice", ""),
        List.of("\"gain\", \"of", "\"8\", \"of", "columns[1].name: found '8'", "no number"),
        List.of("\"gain\", \"of", "\"a / b\", \"of", "columns[1].name: found 'a / b'", "formula"),
        List.of("\"gain\", \"of", "\"a*\", \"of", "columns[1].name: found 'a*'", "without *"),
        List.of(
            "\"name\": \"runs\"", "\"name\": \"wins\"", "values[1].name: found 'wins' twice", ""),
        List.of(
            "{ \"of\": \"workloads\" }", "{ \"of\": \"wrkloads\" }", "columns[0].of: found", ""));
  }

  @ParameterizedTest
  @MethodSource("mistakesOfASweep")
  void aMistakeInASweepIsNamed(List<String> mistake) {
    String wrong = SWEEP_STUDY.replace(mistake.get(0), mistake.get(1));

    String message =
        assertThrows(InvalidInputException.class, () -> makeWithWatts(wrong)).getMessage();

    assertTrue(message.contains(mistake.get(2)) && message.contains(mistake.get(3)), message);
    assertEquals(0, shared.get());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void refusesMeasurementsThatReplaceAColumn() {
    var e =
        assertThrows(
            InvalidInputException.class,
            () -> make(SWEEP_STUDY, "watts.csv", "gpu.l2.bytes,watts,stp\n1048576,1,2\n"));

    assertTrue(e.getMessage().contains("joins[0].file: found 'stp' twice"), e.getMessage());
    assertEquals(0, shared.get());
  }

  @Test
  void refusesMeasurementsThatNoRunMatches() {
    var e =
        assertThrows(
            InvalidInputException.class,
            () -> make(SWEEP_STUDY, "watts.csv", "gpu.l2.bytes,watts,measured\n1,2,3\n"));

    assertTrue(
        e.getMessage().contains("joins[0].on: found no row of watts.csv that matches a run"),
        e.getMessage());
    assertEquals(0, shared.get());
  }

  /** As numbers, columns or operators they would select other rows, or none. */
  @ParameterizedTest
  @ValueSource(strings = {"8", "1e1", "stp", "seed", "a = b", "a / b", "*"})
  void aVariantMayHaveAnyName(String name) throws IOException {
    make(
        """
        { "name": "names", "about": "names",
          "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "NAME", "policy": "maestro" } ] } },
          "tables": [ { "file": "names.csv", "by": "variant", "columns": [ { "of": "variant" },
            { "of": "stp", "by": "geomean" } ] } ],
          "claims": [ { "claim": "others", "expected": 1, "within": 0.01, "values": [
            { "of": "stp", "where": ["variant != NAME"] } ] } ] }
        """
            .replace("NAME", name));

    assertEquals("others,1.0,,1.0,,,1.000,1.000,holds", lines("claims.csv").get(1));
    assertEquals(List.of("variant,stp", "smk,1.0", name + ",1.6"), lines("names.csv"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"z > 1000", "z = 1", "z != 1", "a / zero > 1", "a / zero != 1"})
  void aClaimAboutAValueThatIsNoNumberHasNoVerdict(String holds) throws IOException {
    make(
        pairs(
            """
            { "claim": "infinite", "holds": ["%s"], "values": [
              { "name": "a", "of": "stp", "by": "max" }, { "name": "zero", "is": "a - a" }%s ] }
            """
                .formatted(
                    holds,
                    holds.startsWith("z ") ? ", { \"name\": \"z\", \"is\": \"a / zero\" }" : "")));

    assertTrue(lines("claims.csv").get(1).endsWith(",no verdict"), lines("claims.csv") + "");
    assertTrue(lines("MINE.md").get(6).endsWith("| no verdict |"), lines("MINE.md") + "");
  }

  @Test
  void textsOfAStudyAreNoMarkup() throws IOException {
    make(
        pairs(
                """
                { "claim": "<b>a|b</b> & &lt; 1 < 2", "above": 1,
                  "values": [ { "of": "stp", "by": "max" } ] }
                """)
            .replace("\"about\": \"mine\"", "\"about\": \"<script>\""));

    assertEquals("## &lt;script>", lines("MINE.md").get(0));
    assertTrue(
        lines("MINE.md").get(6).startsWith("| &lt;b>a&#124;b&lt;/b> & &amp;lt; 1 < 2 |"),
        lines("MINE.md") + "");
  }

  @Test
  void anInstructionBudgetIsAnAxisAndAnExpectedNumberNegative() throws IOException {
    make(
        """
        { "name": "budgets", "about": "budgets",
          "runs": { "sweep": { "base": { "gpu": "gtx980", "workloads": ["LC", "BS"] },
            "axes": { "instructionBudget": [1000, 2000] } } },
          "columns": [ { "name": "below", "is": "0 - stp" } ],
          "claims": [ { "claim": "negative", "expected": -1, "within": 0.1,
            "values": [ { "of": "below", "where": ["instructionBudget = 2000"] } ] } ] }
        """);

    assertEquals("negative,-1.0,,-1.0,,,-1.000,-1.000,holds", lines("claims.csv").get(1));
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
  void measurementsAreJoinedFromACsvFile() throws IOException {
    Files.writeString(study.resolve("power.csv"), "variant,watts\nsmk,100\nmaestro,80\n");
    make(
        """
        { "name": "power", "about": "power",
          "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "joins": [ { "file": "power.csv", "on": ["variant"] } ],
          "columns": [ { "name": "efficiency", "is": "stp / watts" } ],
          "claims": [ { "claim": "twice as efficient", "expected": 2, "within": 0.1,
            "values": [ { "of": "efficiency", "where": ["variant = maestro"], "over": ["variant = smk"],
                          "by": "geomean" } ] } ] }
        """);

    assertTrue(lines("claims.csv").get(1).startsWith("twice as efficient,2.0,,2.0,"));
  }

  @Test
  void aGroupIsComparedWithRowsOutsideOfIt() throws IOException {
    make(
        """
        { "name": "groups", "about": "groups",
          "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "tables": [ { "file": "groups.csv", "by": "variant", "columns": [ { "of": "variant" },
            { "name": "gain", "of": "stp", "over": ["variant = smk"], "by": "geomean" } ] } ] }
        """);

    assertEquals(List.of("variant,gain", "smk,1.0", "maestro,1.6"), lines("groups.csv"));
  }

  @Test
  void aClaimAboutSeveralNumbersShowsThemByName() throws IOException {
    make(
        pairs(
            """
            { "claim": "one of two", "holds": ["worst < best / 2"],
              "values": [ { "name": "best", "of": "stp", "by": "max", "at": "variant" },
                          { "name": "worst", "of": "stp", "by": "min" } ] }
            """));

    assertTrue(
        lines("claims.csv").get(1).contains("\"best 1.600 at maestro, worst 1.000\",does not"),
        lines("claims.csv").get(1));
  }

  @Test
  void aChangeIsThatOfTheMetricAlsoWherePartnersAreDividedByRows() throws IOException {
    make(
        pairs(
            """
            { "claim": "shorter", "above": 1,
              "values": [ { "of": "antt", "where": ["variant = maestro"], "under": ["variant = smk"],
                            "by": "max", "shownAs": "change" } ] }
            """));

    assertTrue(lines("claims.csv").get(1).endsWith(",-37.5%,holds"));
  }

  @Test
  void pairsOnWhichAPolicyWasTunedAreApart() throws IOException {
    make(
        """
        { "name": "parts", "about": "parts",
          "runs": { "pairs": { "benchmarks": ["LC", "BS", "HS"], "design": 1, "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "tables": [ { "file": "parts.csv", "by": "part", "columns": [ { "of": "part" },
            { "name": "gain", "of": "stp", "where": ["variant = maestro"], "by": "geomean" },
            { "name": "runs", "by": "count" } ] } ] }
        """);

    assertEquals(List.of("part,gain,runs", "held-out,1.6,4", "design,1.6,2"), lines("parts.csv"));
  }

  @Test
  void samplesHaveTheirOwnBenchmarksAndDevices() throws IOException {
    make(
        """
        { "name": "parts", "about": "samples",
          "runs": { "pairs": {
            "samples": [
              { "name": "first", "benchmarks": ["LC", "BS", "HS"] },
              { "name": "kepler", "gpu": "kepler-k20m", "benchmarks": ["LC", "BS"], "seeds": 2 } ],
            "variants": [
              { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "tables": [ { "file": "samples.csv", "by": "sample", "columns": [ { "of": "sample" },
            { "name": "gain", "of": "stp", "where": ["variant = maestro"], "over": ["variant = smk"],
              "by": "geomean" },
            { "name": "runs", "by": "count" },
            { "name": "on another device", "where": ["gpu = kepler-k20m"], "by": "count" } ] } ] }
        """);

    assertEquals(
        List.of("sample,gain,runs,on another device", "first,1.6,6,0", "kepler,1.6,4,4"),
        lines("samples.csv"));
    assertEquals(6, lines("pairs.csv").size() - 1);
  }

  /** 125 cycles under maestro, 160 under spatial-even, 200 under smk-even; alone 100. */
  @Test
  void ratiosCompareEachVariantWithThoseBeforeItPairByPair() throws IOException {
    make(
        """
        { "name": "ratios", "about": "ratios",
          "runs": { "pairs": { "benchmarks": ["LC", "BS", "HS"], "designBenchmarks": ["HS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" },
            { "name": "again", "policy": "maestro", "kernelScheduler": "none" } ] } } }
        """);

    List<String> ratios = lines("ratios.csv");
    assertEquals(
        List.of(
            "held-out,All pairs,STP,maestro,smk,1,1.6,,,1,0,0",
            "held-out,All pairs,STP,again,smk,1,1.6,,,1,0,0",
            "held-out,All pairs,STP,again,maestro,1,1.0,,,0,1,0",
            "held-out,All pairs,ANTT,maestro,smk,1,0.625,,,1,0,0"),
        ratios.subList(1, 5));
    assertTrue(
        ratios.contains("design,All pairs,ANTT,maestro,smk,2,0.625,,,2,0,0"), ratios.toString());
  }

  @Test
  void aColumnOfATableReadsOneWorkloadOfARun() throws IOException {
    String table =
        """
        "tables": [ { "file": "names.csv", "where": ["variant = smk"], "columns": [
          { "of": "pair" }, { "name": "second", "of": "workload", "workload": 2 } ] } ],
        "claims": []
        """;
    make(pairs("").replaceAll("\"claims\": \\[  ]", table));

    assertEquals(List.of("pair,second", "BS/LC,LC"), lines("names.csv"));
  }

  private static String pairs(String claim) {
    return """
    { "name": "mine", "about": "mine",
      "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
        { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
      "claims": [ %s ] }
    """
        .formatted(claim);
  }

  static List<List<String>> mistakes() {
    String value = "\"values\": [ { \"of\": \"stp\", \"by\": \"max\" } ]";
    return List.of(
        List.of(
            "{ \"claim\": \"a\", \"abov\": 1, " + value + " }",
            "claims[0].abov: found an unknown key, allowed: one of"),
        List.of(
            "{ \"claim\": \"a\", \"above\": 1, \"below\": 2, " + value + " }",
            "claims[0]: found 2 rules, allowed: one rule"),
        List.of(
            "{ \"claim\": \"a\", \"values\": [ { \"by\": \"max\" } ] }",
            "claims[0].values[0].of: missing; give a column"),
        List.of(
            "{ \"claim\": \"a\", \"within\": 1, " + value + " }", "claims[0].expected: missing"),
        List.of(
            "{ \"claim\": \"a\", \"values\": [ { \"of\": \"sttp\", \"by\": \"max\" } ] }",
            "claims[0].values[0].of: found 'sttp', allowed: a column of the table (nearest: stp)"),
        List.of(
            "{ \"claim\": \"a\", \"values\": [ { \"of\": \"stp\", \"by\": \"most\" } ] }",
            "claims[0].values[0].by: found \"most\", allowed: one of only, geomean"),
        List.of(
            "{ \"claim\": \"a\", \"values\": [ { \"of\": \"stp\", \"over\": [\"variant = smkk\"],"
                + " \"by\": \"max\" } ] }",
            "claims[0].values[0].over[0]: found 'smkk', allowed: "),
        List.of(
            "{ \"claim\": \"a\", \"values\": [ { \"of\": \"device.stalls.*\", \"by\": \"max\" } ] }",
            "claims[0].values[0].of: found 'device.stalls.*', allowed: a column"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsToldWithItsPlaceAndWhatIsAllowed(List<String> mistake) {
    var e = assertThrows(InvalidInputException.class, () -> make(pairs(mistake.get(0))));

    String place = study.resolve("study.json") + ":";
    assertTrue(e.getMessage().startsWith(place), e.getMessage());
    assertTrue(e.getMessage().contains(mistake.get(1)), e.getMessage());
    assertEquals(0, shared.get());
  }

  @Test
  void anUnknownPolicyIsFoundBeforeAnyRun() {
    String json = pairs("{ \"claim\": \"a\", \"values\": [ { \"of\": \"stp\" } ] }");

    var e =
        assertThrows(
            InvalidInputException.class, () -> make(json.replace("\"smk-even\"", "\"smk-evn\"")));

    assertTrue(e.getMessage().contains("study.json:3: policy: found"), e.getMessage());
    assertEquals(0, shared.get());
  }

  @Test
  void anUnknownPlaceholderIsToldWithItsLine() throws IOException {
    Files.writeString(study.resolve("page.md"), "First line\n## Section\nand {{nothing}}\n");

    var e =
        assertThrows(
            InvalidInputException.class,
            () ->
                make(
                    pairs(
                        "{ \"claim\": \"a\", \"values\": [ { \"of\": \"stp\", \"by\": \"max\" }"
                            + " ] }")));

    assertTrue(e.getMessage().contains("page.md:3: found {{nothing}}, allowed: "), e.getMessage());
    assertEquals(0, shared.get());
  }

  @Test
  void aSectionIsLeftOutIfItsTableHasNoRows() throws IOException {
    Files.writeString(
        study.resolve("page.md"), "Runs\n## Distance\n\n{{distance}}\n## All\n\n{{all}}\n");

    make(
        pairs(
            "{ \"claim\": \"a\", \"values\": [ { \"of\": \"stp\", \"by\": \"max\" } ] } ],"
                + " \"tables\": [ { \"name\": \"distance\", \"by\": \"variant\", \"where\": [\"stp > 9\"],"
                + " \"columns\": [ { \"of\": \"variant\" }, { \"of\": \"stp\", \"by\": \"geomean\" } ] }, { \"name\": \"all\", \"by\": \"variant\", \"columns\": ["
                + " { \"of\": \"variant\" }, { \"of\": \"stp\", \"by\": \"geomean\" } ] }"));

    assertTrue(lines("MINE.md").contains("## All"), lines("MINE.md") + "");
    assertFalse(lines("MINE.md").contains("## Distance"), lines("MINE.md") + "");
  }

  /** A study of an experiment in its own folder. */
  private static final String HOST_STUDY =
      """
      { "name": "ara", "about": "ARA", "missing": "the launches of ARA",
        "runs": { "host": {
          "experiments": [ { "name": "ARA", "config": "ara.json", "set": { "jobs[0].count": 12 } } ],
          "variants": [ { "name": "packed", "scheduler": "packed" },
                        { "name": "schedgpu", "scheduler": "schedgpu-fifo" } ],
          "set": { "schedulers[1].access": "mutex" },
          "estimates": "estimates.csv" } },
        "columns": [ { "name": "gain", "of": "makespan_s", "under": ["variant = packed"] } ],
        "claims": [ { "claim": "sharing doubles the throughput", "expected": 2, "withinPercent": 10,
                      "values": [ { "of": "gain", "where": ["variant = schedgpu"] } ] },
                    { "claim": "input", "expected": 2, "within": 1, "exemption": "input",
                      "values": [ { "of": "gain", "where": ["variant = schedgpu"] } ] },
                    { "claim": "jobs", "values": [ { "of": "workload.turnaround_s", "by": "count",
                      "where": ["variant = schedgpu"] } ] } ] }
      """;

  private void makeHostStudy(String estimates) throws IOException {
    Files.writeString(
        study.resolve("ara.json"),
        "{ \"machine\": \"k20m-server\", \"jobs\": [ { \"application\": \"ara\" } ],"
            + " \"schedulers\": [ \"packed\", \"schedgpu\" ] }");
    make(HOST_STUDY, "estimates.csv", estimates);
  }

  @Test
  void aClaimAboutHostExperimentsHasItsRangeUnderAlternativeInputs() throws IOException {
    makeHostStudy("estimate,scale.cpu,scale.named\nlong,2,\nfast,,\"{\"\"ara\"\": 0.1}\"\n");

    List<String> claims = lines("claims.csv");
    assertTrue(
        claims.get(1).endsWith(",1.94124,1.94124,1.96975,2.000,1.941 (1.941 to 1.970),holds"),
        claims + "");
    assertTrue(claims.get(2).endsWith(",input"), claims + "");
    assertTrue(claims.get(3).contains(",12.0,"), claims + "");
    assertTrue(lines("ARA.md").contains("What is missing: the launches of ARA."));
  }

  @Test
  void refusesAlternativeInputsThatTheExperimentDoesNotHave() {
    var e =
        assertThrows(
            InvalidInputException.class, () -> makeHostStudy("estimate,scale.gpu\nno,2\n"));

    assertTrue(e.getMessage().contains("scale.gpu"), e.getMessage());
  }

  @Test
  void refusesHostRunsThatNoNameTellsApart() {
    String json =
        """
        { "name": "twice", "about": "two variants of a name",
          "runs": { "host": {
            "experiments": [ { "name": "ARA", "config": "schedgpu-ara" } ],
            "variants": [ { "name": "packed", "scheduler": "packed" },
                          { "name": "packed", "scheduler": "sequential" } ] } } }
        """;

    var e = assertThrows(InvalidInputException.class, () -> make(json));

    assertTrue(
        e.getMessage().contains("runs: found runs that differ in none of experiment, variant"),
        e.getMessage());
  }

  @Test
  void keptHostRunsAreNamedByWhatTellsThemApart() throws IOException {
    make(
        """
        { "name": "kept", "about": "names of kept runs",
          "runs": { "host": {
            "experiments": [ { "name": "ARA", "config": "schedgpu-ara" },
                             { "name": "BLAST", "config": "schedgpu-gpu-blast" } ],
            "variants": [ { "name": "by hand", "scheduler": "packed" },
                          { "name": "alone", "scheduler": "sequential" } ],
            "axes": { "jobs[0].count": [1] },
            "keep": ["kept = 1"] } },
          "joins": [ { "file": "kept.csv", "on": ["experiment", "variant"] } ] }
        """,
        "kept.csv",
        "experiment,variant,kept\nARA,by hand,1\nARA,alone,1\nBLAST,alone,1\n");

    String summary = Files.readString(folder.resolve("out/host-summary.json"));
    for (String name : List.of("ARA by hand", "ARA alone", "BLAST")) {
      assertTrue(summary.contains("\"run\": \"" + name + "\""), summary);
    }
  }

  @Test
  void aColumnPerGroupHasWhatTheRowsOfTheGroupMake() throws IOException {
    make(
        """
        { "name": "mine", "about": "groups",
          "runs": { "pairs": { "benchmarks": ["LC", "BS", "HS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "columns": [
            { "name": "best", "of": "stp", "by": "max", "per": ["pair"] },
            { "name": "winner", "of": "stp", "by": "max", "at": "variant", "per": ["pair"] },
            { "name": "other", "of": "policy", "where": ["variant = maestro"], "per": ["pair"] },
            { "name": "runs", "by": "count", "per": ["pair"] },
            { "name": "deviation", "of": "stp", "by": "deviation", "per": ["pair"] },
            { "name": "none", "is": "stp / 0", "missing": 7 },
            { "name": "isFast", "is": "stp > 1.2" }, { "name": "isSmk", "is": "variant = smk" } ],
          "tables": [ { "file": "rows.csv", "where": ["pair = BS/LC"], "order": "isFast", "columns": [
            { "of": "variant" }, { "of": "best" }, { "of": "winner" }, { "of": "other" },
            { "of": "runs" }, { "of": "deviation" }, { "of": "isFast" }, { "of": "isSmk" }, { "of": "none" } ] } ] }
        """);

    assertEquals(
        List.of(
            "variant,best,winner,other,runs,deviation,isFast,isSmk,none",
            "maestro,1.6,maestro,maestro,2,0.424264,1,0,7.0",
            "smk,1.6,maestro,maestro,2,0.424264,0,1,7.0"),
        lines("rows.csv"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"values", "tables"})
  void onlyAColumnIsPerGroup(String list) {
    String quantity = "{ \"name\": \"a\", \"of\": \"stp\", \"by\": \"max\", \"per\": [\"pair\"] }";
    String value =
        list.equals("values") ? quantity : "{ \"name\": \"t\", \"columns\": [" + quantity + "] }";
    String study =
        """
        { "name": "mine", "about": "groups",
          "runs": { "pairs": { "variants": [ { "name": "smk", "policy": "smk-even" } ] } },
          "LIST": [VALUE] }
        """;

    var refused =
        assertThrows(
            InvalidInputException.class,
            () -> make(study.replace("LIST", list).replace("VALUE", value)));

    assertTrue(refused.getMessage().contains("per, allowed: only in columns"), refused + "");
  }

  @Test
  void aMeanMayBePlainAndHaveAName() throws IOException {
    make(
        """
        { "name": "mine", "about": "means",
          "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
            { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
          "means": [ { "metric": "STP (%)", "name": "both", "of": "stp", "by": "mean", "shownAs": "share" } ],
          "claims": [ { "claim": "c", "expected": 1.2, "values": [ { "of": "stp", "by": "mean" } ] } ] }
        """);

    assertEquals(
        List.of(
            "metric,group,series,mean,low,high,paper,runs",
            "STP (%),COM/MEM,both,130.0,,,,1 pairs",
            "STP (%),All pairs,both,130.0,,,120.0,1 pairs"),
        lines("means.csv"));
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
