package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

class StudyCommandTest {
  private static final String STUDY =
      """
      { "name": "mine", "about": "two policies",
        "runs": { "pairs": { "benchmarks": ["LC", "BS"], "variants": [
          { "name": "smk", "policy": "smk-even" }, { "name": "maestro", "policy": "maestro" } ] } },
        "claims": [ { "claim": "no difference", "expected": 1, "within": 0.1,
          "values": [ { "of": "stp", "where": ["variant = maestro"], "over": ["variant = smk"],
                        "by": "geomean" } ] } ] }
      """;

  private static final String SWEEP =
      """
      { "name": "mine", "about": "two policies",
        "runs": { "sweep": { "base": { "workloads": ["LC", "BS"] },
          "axes": { "policy": ["smk-even", "maestro"] } } },
        "claims": [ { "claim": "no difference", "expected": 1, "within": 0.1,
          "values": [ { "of": "stp", "where": ["policy = maestro"], "over": ["policy = smk-even"],
                        "by": "geomean" } ] } ] }
      """;

  @TempDir private Path folder;

  private CommandRun study(String cache, String... more) {
    return study(new StopFlag(), (spec, watcher) -> Fixtures.result(spec, false), cache, more);
  }

  private CommandRun study(StopFlag stop, Simulation simulation, String cache, String... more) {
    String[] args = {
      "study",
      folder.resolve("mine").toString(),
      "--cycles",
      "1000",
      "--jobs",
      "1",
      "--out",
      folder.resolve("out").toString()
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return CommandRun.until(stop, simulation, folder.resolve(cache), all);
  }

  private void write(String json) throws IOException {
    Files.createDirectories(folder.resolve("mine"));
    Files.writeString(folder.resolve("mine/study.json"), json);
  }

  @Test
  void writesClaimsAndAPage() throws IOException {
    write(STUDY);

    CommandRun run = study("cache", "--quiet");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("no difference  1.000"), run.out());
    assertTrue(Files.readString(folder.resolve("out/claims.csv")).endsWith(",not shown\n"));
    assertTrue(Files.readString(folder.resolve("out/MINE.md")).startsWith("## two policies\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void saysWhatIsKeptAndHowToResumeWhenItIsInterrupted(String study) throws IOException {
    write(study);
    StopFlag stop = new StopFlag();
    Simulation stopped =
        (spec, watcher) -> {
          if (spec.policy().equals("maestro")) {
            stop.request();
          }
          return Fixtures.result(spec, false);
        };

    CommandRun run = study(stop, stopped, "cache", "--quiet");

    assertEquals(130, run.exitCode());
    String done = "interrupted: 1 of 2 runs done, 0 failed; finished runs are kept in ";
    assertTrue(run.out().contains(done + folder.resolve("out")), run.out());
    assertEquals("interrupted; to resume, repeat the command\n", run.err());
    assertEquals(0, study("cache", "--quiet").exitCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void saysAtOnceWhyARunFailedAndThatTheOthersAreKept(String study) throws IOException {
    write(study);
    Simulation failing =
        (spec, watcher) -> {
          if (spec.policy().equals("maestro")) {
            throw new SimulationFailure("no progress in cycle 7", "", null);
          }
          return Fixtures.result(spec, false);
        };

    CommandRun run = study(new StopFlag(), failing, "cache");

    assertEquals(1, run.exitCode());
    String first = run.err().lines().findFirst().orElseThrow();
    assertTrue(first.matches("failed: .*maestro.*: no progress in cycle 7"), run.err());
    assertTrue(run.err().endsWith("the same command retries the failed ones\n"), run.err());
    assertTrue(run.err().contains(" are kept"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void aDryRunSaysHowManyRunsThereAreAndWritesNothing(String study) throws IOException {
    write(study);

    CommandRun run = study("cache", "--dry-run");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().matches("mine: 2 runs, no estimate: .*\\n"), run.out());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void writesTheResultsSoFarWhenARunFails(String study) throws IOException {
    write(study.replace("[\"LC\", \"BS\"]", "[\"BP\", \"HS\"]"));
    Simulation failing =
        (spec, watcher) -> {
          if (spec.policy().equals("maestro")) {
            throw new SimulationFailure("no progress in cycle 7", "", null);
          }
          return Fixtures.result(spec, false);
        };

    assertEquals(1, study(new StopFlag(), failing, "cache").exitCode());

    boolean isSweep = study.equals(SWEEP); // a pair counts once it has run under all variants
    assertEquals(isSweep, Files.exists(folder.resolve("out/claims.csv")));
  }

  @Test
  void severalStudiesHaveAFolderEach() {
    CommandRun run = cli("reproduce", "fig6", "conclusions", "--out", folder.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(Files.exists(folder.resolve("studies/fig6/results/claims.csv")));
    assertTrue(Files.exists(folder.resolve("REPRODUCTION.md")));
  }

  @Test
  void allAreTheStudiesOfThePapers() {
    CommandRun run = cli("reproduce", "all", "--dry-run");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("fig2: 24 runs"), run.out());
    assertFalse(run.out().contains("policies"), run.out());
  }

  @Test
  void refusesAnUnknownStudyAndSeedsOfOneWithoutPairs() {
    cli("study", "fig22").assertBadInput("STUDY: found 'fig22'", "fig2");
    cli("study", "fig2", "--repeat", "2").assertBadInput("--repeat: found fig2", "study of pairs");
  }

  @Test
  void resumesFromItsOutputFolderAlone() throws IOException {
    write(STUDY);
    study("cache");

    CommandRun again = study("other-cache");

    assertEquals("mine: 2 of 2 runs are stored\n", again.err());
  }

  @Test
  void repeatsNoRunOfItsFolderAndLeavesThatAsItIs() throws IOException {
    write(STUDY);
    study("cache");
    Path shipped = folder.resolve("mine/runs.jsonl");
    Files.move(folder.resolve("out/runs.jsonl"), shipped);
    String before = Files.readString(shipped);

    CommandRun again = study("other-cache", "--policy", "spatial-even");

    assertTrue(again.err().contains("2 of 3 runs"), again.err());
    assertEquals(before, Files.readString(shipped));
    assertFalse(Files.readString(folder.resolve("out/runs.jsonl")).contains("smk-even"));
  }

  @Test
  void aPolicyEntersBesideTheOthers() throws IOException {
    write(STUDY);
    Path file = Home.find().resolve("experiments/src/test/java/org/example/FewOfTheFirst.java");

    CommandRun run = study("cache", "--policy", file.toString(), "--policy", "spatial-even");

    assertEquals(0, run.exitCode(), run.err());
    String pairs = Files.readString(folder.resolve("out/pairs.csv"));
    assertEquals(1 + 4, pairs.lines().count(), pairs);
    assertTrue(pairs.contains(",FewOfTheFirst,") && pairs.contains(",spatial-even,"), pairs);
  }

  @Test
  void refusesPoliciesOfTheSameName() throws IOException {
    write(STUDY);
    Path file = Home.find().resolve("experiments/src/test/java/org/example/FewOfTheFirst.java");
    Path other = Files.createDirectories(folder.resolve("p")).resolve("FewOfTheFirst.java");
    Files.writeString(other, Files.readString(file).replace("org.example", "org.other"));

    CommandRun run = study("cache", "--policy", file.toString(), "--policy", other.toString());

    assertEquals(2, run.exitCode());
    assertTrue(
        run.err().contains(file + " and " + other + ", both named FewOfTheFirst"), run.err());
    Files.copy(file, other, StandardCopyOption.REPLACE_EXISTING);
    CommandRun same = study("cache", "--policy", file.toString(), "--policy", other.toString());
    assertTrue(
        same.err()
            .contains(
                other + ": found the class org.example.FewOfTheFirst, which is also in " + file),
        same.err());
  }

  @Test
  void refusesAPolicyOfTheNameOfOneOfTheStudy() throws IOException {
    Path file = Home.find().resolve("experiments/src/test/java/org/example/FewOfTheFirst.java");
    write(STUDY.replaceFirst("\\{", "{ \"policies\": [\"FewOfTheFirst.java\"],"));
    Files.copy(file, folder.resolve("mine/FewOfTheFirst.java"));

    CommandRun run = study("cache", "--policy", file.toString());

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("FewOfTheFirst, which is also in " + file), run.err());
  }

  @Test
  void refusesAPolicyThatIsNoJavaFile() throws IOException {
    write(STUDY.replaceFirst("\\{", "{ \"policies\": [\"study.json\"],"));

    CommandRun run = study("cache");

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("mine/study.json: no Java file; give a Java file"), run.err());
  }

  @Test
  void onlyTheFirstPairsRunWithAllSeedsIfTheStudySaysSo() throws IOException {
    write(
        STUDY.replace(
            "\"benchmarks\": [\"LC\", \"BS\"]",
            "\"benchmarks\": [\"LC\", \"BS\", \"HS\"], \"seeds\": 2, \"seededPairs\": 1"));

    String usual = page("--pairs", "3");
    String one = page("--pairs", "3", "--repeat", "1");

    assertTrue(usual.contains("3 pairs (1 with 2 seeds, 2 with 1) on"), usual);
    assertTrue(one.contains("3 pairs on"), one);
  }

  private String page(String... options) throws IOException {
    study("cache", options);
    return Files.readString(folder.resolve("out/MINE.md"));
  }

  @Test
  void aPolicyThatIsNoneDoesNotEnter() throws IOException {
    write(STUDY);

    study("cache", "--policy", "maesto").assertBadInput("--policy: found 'maesto'");
  }

  @Test
  void aStudyOfPairsRunsOnAnotherDevice() throws IOException {
    write(STUDY);

    CommandRun run = study("cache", "--gpu", "gtx980-gpgpusim3");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("1 pairs on gtx980-gpgpusim3"), run.out());
  }

  @Test
  void aStudyOfPairsRunsOnADeviceOfAFile() throws IOException {
    write(STUDY);
    Path file = folder.resolve("small.json");
    Files.writeString(file, "{ \"extends\": \"gtx980\", \"sms\": 8 }");

    study("cache", "--gpu", file.toString());
    Files.writeString(file, "{ \"extends\": \"gtx980\", \"sms\": 0 }");

    assertTrue(
        Files.readString(folder.resolve("out/MINE.md")).contains("1 pairs on small, rounds"));
    study("cache", "--gpu", file.toString()).assertBadInput("small.json:1: sms: found 0");
    study("cache", "--gpu", "nope.json")
        .assertBadInput("GPU: found \"nope.json\"", "an existing GPU file");
    study("cache", "--gpu", "gtx98").assertBadInput("GPU: found \"gtx98\"", "nearest: gtx980");
  }

  @Test
  void aFolderWithoutAStudyIsBadInput() {
    study("cache").assertBadInput("mine/study.json: no such file");
  }

  @Test
  void aMistakeWritesNothing() throws IOException {
    write(STUDY.replace("\"within\"", "\"witin\""));

    study("cache").assertBadInput("mine/study.json:4: claims[0].witin: found an unknown key");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  /** Returns a study of a policy in a file beside it. */
  private static String own(String policy) {
    return STUDY
        .replace("\"runs\"", "\"policies\": [\"FewOfTheFirst.java\"], \"runs\"")
        .replace("\"maestro\" }", "\"" + policy + "\" }");
  }

  private void writePolicy(String more) throws IOException {
    Path source = Home.find().resolve("experiments/src/test/java/org/example/FewOfTheFirst.java");
    Files.writeString(folder.resolve("mine/FewOfTheFirst.java"), Files.readString(source) + more);
  }

  @Test
  void aChangedPolicyOfOnesOwnRunsAgain() throws IOException {
    write(own("org.example.FewOfTheFirst"));
    writePolicy("");
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    CommandRun first = study("cache", "--quiet");
    CommandRun same = study("cache");
    writePolicy("// changed");
    CommandRun changed = study("cache");

    assertEquals(0, first.exitCode(), first.err());
    assertTrue(same.err().contains("2 of 2 runs"), same.err());
    assertTrue(changed.err().contains("1 of 2 runs"), changed.err());
    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void aPolicyThatIsNotThereIsNamed() throws IOException {
    write(own("org.example.FewOfTheFirst"));

    assertTrue(study("cache").err().contains("mine/FewOfTheFirst.java: no such file"));
  }

  @Test
  void theStudyOfTheTemplateRunsItsPolicy() {
    String template = Home.find().resolve("policy-template").toString();
    String out = folder.resolve("out").toString();

    CommandRun run =
        CommandRun.of(
            new GpuSimulation(),
            folder.resolve("cache"),
            "study",
            template,
            "--cycles",
            "2000",
            "--out",
            out);

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("the kernel beside LBM runs faster"), run.out());
  }

  @Test
  void aBundledStudyRunsByItsName() {
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"), "reproduce", "fig6", "--out", folder.resolve("out") + "");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(Files.exists(folder.resolve("out/claims.csv")));
  }

  private static final String RUNNING =
      """
      { "name": "mine", "about": "a device",
        "runs": { "sweep": { "base": { "workloads": ["BS", "LC"] }, "axes": { "seed": [1, 2] } } },
        %s
        "claims": [ { "claim": "c", "above": 0, "values": [ { "of": "stp", "by": "mean" } ] } ] }
      """;

  /** Runs a sweep that has more keys, in the folder of results or of another one. */
  private CommandRun sweep(String name, String more, String out) throws IOException {
    Path study = Files.createDirectories(folder.resolve(name));
    String text = RUNNING.formatted(more.isEmpty() ? "" : more + ",");
    Files.writeString(study.resolve("study.json"), text.replace("mine", name));
    return cli("study", study.toString(), "--quiet", "--out", folder.resolve(out).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x.md", "/tmp/x.md", "runs.jsonl", "claims.csv", "a/x.md", ".md", "x.md\\n"})
  void aPageIsAMarkdownFileInTheFolder(String page) throws IOException {
    CommandRun refused = sweep("mine", "\"page\": \"" + page + "\"", "out");

    refused.assertBadInput("mine/study.json:3: page: found", "\\.md");
    cli("validate", folder.resolve("mine").toString()).assertBadInput("study.json:3: page");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims.csv", "pairs.csv", "results.csv", "means.csv", "twice.csv"})
  void aTableHasANameOfItsOwn(String name) throws IOException {
    String table = "{ \"file\": \"%s\", \"columns\": [ { \"of\": \"stp\" } ] }";
    String both = table.formatted("twice.csv") + ", " + table.formatted(name);

    CommandRun refused = sweep("mine", "\"tables\": [" + both + "]", "out");

    refused.assertBadInput("mine/study.json:3: tables[1].file: found '" + name + "'");
    cli("validate", folder.resolve("mine").toString()).assertBadInput("tables[1].file");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x.csv", "/tmp/x.csv", "a/x.csv", ""})
  void aJoinedFileIsInTheFolderOfTheStudy(String file) throws IOException {
    Files.writeString(folder.resolve("x.csv"), "seed,x\n1,2\n");

    sweep("mine", "\"joins\": [ { \"file\": \"" + file + "\", \"on\": [\"seed\"] } ]", "out")
        .assertBadInput("mine/study.json:3: joins[0].file: found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agreement.csv",
        "claims.csv",
        "config.json",
        "made.json",
        "means.csv",
        "MINE.md",
        "own.csv",
        "results.csv",
        "results.jsonl",
        "runs.jsonl",
        "sweep.json",
        "seeds.svg"
      })
  void aStudyReplacesNoFileOfTheUser(String file) throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out").resolve(file), "mine");
    String table = "{ \"file\": \"own.csv\", \"columns\": [ { \"of\": \"stp\" } ] }";

    sweep("mine", "\"tables\": [" + table + "]", "out").assertBadInput("out");

    assertEquals("mine", Files.readString(folder.resolve("out").resolve(file)));
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      assertEquals(List.of(folder.resolve("out").resolve(file)), files.toList());
    }
  }

  @Test
  void aStudyDoesNotReplaceTheDataThatItJoins() throws IOException {
    Files.createDirectories(folder.resolve("mine"));
    Files.writeString(folder.resolve("mine/means.csv"), "seed,x\n1,2\n");

    sweep("mine", "\"joins\": [ { \"file\": \"means.csv\", \"on\": [\"seed\"] } ]", "mine")
        .assertBadInput("mine/means.csv: not written by this program");
  }

  @Test
  void aFolderHoldsOneStudy() throws IOException {
    assertEquals(0, sweep("mine", "", "out").exitCode());

    sweep("other", "", "out").assertBadInput("out: found the results of 'mine'", "--out");

    assertEquals(0, sweep("mine", "", "out").exitCode());
    assertFalse(Files.exists(folder.resolve("out/OTHER.md")));
  }

  @Test
  void aStudyRefusesTheFolderOfASweep() throws IOException {
    Path file = folder.resolve("sweep.json");
    Files.writeString(
        file,
        "{ \"base\": { \"gpu\": \"gtx980\", \"workloads\": [\"BS\"] }, \"axes\": { \"seed\": [1] } }");
    cli("sweep", file.toString(), "--quiet", "--out", folder.resolve("out").toString());

    sweep("mine", "", "out").assertBadInput("out: found the results of a sweep");
  }

  @Test
  void committedResultsAreMadeAgain() throws IOException {
    assertEquals(0, sweep("mine", "", "out").exitCode());
    Files.delete(folder.resolve("out/.polyphony"));
    Files.writeString(folder.resolve("out/claims.csv"), "old");

    CommandRun again = sweep("mine", "", "out");

    assertEquals(0, again.exitCode(), again.err());
    assertTrue(Files.readString(folder.resolve("out/claims.csv")).startsWith("claim,"));
  }

  @Test
  void studiesShareAPageAndNothingElse() throws IOException {
    for (String name : List.of("mine", "other")) {
      CommandRun run = sweep(name, "\"page\": \"ALL.md\"", "out");
      assertEquals(0, run.exitCode(), run.err());
    }

    String page = Files.readString(folder.resolve("out/ALL.md"));
    assertTrue(page.contains("<!-- mine: begin -->") && page.contains("<!-- other: begin -->"));
    assertTrue(Files.exists(folder.resolve("out/studies/mine/results/results.csv")));
    assertTrue(Files.exists(folder.resolve("out/studies/other/results/claims.csv")));
  }

  @Test
  void aSharedPageIsNoPageOfTheUser() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/ALL.md"), "mine");

    sweep("mine", "\"page\": \"ALL.md\"", "out")
        .assertBadInput("out/ALL.md: not written by this program");

    assertEquals("mine", Files.readString(folder.resolve("out/ALL.md")));
  }

  private CommandRun cli(String... args) {
    return CommandRun.of(
        (spec, watcher) -> Fixtures.result(spec, false), folder.resolve("cache"), args);
  }

  @Test
  void validateChecksWhatStudyChecksBeforeItRuns() throws IOException {
    write(STUDY);
    String given = folder.resolve("mine").toString();

    assertEquals(
        given + ": valid: mine: pairs under 2 variants, claims: 1\n", cli("validate", given).out());
    CommandRun described = cli("describe", given + "/study.json");
    assertTrue(described.out().contains("(study)\n  two policies\n"), described.out());
    write(STUDY.replace("\"smk-even\"", "\"smk-evn\""));
    cli("validate", given).assertBadInput("found \"smk-evn\"", "nearest: smk-even");
  }

  @Test
  void validateChecksTheSweepAndTheHostExperimentsOfAStudy() throws IOException {
    String given = folder.resolve("mine").toString();
    write(
        "{ \"name\": \"mine\", \"about\": \"a\", \"runs\": { \"sweep\": { \"base\": { \"workloads\":"
            + " [\"BS\"] }, \"axes\": { \"sed\": [1] } } } }");
    cli("validate", given).assertBadInput("sed: found an unknown key", "nearest: seed");
    write(
        "{ \"name\": \"mine\", \"about\": \"a\", \"runs\": { \"host\": { \"experiments\": [{ \"name\":"
            + " \"t\", \"config\": \"schedgpu-ara\" }], \"variants\": [{ \"name\": \"v\","
            + " \"scheduler\": \"sequentiel\" }] } } }");
    cli("validate", given).assertBadInput("found 'sequentiel'", "nearest: sequential");
  }
}
