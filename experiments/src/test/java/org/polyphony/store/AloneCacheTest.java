package org.polyphony.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
}
