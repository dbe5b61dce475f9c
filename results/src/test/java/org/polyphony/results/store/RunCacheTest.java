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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;

class RunCacheTest {
  private static final AloneRun RUN = new AloneRun(100, 30, 900, true);
  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void nameTheLog() {
    log = folder.resolve("results-" + Sha256.hex("a").substring(0, 16) + ".jsonl");
  }

  private Optional<AloneRun> find(String key) {
    return new RunCache(folder, "a").find(key).map(AloneRun::of);
  }

  private void edit(String text, String other) throws IOException {
    Files.writeString(log, Files.readString(log).replace(text, other));
  }

  @Test
  void findsWhatAnyProcessHasKept() {
    RunCache other = new RunCache(folder, "a");
    assertTrue(other.find("ab").isEmpty());

    assertTrue(new RunCache(folder, "a").store("ab", RUN.json()));

    assertEquals(Optional.of(RUN), other.find("ab").map(AloneRun::of));
    assertTrue(other.find("cd").isEmpty());
  }

  @Test
  void readsNothingOfAnotherBuildAndForgetsItAfterTwoMonths() throws IOException {
    new RunCache(folder, "a").store("ab", RUN.json());
    assertTrue(new RunCache(folder, "b").find("ab").isEmpty());
    Files.setLastModifiedTime(log, FileTime.from(Instant.now().minus(Duration.ofDays(61))));

    new RunCache(folder, "b").store("cd", RUN.json());

    assertFalse(Files.exists(log));
  }

  @Test
  void keepsNumbersAsTheyAre() {
    new RunCache(folder, "a").store("ab", Json.object().put("share", 1e-5));

    assertEquals(1e-5, new RunCache(folder, "a").find("ab").orElseThrow().path("share").asDouble());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]\n", "{\"key\": \"ab\", \"result\": {}}\n", "\0\0\0"})
  void takesADamagedLineAsAbsentAndReplacesIt(String line) throws IOException {
    Files.writeString(log, line);
    assertEquals(Optional.empty(), find("ab"));

    new RunCache(folder, "a").store("ab", RUN.json());

    assertEquals(Optional.of(RUN), find("ab"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"cycles\":10", "\"key\":\"cd\""})
  void takesAnEditedLineAsAbsent(String edited) throws IOException {
    new RunCache(folder, "a").store("ab", RUN.json());
    edit("\"cycles\":100", edited);
    edit("\"key\":\"ab\"", edited);

    assertEquals(Optional.empty(), find("ab"));
    assertEquals(Optional.empty(), find("cd"));
  }

  @Test
  void losesNoOtherLineWithOneThatAKillHasCut() throws IOException {
    new RunCache(folder, "a").store("ab", RUN.json());
    Files.writeString(log, "{\"key\":\"cd\",", StandardOpenOption.APPEND);

    new RunCache(folder, "a").store("ef", RUN.json());

    assertEquals(Optional.of(RUN), find("ab"));
    assertEquals(Optional.of(RUN), find("ef"));
    assertEquals(2, Files.readAllLines(log).size());
  }

  @Test
  void keepsInMemoryAndWarnsOnceWhenTheFolderCannotBeWritten() throws IOException {
    RunCache cache = new RunCache(Files.createFile(folder.resolve("a-file")), "a");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream err = System.err;
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      assertFalse(cache.store("ab", RUN.json()));
      assertFalse(cache.store("cd", RUN.json()));
    } finally {
      System.setErr(err);
    }

    assertEquals(Optional.of(RUN), cache.find("ab").map(AloneRun::of));
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

    assertTrue(new RunCache(own, "a").store("ab", RUN.json()));

    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own)));
  }

  @Test
  void refusesAFolderThatAllMayWriteTo() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    String message =
        assertThrows(InvalidInputException.class, () -> new RunCache(folder, "a")).getMessage();

    assertTrue(message.contains(folder + ", a folder writable by all"), message);
  }
}
