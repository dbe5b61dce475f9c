package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.KeyedLog;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepStatus;

class StatusCommandTest {
  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void beginASweepOfFourRuns() throws IOException {
    Files.createDirectory(folder.at("runs"));
    folder.json("sweep.json", "{'digest': 'a'}");
    folder.write(
        "config.json",
        """
        { "base": { "workloads": ["BS", "LC"] }, "variants": [
          { "name": "a", "set": { "seed": 1 } }, { "name": "b", "set": { "seed": 2 } },
          { "name": "c", "set": { "seed": 3 } }, { "name": "d", "set": { "seed": 4 } } ] }
        """);
  }

  private String settings(String id) {
    SweepFile sweep = SweepFolder.existing(folder.at("")).sweep();
    SweepFile.Run run = sweep.runs().stream().filter(r -> r.id().equals(id)).findFirst().get();
    return sweep.settingsDigest(run.axes());
  }

  private void end(String id, int second, String more) throws IOException {
    ObjectNode line = Json.object().put("endedMillis", START.plusSeconds(second).toEpochMilli());
    line.put("settings", settings(id))
        .set("result", Json.parse("{\"run\":\"" + id + "\"" + more + "}"));
    new KeyedLog(folder.at("runs/1-of-2.jsonl")).append(line);
  }

  private SweepStatus status(int second) {
    return SweepStatus.of(folder.at(""), START.plusSeconds(second));
  }

  @Test
  void countsRunsThatAreDoneFailedAndLeft() throws IOException {
    end("a", 10, "");
    end("c", 30, ",\"error\":\"no progress\"");

    CommandRun run = folder.refused("status ./");

    run.shows();
    assertTrue(run.out().startsWith("1 of 4 runs done, 1 failed, 2 left; "), run.out());
    assertTrue(run.out().contains("failed: c"), run.out());
  }

  @Test
  void nothingTellsTheTimeLeftWhileNoProcessRunsOrWhenAllIsDone() throws IOException {
    end("a", 10, "");
    end("b", 30, "");

    assertEquals(Optional.empty(), status(35).left());
    assertEquals(Optional.of(Duration.ofSeconds(5)), status(35).sinceLast());
    end("c", 40, "");
    end("d", 40, "");
    assertEquals("4 of 4 runs done, 0 failed, 0 left\n", folder.refused("status ./").out());
  }

  /** As a process writes it; of b the rest is half a run, of c most. */
  private void tell(String part, Instant at) throws IOException {
    Files.writeString(
        folder.at("runs/" + part + ".progress"),
        "{\"writtenMillis\":"
            + at.toEpochMilli()
            + ",\"warpInstructionsPerSecond\":1500000.0,\"secondsLeft\":90.0,\"running\":["
            + "{\"run\":\"b\",\"share\":0.5},{\"run\":\"alone for c\",\"share\":0.25}]}");
  }

  @Test
  void countsWhatIsDoneOfRunningRuns() throws IOException {
    end("a", 10, "");
    tell("1-of-1", START.plusSeconds(34));

    SweepStatus status = status(35);

    assertEquals(Optional.of(Duration.ofSeconds(90)), status.left());
    assertEquals((1 + 0.5) / 4, status.share(), 1e-12);
    assertEquals(List.of("b 50%", "alone for c 25%"), StatusCommand.running(status));
    assertEquals(
        "1 of 4 runs done, 0 failed, 3 left; 37.5% of all, 1.50 M warp instructions/s; about 90 s"
            + " left; the last finished 25 s ago",
        StatusCommand.words(status));
  }

  @Test
  void addsUpWhatSeveralProcessesTell() throws IOException {
    tell("1-of-2", START);
    tell("2-of-2", START);

    SweepStatus status = status(0);

    assertEquals(3e6, status.warpInstructionsPerSecond());
    assertEquals(4, status.running().size());
  }

  @Test
  void aRunThatHasEndedNoLongerRuns() throws IOException {
    end("b", 10, "");
    tell("1-of-1", START);

    assertEquals(1, status(0).running().size());
  }

  @Test
  void believesNoProgressThatAKilledProcessLeft() throws IOException {
    tell("1-of-1", START);

    SweepStatus lives = status(15);
    SweepStatus killed = status(16);

    assertEquals(2, lives.running().size());
    assertEquals(
        "0 of 4 runs done, 0 failed, 4 left; killed 16 s ago", StatusCommand.words(killed));
    assertEquals(0, killed.share());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "7", "{\"running\": 5}", "{\"writtenMillis\": \"x\"}"})
  void ignoresDamagedProgress(String text) throws IOException {
    folder.write("runs/1-of-1.progress", text);

    CommandRun run = folder.refused("status ./");

    run.shows();
    assertTrue(run.out().startsWith("0 of 4 runs done, 0 failed, 4 left"), run.out());
  }

  @Test
  void refusesWhatIsNoFolderOfASweep() throws IOException {
    folder.write("run/summary.json", "{}");

    folder.refused("status ./run").assertBadInput("the results of a run", "the folder of a sweep");
    folder.refused("status ./none").assertBadInput("none: missing", "the folder of a sweep");
  }
}
