package org.polyphony.store;

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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.store.AloneCache.AloneRun;

class AloneCacheTest {
  private static final AloneRun RUN = new AloneRun(100, 30, 900, true);
  private static final String KEY = Sha256.hex("a run");
  @TempDir private Path folder;

  @Test
  void findsWhatWasStored() {
    AloneCache cache = new AloneCache(folder);

    assertTrue(cache.store(KEY, RUN));

    assertEquals(Optional.of(RUN), cache.find(KEY));
    assertEquals(Optional.empty(), cache.find(Sha256.hex("another run")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"schemaVersion\": 1, \"cycles\": 5}", "\0\0\0"})
  void takesACorruptEntryAsAbsentAndReplacesIt(String content) throws IOException {
    AloneCache cache = new AloneCache(folder);
    cache.store(KEY, RUN);
    Files.writeString(folder.resolve("alone").resolve(KEY + ".json"), content);

    assertEquals(Optional.empty(), cache.find(KEY));

    cache.store(KEY, RUN);
    assertEquals(Optional.of(RUN), cache.find(KEY));
  }

  @Test
  void saysThatItCannotStoreInPlaceOfFailing() throws IOException {
    Path file = Files.createFile(folder.resolve("a-file"));

    assertFalse(new AloneCache(file).store(KEY, RUN));
  }

  @Test
  void liesWhereTheEnvironmentSays() {
    assertEquals(Path.of("/c"), CacheFolder.of(Map.of("POLYPHONY_CACHE", "/c")));
    assertEquals(Path.of("/x/polyphony"), CacheFolder.of(Map.of("XDG_CACHE_HOME", "/x")));
  }

  @Test
  void takesAnEditedEntryAsAbsent() throws IOException {
    AloneCache cache = new AloneCache(folder);
    cache.store(KEY, RUN);
    Path file = folder.resolve("alone").resolve(KEY + ".json");
    Files.writeString(file, Files.readString(file).replace("\"cycles\": 100", "\"cycles\": 10"));

    assertEquals(Optional.empty(), cache.find(KEY));
  }

  @Test
  void takesTheEntryOfAnotherRunAsAbsent() throws IOException {
    AloneCache cache = new AloneCache(folder);
    cache.store(KEY, RUN);
    String other = Sha256.hex("another run");
    Path alone = folder.resolve("alone");
    Files.copy(alone.resolve(KEY + ".json"), alone.resolve(other + ".json"));

    assertEquals(Optional.empty(), cache.find(other));
  }

  @Test
  void warnsOnceOfAFolderThatCannotBeWritten() throws IOException {
    Path file = Files.createFile(folder.resolve("a-file"));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream err = System.err;
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      new AloneCache(file).store(KEY, RUN);
      new RunCache(file).store(KEY, Json.object());
    } finally {
      System.setErr(err);
    }
    String warning = said.toString(UTF_8);
    assertEquals(1, warning.lines().count(), warning);
    assertTrue(warning.startsWith("polyphony: warning: nothing is kept for later runs"), warning);
    assertTrue(warning.contains("POLYPHONY_CACHE"), warning);
  }

  @Test
  void refusesAFolderThatTheSystemCannotName() {
    InvalidInputException refused =
        assertThrows(
            InvalidInputException.class,
            () -> CacheFolder.of(Map.of("POLYPHONY_CACHE", "/c\0"))); // as é in LC_ALL=C
    assertTrue(refused.getMessage().startsWith("POLYPHONY_CACHE: "), refused.getMessage());
  }
}
