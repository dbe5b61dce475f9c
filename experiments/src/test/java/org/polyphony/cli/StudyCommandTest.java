package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
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

  private static final Path OWN =
      Home.find().resolve("experiments/src/test/java/org/example/FewOfTheFirst.java");

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private CommandRun cli(String words, String... more) {
    return folder.on((spec, watcher) -> Fixtures.result(spec, false), words, more);
  }

  private CommandRun study(String... more) {
    return cli("study ./mine --cycles 1000 --jobs 1 --out ./out", more);
  }

  /** Runs the study on a device that does something before it runs a policy of the study. */
  private CommandRun study(StopFlag stop, Runnable beforeMaestro) {
    Simulation device =
        (spec, watcher) -> {
          if (spec.policy().equals("maestro")) {
            beforeMaestro.run();
          }
          return Fixtures.result(spec, false);
        };
    String[] words = folder.arguments("study ./mine --cycles 1000 --jobs 1 --out ./out");
    return CommandRun.until(stop, device, folder.at("cache"), words);
  }

  private void write(String json) throws IOException {
    folder.write("mine/study.json", json);
  }

  @Test
  void writesClaimsAndAPageAndResumesFromItsOutputFolderAlone() throws IOException {
    write(STUDY);

    study("--quiet").shows("no difference  1.000");
    OutputFolder.remove(folder.at("cache"));

    assertTrue(folder.read("out/claims.csv").endsWith(",not shown\n"));
    assertTrue(folder.read("out/MINE.md").startsWith("## two policies\n"));
    assertEquals("mine: 2 of 2 runs are stored\n", study().err());
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void saysWhatIsKeptAndHowToResumeWhenItIsInterrupted(String study) throws IOException {
    write(study);
    StopFlag stop = new StopFlag();

    CommandRun run = study(stop, stop::request);

    assertEquals(130, run.exitCode());
    String done = "interrupted: 1 of 2 runs done, 0 failed; finished runs are kept in ";
    assertTrue(run.out().contains(done + folder.at("out")), run.out());
    assertTrue(run.err().endsWith("interrupted; to resume, repeat the command\n"), run.err());
    study().shows();
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void saysAtOnceWhyARunFailedAndKeepsTheOthers(String study) throws IOException {
    write(study);

    CommandRun run =
        study(
            new StopFlag(),
            () -> {
              throw new SimulationFailure("no progress in cycle 7", "", null);
            });

    assertEquals(1, run.exitCode());
    String told = "failed: .*maestro.*: no progress in cycle 7";
    assertTrue(run.err().lines().anyMatch(line -> line.matches(told)), run.err());
    assertTrue(run.err().endsWith("the same command retries the failed ones\n"), run.err());
    assertTrue(run.err().contains(" are kept"), run.err());
    boolean isSweep = study.equals(SWEEP); // a pair counts once it has run under all variants
    assertEquals(isSweep, folder.has("out/claims.csv"));
  }

  @ParameterizedTest
  @ValueSource(strings = {STUDY, SWEEP})
  void aDryRunSaysHowManyRunsThereAreAndWritesNothing(String study) throws IOException {
    write(study);

    CommandRun run = study("--dry-run").shows();

    assertTrue(run.out().matches("mine: 2 runs, no estimate: .*\\n"), run.out());
    assertFalse(folder.has("out"));
  }

  @Test
  void severalStudiesHaveAFolderEachAndABundledOneRunsByItsName() {
    cli("reproduce fig6 conclusions --out ./all").shows();
    folder.refused("reproduce fig6 --out ./one").shows();

    assertTrue(folder.has("all/studies/fig6/results/claims.csv"));
    assertTrue(folder.has("all/REPRODUCTION.md"));
    assertTrue(folder.has("one/claims.csv"));
  }

  @Test
  void allAreTheStudiesOfThePapers() {
    CommandRun run = cli("reproduce all --dry-run").shows("fig2: 24 runs");

    assertFalse(run.out().contains("policies"), run.out());
  }

  @Test
  void repeatsNoRunOfItsFolderAndLeavesThatAsItIs() throws IOException {
    write(STUDY);
    study();
    Files.move(folder.at("out/runs.jsonl"), folder.at("mine/runs.jsonl"));
    String before = folder.read("mine/runs.jsonl");
    OutputFolder.remove(folder.at("cache"));

    CommandRun again = study("--policy", "spatial-even");

    assertTrue(again.err().contains("2 of 3 runs"), again.err());
    assertEquals(before, folder.read("mine/runs.jsonl"));
    assertFalse(folder.read("out/runs.jsonl").contains("smk-even"));
  }

  @Test
  void aPolicyEntersBesideTheOthers() throws IOException {
    write(STUDY);

    study("--policy", OWN.toString(), "--policy", "spatial-even").shows();

    String pairs = folder.read("out/pairs.csv");
    assertEquals(1 + 4, pairs.lines().count(), pairs);
    assertTrue(pairs.contains(",FewOfTheFirst,") && pairs.contains(",spatial-even,"), pairs);
  }

  @Test
  void refusesPoliciesOfTheSameName() throws IOException {
    write(STUDY);
    String own = Files.readString(OWN);
    Path other = folder.write("p/FewOfTheFirst.java", own.replace("org.example", "org.other"));
    String[] both = {"--policy", OWN.toString(), "--policy", other.toString()};

    study(both).assertBadInput(OWN + " and " + other + ", both named FewOfTheFirst");
    Files.writeString(other, own);
    study(both)
        .assertBadInput(other + ": found the class org.example.FewOfTheFirst, which is also in ");
    write(STUDY.replaceFirst("\\{", "{ \"policies\": [\"FewOfTheFirst.java\"],"));
    folder.write("mine/FewOfTheFirst.java", own);
    study("--policy", OWN.toString()).assertBadInput("FewOfTheFirst, which is also in " + OWN);
  }

  @Test
  void onlyTheFirstPairsRunWithAllSeedsIfTheStudySaysSo() throws IOException {
    write(
        STUDY.replace(
            "\"benchmarks\": [\"LC\", \"BS\"]",
            "\"benchmarks\": [\"LC\", \"BS\", \"HS\"], \"seeds\": 2, \"seededPairs\": 1"));

    study("--pairs", "3");
    String usual = folder.read("out/MINE.md");
    study("--pairs", "3", "--repeat", "1");

    assertTrue(usual.contains("3 pairs (1 with 2 seeds, 2 with 1) on"), usual);
    assertTrue(folder.read("out/MINE.md").contains("3 pairs on"));
  }

  @Test
  void aStudyOfPairsRunsOnAnotherDeviceOrOneOfAFile() throws IOException {
    write(STUDY);
    folder.json("small.json", "{ 'extends': 'gtx980', 'sms': 8 }");

    study("--gpu", "gtx980-gpgpusim3").shows("1 pairs on gtx980-gpgpusim3");
    study("--gpu", "./small.json").shows("1 pairs on small");
    folder.replace("small.json", ": 8", ": 0");
    study("--gpu", "./small.json").assertBadInput("small.json:1: sms: found 0");
    study("--gpu", "nope.json")
        .assertBadInput("GPU: name: found \"nope.json\"", "an existing file");
    study("--gpu", "gtx98").assertBadInput("GPU: name: found \"gtx98\"", "nearest: gtx980");
  }

  @Test
  void aMistakeIsBadInputAndWritesNothing() throws IOException {
    study().assertBadInput("mine/study.json: no such file");
    write(STUDY.replace("\"within\"", "\"witin\""));
    study().assertBadInput("mine/study.json:4: claims[0].witin: found an unknown key");
    write(STUDY);
    study("--policy", "maesto").assertBadInput("--policy: found 'maesto'");
    write(STUDY.replaceFirst("\\{", "{ \"policies\": [\"study.json\"],"));
    study().assertBadInput("mine/study.json: no Java file; give a Java file");
    write(STUDY.replaceFirst("\\{", "{ \"policies\": [\"FewOfTheFirst.java\"],"));
    study().assertBadInput("mine/FewOfTheFirst.java: no such file");
    cli("study fig22").assertBadInput("STUDY: found 'fig22'", "fig2");
    cli("study fig2 --repeat 2").assertBadInput("--repeat: found fig2", "study of pairs");

    assertFalse(folder.has("out"));
  }

  @Test
  void aChangedPolicyOfOnesOwnRunsAgain() throws IOException {
    write(
        STUDY
            .replace("\"runs\"", "\"policies\": [\"FewOfTheFirst.java\"], \"runs\"")
            .replace("\"maestro\" }", "\"org.example.FewOfTheFirst\" }"));
    folder.write("mine/FewOfTheFirst.java", Files.readString(OWN));
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    study("--quiet").shows();
    CommandRun same = study();
    folder.write("mine/FewOfTheFirst.java", Files.readString(OWN) + "// changed");
    CommandRun changed = study();

    assertTrue(same.err().contains("2 of 2 runs"), same.err());
    assertTrue(changed.err().contains("1 of 2 runs"), changed.err());
    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void theStudyOfTheTemplateRunsItsPolicy() {
    String template = Home.find().resolve("policy-template").toString();

    folder
        .simulated("study --cycles 2000 --out ./out", template)
        .shows("the kernel beside LBM runs faster");
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
    String text = RUNNING.formatted(more.isEmpty() ? "" : more.replace('\'', '"') + ",");
    folder.write(name + "/study.json", text.replace("mine", name));
    return cli("study ./" + name + " --quiet --out ./" + out);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../x.md", "/tmp/x.md", "runs.jsonl", "claims.csv", "a/x.md", ".md", "x.md\\n"})
  void aPageIsAMarkdownFileInTheFolder(String page) throws IOException {
    sweep("mine", "'page': '" + page + "'", "out")
        .assertBadInput("mine/study.json:3: page: found", "\\.md");

    cli("validate ./mine").assertBadInput("study.json:3: page");
    assertFalse(folder.has("out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims.csv", "pairs.csv", "results.csv", "means.csv", "twice.csv"})
  void aTableHasANameOfItsOwn(String name) throws IOException {
    String table = "{ 'file': '%s', 'columns': [ { 'of': 'stp' } ] }";
    String both = table.formatted("twice.csv") + ", " + table.formatted(name);

    sweep("mine", "'tables': [" + both + "]", "out")
        .assertBadInput("mine/study.json:3: tables[1].file: found '" + name + "'");

    cli("validate ./mine").assertBadInput("tables[1].file");
    assertFalse(folder.has("out"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x.csv", "/tmp/x.csv", "a/x.csv", ""})
  void aJoinedFileIsInTheFolderOfTheStudy(String file) throws IOException {
    folder.write("x.csv", "seed,x\n1,2\n");

    sweep("mine", "'joins': [ { 'file': '" + file + "', 'on': ['seed'] } ]", "out")
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
    folder.write("out/" + file, "mine");
    String table = "{ 'file': 'own.csv', 'columns': [ { 'of': 'stp' } ] }";

    sweep("mine", "'tables': [" + table + "]", "out").assertBadInput("out");

    assertEquals("mine", folder.read("out/" + file));
    assertEquals(List.of(file), List.of(folder.at("out").toFile().list()));
  }

  @Test
  void aStudyDoesNotReplaceTheDataThatItJoinsNorAPageOfTheUser() throws IOException {
    folder.write("mine/means.csv", "seed,x\n1,2\n");
    folder.write("out/ALL.md", "mine");

    sweep("mine", "'joins': [ { 'file': 'means.csv', 'on': ['seed'] } ]", "mine")
        .assertBadInput("mine/means.csv: not written by this program");
    sweep("mine", "'page': 'ALL.md'", "out")
        .assertBadInput("out/ALL.md: not written by this program");

    assertEquals("mine", folder.read("out/ALL.md"));
  }

  @Test
  void aFolderHoldsOneStudyAndNoSweep() throws IOException {
    sweep("mine", "", "out").shows();
    folder.json(
        "sweep.json",
        "{ 'base': { 'gpu': 'gtx980', 'workloads': ['BS'] }, 'axes': { 'seed': [1] } }");
    cli("sweep ./sweep.json --quiet --out ./swept").shows();

    sweep("other", "", "out").assertBadInput("out: found the results of 'mine'", "--out");
    sweep("mine", "", "swept").assertBadInput("swept: found the results of a sweep");

    sweep("mine", "", "out").shows();
    assertFalse(folder.has("out/OTHER.md"));
  }

  @Test
  void committedResultsAreMadeAgain() throws IOException {
    sweep("mine", "", "out").shows();
    Files.delete(folder.at("out/.polyphony"));
    folder.write("out/claims.csv", "old");

    sweep("mine", "", "out").shows();

    assertTrue(folder.read("out/claims.csv").startsWith("claim,"));
  }

  @Test
  void studiesShareAPageAndNothingElse() throws IOException {
    sweep("mine", "'page': 'ALL.md'", "out").shows();
    sweep("other", "'page': 'ALL.md'", "out").shows();

    String page = folder.read("out/ALL.md");
    assertTrue(page.contains("<!-- mine: begin -->") && page.contains("<!-- other: begin -->"));
    assertTrue(folder.has("out/studies/mine/results/results.csv"));
    assertTrue(folder.has("out/studies/other/results/claims.csv"));
  }

  @Test
  void validateChecksWhatStudyChecksBeforeItRuns() throws IOException {
    write(STUDY);
    String valid = ": valid: a study, name mine\n";

    assertEquals(folder.at("mine") + valid, cli("validate ./mine").out());
    cli("describe ./mine/study.json").shows("(study)\n  two policies\n");
    write(STUDY.replace("\"smk-even\"", "\"smk-evn\""));
    cli("validate ./mine").assertBadInput("found \"smk-evn\"", "nearest: smk-even");
    write(SWEEP.replace("\"policy\"", "\"polcy\""));
    cli("validate ./mine").assertBadInput("polcy: found an unknown key", "nearest: policy");
    folder.json(
        "mine/study.json",
        """
        { 'name': 'mine', 'about': 'a', 'runs': { 'host': {
          'experiments': [{ 'name': 't', 'config': 'schedgpu-ara' }],
          'variants': [{ 'name': 'v', 'scheduler': 'sequentiel' }] } } }
        """);
    cli("validate ./mine").assertBadInput("found 'sequentiel'", "nearest: sequential");
  }
}
