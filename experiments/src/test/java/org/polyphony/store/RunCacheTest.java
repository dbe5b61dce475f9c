package org.polyphony.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCacheTest {
  @TempDir private Path folder;

  @Test
  void findsWhatItHasKept() {
    RunCache cache = new RunCache(folder);

    assertTrue(cache.find("ab").isEmpty());
    assertTrue(cache.store("ab", Json.object().put("cycles", 7)));
    assertEquals(7, cache.find("ab").orElseThrow().path("cycles").asInt());
  }

  @Test
  void takesADamagedEntryAsAbsent() throws IOException {
    RunCache cache = new RunCache(folder);
    cache.store("ab", Json.object().put("cycles", 7));
    Files.writeString(folder.resolve("runs/ab.json"), "{\"key\": \"ab\", \"res");

    assertTrue(cache.find("ab").isEmpty());
  }

  @Test
  void isNoErrorWhenItCannotBeWritten() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertFalse(new RunCache(file).store("ab", Json.object()));
  }

  @Test
  void takesAnEditedEntryAsAbsent() throws IOException {
    RunCache cache = new RunCache(folder);
    cache.store("ab", Json.object().put("cycles", 7).put("share", 1e-5));
    assertTrue(cache.find("ab").isPresent());
    Path file = folder.resolve("runs/ab.json");
    Files.writeString(file, Files.readString(file).replace("\"cycles\": 7", "\"cycles\": 8"));

    assertTrue(cache.find("ab").isEmpty());
  }
}
