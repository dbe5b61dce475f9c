package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.SimulationFailure;

class FolderKindTest {
  private static final String RUN = "run ./run.json --quiet --out ./out ";
  private static final String SWEEP = "sweep ./sweep.json --quiet --out ./out ";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeARunAndASweep() throws IOException {
    String pair = "{'gpu': 'gtx980', 'workloads': ['sample-saxpy', 'sample-gather']}";
    folder.json("run.json", pair);
    folder.json("sweep.json", "{'base': " + pair + ", 'axes': {'seed': [1, 2]}}");
    Files.createDirectories(folder.at("out"));
  }

  private CommandRun command(String words) {
    return folder.on((spec, watcher) -> Fixtures.result(spec, false, 100), words);
  }

  @Test
  void tablesPicturesAndPagesOfAnEarlierRunGoWithIt() throws IOException {
    command(RUN + "--ipc-window 1000").shows();
    for (String words : List.of("timeline ./out", "report ./out", "plot ./out")) {
      folder.refused(words).shows();
    }
    folder.write("out/charts/notes.txt", "mine");
    Files.delete(folder.at("out/summary.json")); // as if it had been killed while it wrote
    List<String> made = List.of("out/ipc.csv", "out/trace.json", "out/report.html");
    assertEquals(made, made.stream().filter(folder::has).toList());

    command(RUN).shows();

    assertEquals(List.of(), made.stream().filter(folder::has).toList());
    assertTrue(folder.has("out/summary.json"));
    assertEquals(List.of("notes.txt"), OutputFolder.open(folder.at("out/charts")).names(""));
  }

  @ParameterizedTest
  @CsvSource({
    "run ./run.json, config.json",
    "run ./run.json, kernels.csv",
    "run ./run.json, requests.csv",
    "run ./run.json, repeats.json",
    "sweep ./sweep.json, config.json",
    "sweep ./sweep.json, results.csv",
    "sweep ./sweep.json, repeats.csv",
    "sweep ./sweep.json, search.csv",
    "host schedgpu-ara, jobs.csv",
    "host schedgpu-ara, config.json"
  })
  void aFileThatNoCommandHasWrittenIsNotReplaced(String command, String file) throws IOException {
    folder.write("out/" + file, "mine");

    folder
        .refused(command + " --quiet --out ./out")
        .assertBadInput(file, "not written by this program", "--out");

    assertEquals("mine", folder.read("out/" + file));
  }

  @ParameterizedTest
  @CsvSource({"timeline, trace.json", "report, report.html"})
  void aPageOfResultsDoesNotReplaceAFileOfTheUser(String command, String file) throws IOException {
    command(RUN).shows();
    folder.write("out/" + file, "mine");

    folder.refused(command + " ./out").assertBadInput(file, "not written by this program");

    assertEquals("mine", folder.read("out/" + file));
  }

  @Test
  void aPictureDoesNotReplaceAFileOfTheUserNorIsDrawnThroughALink() throws IOException {
    command(RUN).shows();
    folder.refused("plot ./out").shows();
    String picture = OutputFolder.open(folder.at("out/charts")).names(".png").get(0);
    folder.write("figures/" + picture, "mine");

    folder
        .refused("plot ./out --out ./figures")
        .assertBadInput(picture, "not written by this program");

    folder.refused("plot ./out").shows();
    assertEquals("mine", folder.read("figures/" + picture));
    OutputFolder.remove(folder.at("out/charts"));
    Files.createSymbolicLink(folder.at("out/charts"), Files.createDirectory(folder.at("other")));
    folder.refused("plot ./out").assertBadInput("out/charts: a link");
    assertEquals(Map.of(), contents("other"));
  }

  @Test
  void twoRunsInOneFolderAndAnEmptyNameOfOneAreRefused() {
    folder.refused("run quickstart --out", "").assertBadInput("--out", "an empty path");
    try (FolderLock first = OutputFolder.open(folder.at("out")).hold()) {
      for (String more : List.of("--check", "--repeat=2")) {
        folder
            .refused(RUN + more)
            .assertBadInput("out: another command writes its results here", "--out");
      }
      assertNotNull(first);
    }
    command(RUN).shows();
  }

  @Test
  void filesOfTheUserStayBesideResultsAndWithoutThem() throws IOException {
    folder.write("out/trace.json", "mine");
    command(RUN).shows();
    folder.write("out/notes.md", "mine");

    command(RUN).shows();

    assertEquals("mine", folder.read("out/trace.json"));
    assertEquals("mine", folder.read("out/notes.md"));
  }

  @Test
  void aRunThatFailsLeavesNoResultsOfTheOneBefore() {
    command(RUN).shows();
    folder
        .on(
            (spec, watcher) -> {
              throw new SimulationFailure("no progress in cycle 7", "SM 0 waits", null);
            },
            RUN + "--set seed=2")
        .fails();

    assertTrue(folder.has("out/failure.txt"));
    assertFalse(folder.has("out/summary.json"));
  }

  @ParameterizedTest
  @CsvSource({
    "run ./run.json, sweep.json, a sweep",
    "run ./run.json, made.json, a study",
    "sweep ./sweep.json, summary.json, a run",
    "reproduce fig6, host-summary.json, a host experiment"
  })
  void resultsOfAnotherKindAreRefusedAndLeftAlone(String command, String file, String kind)
      throws IOException {
    folder.write("out/" + file, "{}");
    Map<Path, String> before = contents("out");

    folder
        .refused(command + " --out ./out")
        .assertBadInput("out: found the results of " + kind, "--out");

    assertEquals(before, contents("out"));
  }

  @Test
  void mergedPartsRefuseAFolderOfAnotherSweep() throws IOException {
    command(SWEEP).shows();
    folder.replace("sweep.json", "gtx980", "hopper-h200");
    command(SWEEP.replace("./out", "./part"));

    folder
        .refused("merge ./part --out ./out")
        .assertBadInput("base.gpu", "\"gtx980\"", "\"hopper-h200\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../victim.txt", "/victim.txt", "a\\b", "", ".", "..", "a\u0007b"})
  void aManifestThatLeadsOutOfItsFolderIsRefused(String line) throws IOException {
    command(RUN).shows();
    folder.refused("plot ./out").shows();
    folder.write("victim.txt", "mine");
    folder.write("out/notes.txt", "mine");
    for (String manifest : List.of("out/charts/.polyphony", "out/.polyphony")) {
      String whole = folder.read(manifest);
      folder.write(manifest, whole + line + "\n");
      Map<Path, String> before = contents("");

      command(RUN).assertBadInput("out", ".polyphony", "which no command writes");

      assertEquals(before, contents(""));
      folder.write(manifest, whole);
    }
  }

  @Test
  void aManifestOfAnotherSeedThatListsOtherFilesIsRefused() throws IOException {
    command(RUN + "--repeat 2").shows();
    folder.write("out/seed-2/.polyphony", "../../victim.txt\n");
    Map<Path, String> before = contents("");

    command(RUN).assertBadInput("seed-2/.polyphony:1: lists '../../victim.txt'");

    assertEquals(before, contents(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed-2", "charts"})
  void aLinkToAnotherFolderIsNotCleared(String link) throws IOException {
    command(RUN).shows();
    Files.move(folder.at("out"), folder.at("other"));
    command(RUN).shows();
    Files.createSymbolicLink(folder.at("out/" + link), folder.at("other"));
    Map<Path, String> before = contents("other");

    command(RUN).shows();

    assertEquals(before, contents("other"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed-2", "summary.json", ".polyphony", ".polyphony.lock"})
  void nothingIsWrittenThroughALink(String link) throws IOException {
    command(RUN).shows();
    folder.write("other", "");
    Files.deleteIfExists(folder.at("out/" + link));
    Files.createSymbolicLink(folder.at("out/" + link), folder.at("other"));
    Map<Path, String> before = contents("");

    command(RUN + "--repeat 2").assertBadInput(link + ": a link", "remove it");

    assertEquals(before, contents(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs", "runs/1-of-1.jsonl"})
  void aSweepDoesNotGoOnThroughALink(String link) throws IOException {
    command(SWEEP).shows();
    Files.move(folder.at("out/" + link), folder.at("other"));
    Files.createSymbolicLink(folder.at("out/" + link), folder.at("other"));
    Map<Path, String> before = contents("");

    command(SWEEP + "--resume").assertBadInput(link + ": a link");

    assertEquals(before, contents(""));
  }

  /** Returns all files in a folder with their contents. */
  private Map<Path, String> contents(String in) throws IOException {
    Map<Path, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder.at(in))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        contents.put(file, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }
}
