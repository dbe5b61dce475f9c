package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyedLogTest {
  private static final String LONG = "ü".repeat(100_000); // more than what is read at a time

  @TempDir private Path folder;
  private Path file;
  private KeyedLog log;

  @BeforeEach
  void writeThreeLines() throws IOException {
    file = folder.resolve("log.jsonl");
    log = new KeyedLog(file);
    for (String value : List.of("first", LONG, "last")) {
      log.append(Json.object().put("a", value));
    }
  }

  private List<String> values() throws IOException {
    return log.read().stream()
        .map(line -> line.content().map(content -> content.path("a").asText()).orElse("damaged"))
        .toList();
  }

  @Test
  void readsLinesOfAnyLength() throws IOException {
    assertEquals(List.of("first", LONG, "last"), values());
  }

  @Test
  void readsOnlyWhatHasCome() throws IOException {
    values();
    log.append(Json.object().put("a", "new"));

    List<KeyedLog.Line> come = log.read();

    assertEquals(1, come.size());
    assertEquals(4, come.get(0).number());
    assertEquals(List.of(), log.read());
  }

  @Test
  void givesALastLineWithoutItsFeedAgain() throws IOException {
    Files.writeString(file, "{\"a\":\"cut", StandardOpenOption.APPEND);
    assertEquals(List.of("first", LONG, "last", "damaged"), values());

    Files.writeString(file, " no more\"}\n", StandardOpenOption.APPEND);
    assertEquals(List.of("cut no more"), values());
  }

  @Test
  void cutsOffALongLineThatIsNotWhole() throws IOException {
    long size = Files.size(file);
    Files.writeString(file, "{\"a\":\"" + LONG + LONG, StandardOpenOption.APPEND);

    log.append(Json.object().put("a", "new"));

    assertEquals(size + "{\"a\":\"new\"}\n".length(), Files.size(file));
    assertEquals(List.of("first", LONG, "last", "new"), values());
  }
}
