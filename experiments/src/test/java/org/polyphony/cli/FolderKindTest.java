package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.SimulationFailure;

class FolderKindTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeARunASweepAndAHostExperiment() throws IOException {
    write(
        "run.json",
        "{ \"gpu\": \"gtx980\", \"workloads\": [\"sample-saxpy\", \"sample-gather\"] }");
    write(
        "sweep.json",
        "{ \"base\": {\"gpu\": \"gtx980\", \"workloads\": [\"sample-saxpy\", \"sample-gather\"]},"
            + " \"axes\": {\"seed\": [1, 2]} }");
    Files.createDirectories(out());
  }

  @Test
  void tablesPicturesAndPagesOfAnEarlierRunGoWithIt() throws IOException {
    assertEquals(0, command("run", "run.json", "--ipc-window", "1000").exitCode());
    for (String command : List.of("timeline", "report", "plot")) {
      assertEquals(0, ofResults(command).exitCode());
    }
    write("out/charts/notes.txt", "mine");
    List<String> made = List.of("ipc.csv", "trace.json", "report.html");
    assertEquals(made, made.stream().filter(name -> Files.exists(out(name))).toList());

    assertEquals(0, command("run", "run.json").exitCode());

    assertEquals(List.of(), made.stream().filter(name -> Files.exists(out(name))).toList());
    assertTrue(Files.exists(out("summary.json")));
    assertEquals(List.of("notes.txt"), OutputFolder.open(out("charts")).names(""));
  }

  @ParameterizedTest
  @CsvSource({
    "run, config.json",
    "run, kernels.csv",
    "run, requests.csv",
    "run, repeats.json",
    "sweep, config.json",
    "sweep, results.csv",
    "sweep, repeats.csv",
    "sweep, search.csv",
    "host, jobs.csv",
    "host, config.json"
  })
  void aFileThatNoCommandHasWrittenIsNotReplaced(String command, String file) throws IOException {
    write("out/" + file, "mine");
    String config =
        command.equals("host") ? "schedgpu-ara" : folder.resolve(command + ".json") + "";

    CommandRun.refused(folder, command, config, "--quiet", "--out", out().toString())
        .assertBadInput(file, "not written by this program", "--out");

    assertEquals("mine", Files.readString(out(file)));
  }

  @ParameterizedTest
  @CsvSource({"timeline, trace.json", "report, report.html"})
  void aPageOfResultsDoesNotReplaceAFileOfTheUser(String command, String file) throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    write("out/" + file, "mine");

    ofResults(command).assertBadInput(file, "not written by this program");

    assertEquals("mine", Files.readString(out(file)));
  }

  @Test
  void aPictureDoesNotReplaceAFileOfTheUser() throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    assertEquals(0, ofResults("plot").exitCode());
    String picture = OutputFolder.open(out("charts")).names(".png").get(0);
    write("figures/" + picture, "mine");

    ofResults("plot", "--out", folder.resolve("figures").toString())
        .assertBadInput(picture, "not written by this program");

    assertEquals(0, ofResults("plot").exitCode());
    assertEquals("mine", Files.readString(folder.resolve("figures").resolve(picture)));
  }

  @Test
  void anEmptyNameOfAFolderIsRefused() {
    CommandRun.refused(folder, "run", "quickstart", "--out", "")
        .assertBadInput("--out", "an empty path");
  }

  @Test
  void twoRunsInOneFolderAreRefused() {
    try (OutputFolder.Hold first = OutputFolder.open(out()).hold()) {
      for (String more : List.of("--check", "--repeat=2")) {
        CommandRun.refused(folder, arguments("run", "run.json", more))
            .assertBadInput("out: another command writes its results here", "--out");
      }
      assertNotNull(first);
    }
    assertEquals(0, command("run", "run.json").exitCode());
  }

  private CommandRun ofResults(String command, String... more) {
    List<String> all = new ArrayList<>(List.of(command, out().toString()));
    all.addAll(List.of(more));
    return CommandRun.refused(folder, all.toArray(new String[0]));
  }

  @Test
  void filesOfTheUserStay() throws IOException {
    command("run", "run.json");
    List<String> own = List.of("notes.md", "ipc.txt");
    for (String name : own) {
      write("out/" + name, "mine");
    }

    assertEquals(0, command("run", "run.json").exitCode());

    for (String name : own) {
      assertEquals("mine", Files.readString(out(name)));
    }
  }

  @Test
  void tablesOfARunThatWasKilledWhileItWroteThemGoToo() throws IOException {
    assertEquals(0, command("run", "run.json", "--ipc-window", "1000").exitCode());
    Files.delete(out("summary.json"));

    assertEquals(0, command("run", "run.json").exitCode());

    assertFalse(Files.exists(out("ipc.csv")));
  }

  @Test
  void nothingGoesFromAFolderThatHasNoResultsOfOurs() throws IOException {
    write("out/trace.json", "mine");

    assertEquals(0, command("run", "run.json").exitCode());

    assertEquals("mine", Files.readString(out("trace.json")));
  }

  @Test
  void aRunThatFailsLeavesNoResultsOfTheOneBefore() throws IOException {
    command("run", "run.json");

    CommandRun failed =
        CommandRun.of(
            (request, watcher) -> {
              throw new SimulationFailure("no progress in cycle 7", "SM 0 waits", null);
            },
            folder.resolve("empty-cache"),
            arguments("run", "run.json"));

    assertEquals(1, failed.exitCode(), failed.err());
    assertTrue(Files.exists(out("failure.txt")));
    assertFalse(Files.exists(out("summary.json")));
  }

  @Test
  void aRunRefusesAFolderOfASweepAndLeavesItAlone() throws IOException {
    assertEquals(0, command("sweep", "sweep.json").exitCode());
    List<Path> before = files();

    command("run", "run.json").assertBadInput("out: found the results of a sweep", "--out");

    assertEquals(before, files());
  }

  @Test
  void aSweepRefusesAFolderOfARunAndLeavesItAlone() throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    List<Path> before = files();

    command("sweep", "sweep.json").assertBadInput("out: found the results of a run", "--out");

    assertEquals(before, files());
  }

  @Test
  void aRunRefusesAFolderOfAStudy() throws IOException {
    write("out/made.json", "{}");
    write("out/summary.json", "{}");

    command("run", "run.json").assertBadInput("out: found the results of a study", "--out");
  }

  @Test
  void aStudyRefusesAFolderOfAHostExperiment() throws IOException {
    write("out/host-summary.json", "{}");

    CommandRun.refused(folder, "reproduce", "fig6", "--out", out().toString())
        .assertBadInput("out: found the results of a host experiment", "--out");
  }

  @Test
  void mergedPartsRefuseAFolderOfAnotherSweep() throws IOException {
    assertEquals(0, command("sweep", "sweep.json").exitCode());
    String other = Files.readString(folder.resolve("sweep.json")).replace("gtx980", "hopper-h200");
    write("sweep.json", other);
    Path part = folder.resolve("part");
    CommandRun.of(
        (request, watcher) -> Fixtures.result(request, false, 100),
        folder.resolve("cache"),
        "sweep",
        folder.resolve("sweep.json").toString(),
        "--quiet",
        "--out",
        part.toString());

    CommandRun.refused(folder, "merge", part.toString(), "--out", out().toString())
        .assertBadInput("base.gpu", "\"gtx980\"", "\"hopper-h200\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../victim.txt", "/victim.txt", "a\\b", "", ".", "..", "a\u0007b", "notes.txt"})
  void aManifestThatListsOtherFilesIsRefused(String line) throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    assertEquals(0, ofResults("plot").exitCode());
    write("victim.txt", "mine");
    write("out/notes.txt", "mine");
    for (String manifest : List.of("out/charts/.polyphony", "out/.polyphony")) {
      String whole = Files.readString(folder.resolve(manifest));
      Files.writeString(folder.resolve(manifest), whole + line + "\n");
      Map<Path, String> before = contents();

      command("run", "run.json").assertBadInput("out", ".polyphony", "which no command writes");

      assertEquals(before, contents());
      Files.writeString(folder.resolve(manifest), whole);
    }
  }

  @Test
  void aManifestOfAnotherSeedThatListsOtherFilesIsRefused() throws IOException {
    assertEquals(0, command("run", "run.json", "--repeat", "2").exitCode());
    write("out/seed-2/.polyphony", "../../victim.txt\n");
    Map<Path, String> before = contents();

    command("run", "run.json").assertBadInput("seed-2/.polyphony:1: lists '../../victim.txt'");

    assertEquals(before, contents());
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed-2", "charts"})
  void aLinkToAnotherFolderIsNotCleared(String link) throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    Files.move(out(), folder.resolve("other"));
    assertEquals(0, command("run", "run.json").exitCode());
    Files.createSymbolicLink(out(link), folder.resolve("other"));
    Map<Path, String> before = contents(folder.resolve("other"));

    assertEquals(0, command("run", "run.json").exitCode());

    assertEquals(before, contents(folder.resolve("other")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed-2", "summary.json", ".polyphony", ".polyphony.lock"})
  void nothingIsWrittenThroughALink(String link) throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    write("other", "");
    Files.deleteIfExists(out(link));
    Files.createSymbolicLink(out(link), folder.resolve("other"));
    Map<Path, String> before = contents();

    command("run", "run.json", "--repeat", "2").assertBadInput(link + ": a link", "remove it");

    assertEquals(before, contents());
  }

  @Test
  void chartsAreNotDrawnThroughALink() throws IOException {
    assertEquals(0, command("run", "run.json").exitCode());
    Files.createSymbolicLink(out("charts"), Files.createDirectory(folder.resolve("other")));

    ofResults("plot").assertBadInput("out/charts: a link");

    assertEquals(Map.of(), contents(folder.resolve("other")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs", "runs/1-of-1.jsonl"})
  void aSweepDoesNotGoOnThroughALink(String link) throws IOException {
    assertEquals(0, command("sweep", "sweep.json").exitCode());
    Files.move(out(link), folder.resolve("other"));
    Files.createSymbolicLink(out(link), folder.resolve("other"));
    Map<Path, String> before = contents();

    command("sweep", "sweep.json", "--resume").assertBadInput(link + ": a link");

    assertEquals(before, contents());
  }

  private CommandRun command(String name, String config, String... more) {
    return CommandRun.of(
        (request, watcher) -> Fixtures.result(request, false, 100),
        folder.resolve("cache"),
        arguments(name, config, more));
  }

  private String[] arguments(String name, String config, String... more) {
    return Stream.concat(
            Stream.of(
                name, folder.resolve(config).toString(), "--quiet", "--out", out().toString()),
            Stream.of(more))
        .toArray(String[]::new);
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Path out(String name) {
    return out().resolve(name);
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    Files.writeString(folder.resolve(name), text);
  }

  /** Returns all files but those of the cache, with their contents. */
  private Map<Path, String> contents() throws IOException {
    return contents(folder);
  }

  private static Map<Path, String> contents(Path of) throws IOException {
    Map<Path, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(of)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        contents.put(file, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(out())) {
      return all.sorted().toList();
    }
  }
}
