package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.store.Json;
import org.polyphony.store.KeyedLog;
import org.polyphony.sweep.SweepStatus;

class StatusCommandTest {
  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
  @TempDir private Path folder;

  @BeforeEach
  void beginASweepOfFourRuns() throws IOException {
    Files.createDirectory(folder.resolve("runs"));
    Files.writeString(folder.resolve("sweep.json"), "{\"runs\":[\"a\",\"b\",\"c\",\"d\"]}");
  }

  private void end(String id, int second, String more) throws IOException {
    ObjectNode line = Json.object().put("endedMillis", START.plusSeconds(second).toEpochMilli());
    line.set("result", Json.parse("{\"run\":\"" + id + "\"" + more + "}"));
    new KeyedLog(folder.resolve("runs/1-of-2.jsonl")).append(line);
  }

  private CommandRun status(Path path) {
    return CommandRun.refused(folder.resolve("cache"), "status", path.toString());
  }

  @Test
  void countsRunsThatAreDoneFailedAndLeft() throws IOException {
    end("a", 10, "");
    end("c", 30, ",\"error\":\"no progress\"");

    CommandRun run = status(folder);

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("1 of 4 runs done, 1 failed, 2 left; about "), run.out());
    assertTrue(run.out().contains("failed: c"), run.out());
  }

  @Test
  void theTimeLeftFollowsFromThePaceOfTheRunsThatEnded() throws IOException {
    end("a", 10, "");
    end("b", 30, ""); // 20 s after the one before; two are left

    SweepStatus status = SweepStatus.of(folder, START.plusSeconds(35));

    assertEquals(Optional.of(Duration.ofSeconds(40)), status.left());
    assertEquals(Optional.of(Duration.ofSeconds(5)), status.sinceLast());
  }

  @Test
  void oneRunTellsNoPace() throws IOException {
    end("a", 10, "");

    assertEquals(Optional.empty(), SweepStatus.of(folder, START.plusSeconds(35)).left());
  }

  @Test
  void aSweepThatIsOverHasNoTimeLeft() throws IOException {
    for (String id : List.of("a", "b", "c", "d")) {
      end(id, 1, "");
    }

    assertEquals("4 of 4 runs done, 0 failed, 0 left\n", status(folder).out());
  }

  @Test
  void refusesTheResultsOfARun() throws IOException {
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(run.resolve("summary.json"), "{}");

    status(run).assertBadInput("the results of a run", "the folder of a sweep");
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    status(folder.resolve("none")).assertBadInput("none", "no results", "the folder of a sweep");
  }
}
