package org.polyphony.results.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;

class RunStoreTest {
  private static final AloneRun RUN = new AloneRun(100, 30, 900, true);
  private static final RunKey AB = new RunKey("ab", "A/B");
  private static final RunKey CD = new RunKey("cd", "C/D");
  private static final RunKey EF = new RunKey("ef", "E/F");

  private final List<String> notices = new ArrayList<>();
  @TempDir private Path folder;
  private Path log;
  private Path file; // of runs

  @BeforeEach
  void nameTheFiles() {
    file = folder.resolve("study/runs.jsonl");
    log = folder.resolve("results-" + Sha256.hex("a").substring(0, 16) + ".jsonl");
  }

  private Optional<AloneRun> find(RunKey key) {
    return new RunStore(folder, "a").find(key).map(found -> Json.value(found, AloneRun.class));
  }

  private void edit(String text, String other) throws IOException {
    Files.writeString(log, Files.readString(log).replace(text, other));
  }

  @Test
  void findsWhatAnyProcessHasKept() {
    RunStore other = new RunStore(folder, "a");
    assertTrue(other.find(AB).isEmpty());

    new RunStore(folder, "a").store(AB, Json.tree(RUN));

    assertEquals(Optional.of(RUN), other.find(AB).map(found -> Json.value(found, AloneRun.class)));
    assertTrue(other.find(CD).isEmpty());
  }

  @Test
  void readsNothingOfAnotherBuildAndForgetsItAfterTwoMonths() throws IOException {
    new RunStore(folder, "a").store(AB, Json.tree(RUN));
    assertTrue(new RunStore(folder, "b").find(AB).isEmpty());
    Files.setLastModifiedTime(log, FileTime.from(Instant.now().minus(Duration.ofDays(61))));

    new RunStore(folder, "b").store(CD, Json.tree(RUN));

    assertFalse(Files.exists(log));
  }

  @Test
  void keepsNumbersAsTheyAre() {
    new RunStore(folder, "a").store(AB, Json.object().put("share", 1e-5));

    assertEquals(1e-5, new RunStore(folder, "a").find(AB).orElseThrow().path("share").asDouble());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]\n", "{\"results\": 6, \"id\": \"ab\", \"result\": {}}\n", "\0\0\0"})
  void takesADamagedLineAsAbsentAndReplacesIt(String line) throws IOException {
    Files.writeString(log, line);
    assertEquals(Optional.empty(), find(AB));

    new RunStore(folder, "a").store(AB, Json.tree(RUN));

    assertEquals(Optional.of(RUN), find(AB));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"cycles\":10", "\"id\":\"cd\""})
  void takesAnEditedLineAsAbsent(String edited) throws IOException {
    new RunStore(folder, "a").store(AB, Json.tree(RUN));
    edit("\"cycles\":100", edited);
    edit("\"id\":\"ab\"", edited);

    assertEquals(Optional.empty(), find(AB));
    assertEquals(Optional.empty(), find(CD));
  }

  @Test
  void losesNoOtherLineWithOneThatAKillHasCut() throws IOException {
    new RunStore(folder, "a").store(AB, Json.tree(RUN));
    Files.writeString(log, "{\"id\":\"cd\",", StandardOpenOption.APPEND);

    new RunStore(folder, "a").store(EF, Json.tree(RUN));

    assertEquals(Optional.of(RUN), find(AB));
    assertEquals(Optional.of(RUN), find(EF));
    assertEquals(2, Files.readAllLines(log).size());
  }

  @Test
  void keepsInMemoryAndWarnsOnceWhenTheFolderCannotBeWritten() throws IOException {
    RunStore store = new RunStore(Files.createFile(folder.resolve("a-file")), "a");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream err = System.err;
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      store.store(AB, Json.tree(RUN));
      store.store(CD, Json.tree(RUN));
    } finally {
      System.setErr(err);
    }

    assertEquals(Optional.of(RUN), store.find(AB).map(found -> Json.value(found, AloneRun.class)));
    String warning = said.toString(UTF_8);
    assertEquals(1, warning.lines().count(), warning);
    assertTrue(warning.startsWith("polyphony: warning: results are not cached"), warning);
    assertTrue(warning.contains("POLYPHONY_CACHE"), warning);
  }

  @Test
  void liesWhereTheEnvironmentSays() {
    assertEquals(Path.of("/c"), CacheFolder.of(Map.of("POLYPHONY_CACHE", "/c")));
    assertEquals(Path.of("/x/polyphony"), CacheFolder.of(Map.of("XDG_CACHE_HOME", "/x")));
  }

  @Test
  void refusesAFolderThatTheSystemCannotName() {
    InvalidInputException refused =
        assertThrows(
            InvalidInputException.class,
            () -> CacheFolder.of(Map.of("POLYPHONY_CACHE", "/c\0"))); // as é in LC_ALL=C
    assertTrue(refused.getMessage().startsWith("POLYPHONY_CACHE: "), refused.getMessage());
  }

  @Test
  void makesItsFolderForItsUserAlone() throws IOException {
    Path own = folder.resolve("a/cache");

    new RunStore(own, "a").store(AB, Json.tree(RUN));

    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
  }

  @Test
  void refusesAFolderThatAllMayWriteTo() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    String message =
        assertThrows(InvalidInputException.class, () -> new RunStore(folder, "a")).getMessage();

    assertTrue(message.contains(folder + ", a folder writable by all"), message);
  }

  /** Opens the cache of a build with the file of runs. */
  private RunStore with(String build, Path... others) {
    return new RunStore(folder, build).with(Optional.of(file), Stream.of(others), notices::add);
  }

  private void lines(String... texts) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, String.join("", texts));
  }

  /** Returns the line that a run with some cycles leaves in a file of runs. */
  private String line(RunKey key, int cycles) throws IOException {
    Path other = folder.resolve("line-" + key.id() + cycles);
    Path alone = folder.resolve("of-" + key.id() + cycles);
    new RunStore(alone, "a")
        .with(Optional.of(other), Stream.empty(), notices::add)
        .store(key, Json.object().put("cycles", cycles));
    return Files.readString(other);
  }

  @Test
  void aFileOfRunsHoldsForEveryBuild() throws IOException {
    with("a").store(AB, Json.object().put("cycles", 7), Json.object().put("cpuSeconds", 2.5));

    assertEquals(7, with("b").find(AB).orElseThrow().path("cycles").asInt());
    assertEquals(2.5, with("b").seconds(AB).orElseThrow());
    String line = Files.readString(file);
    String head = "{\"results\":" + ResultsVersion.CURRENT + ",\"id\":\"ab\",\"about\":\"A/B\"";
    assertTrue(line.startsWith(head + ",\"made\":{\"cpuSeconds\":2.5}"), line);
    assertEquals(List.of(), notices);
  }

  @Test
  void aFileOfRunsAlsoGetsWhatOnlyTheCacheHas() {
    new RunStore(folder, "a").store(AB, Json.tree(RUN));
    with("a").find(AB);

    assertTrue(with("b").find(AB).isPresent());
  }

  @Test
  void readsFurtherFilesThatStayAsTheyAre() throws IOException {
    Path other = Files.writeString(folder.resolve("other.jsonl"), line(CD, 8));
    with("a", other).store(EF, Json.tree(RUN));

    assertEquals(8, with("b", other).find(CD).orElseThrow().path("cycles").asInt());
    assertEquals(line(CD, 8), Files.readString(other));
    assertTrue(with("b").find(CD).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void passesOverALineThatAKillHasCutOrThatWasEdited(boolean isCut) throws IOException {
    String damaged = isCut ? line(CD, 8).substring(0, 30) : line(CD, 8).replace(":8}", ":9}");
    lines(line(AB, 7), damaged);

    assertTrue(with("b").find(AB).isPresent());
    assertTrue(with("b").find(CD).isEmpty());
    assertEquals(file + ": damaged lines skipped: 1", notices.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"results\":6,"})
  void theNextLineFollowsTheLastWholeOne(String cut) throws IOException {
    String whole = line(AB, 7);
    lines(cut.isEmpty() ? whole.stripTrailing() : whole + cut);

    with("b").store(CD, Json.object().put("cycles", 8));

    assertEquals(whole + line(CD, 8), Files.readString(file));
  }

  @Test
  void countsEqualResultsOnceWhateverMadeThem() throws IOException {
    String made = line(AB, 7).replace("\"made\":{}", "\"made\":{\"cpuSeconds\":7.5}");
    lines(line(AB, 7), made, line(AB, 7));

    assertEquals(7, with("b").find(AB).orElseThrow().path("cycles").asInt());
    assertEquals(List.of(), notices);
  }

  @Test
  void refusesResultsThatContradictEachOther() throws IOException {
    lines(line(AB, 7), line(CD, 8), line(AB, 9));

    var refusal = assertThrows(InvalidInputException.class, () -> with("b"));

    String found = ":3: found different results of A/B than in " + file + ":1, allowed: the same;";
    assertEquals(file + found + " delete the wrong line", refusal.getMessage());
  }

  @Test
  void leavesResultsOfAnotherVersionOutAndSaysSo() throws IOException {
    lines(line(AB, 7).replace("{\"results\":" + ResultsVersion.CURRENT, "{\"results\":1"));

    assertTrue(with("b").find(AB).isEmpty());
    String skipped = ": lines skipped for a results version other than ";
    assertEquals(List.of(file + skipped + ResultsVersion.CURRENT + ": 1"), notices);
  }

  @Test
  void goesOnWhenTheFileCannotBeWrittenAndSaysSoOnce() throws IOException {
    file = Files.createFile(folder.resolve("no-folder")).resolve("runs.jsonl");

    RunStore store = with("a");
    store.store(AB, Json.tree(RUN));
    store.store(CD, Json.tree(RUN));

    assertTrue(store.find(CD).isPresent());
    assertEquals(1, notices.size(), notices.toString());
    assertTrue(notices.get(0).startsWith(file + ": cannot be written ("), notices.get(0));
  }

  @Test
  void refusesAFileOfSomethingElse() throws IOException {
    lines("# Notes\n", "{\"stp\":1}\n");

    var refusal = assertThrows(InvalidInputException.class, () -> with("b"));

    assertTrue(refusal.getMessage().startsWith(file + ": holds no results"), "" + refusal);
  }

  @Test
  void isWrittenByTwoAtOnceLineByLine() throws IOException, InterruptedException {
    RunStore one = with("a");
    RunStore two = with("a");
    Thread beside = new Thread(() -> storeOddOrEven(two, 1));

    beside.start();
    storeOddOrEven(one, 0);
    beside.join();

    assertEquals(200, Files.readAllLines(file).size());
    RunStore all = with("b");
    assertTrue(IntStream.range(0, 200).allMatch(i -> all.find(key(i)).isPresent()));
    assertEquals(List.of(), notices);
  }

  private static RunKey key(int number) {
    return new RunKey("run " + number, "A/B");
  }

  private static void storeOddOrEven(RunStore store, int first) {
    for (int i = first; i < 200; i += 2) {
      store.store(key(i), Json.object().put("i", i));
    }
  }
}
