package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  private static final Path NO_CACHE = Path.of("no-cache");

  @Test
  void printsUsageWhenNoSubcommandIsGiven() {
    CommandRun run = CommandRun.refused(NO_CACHE);

    assertEquals(0, run.exitCode());
    assertTrue(run.out().startsWith("Usage: polyphony"), run.out());
  }

  @Test
  void offersTheNearestCommand() {
    CommandRun.refused(NO_CACHE, "rnu").assertBadInput("'rnu'", "did you mean 'run'?");
  }

  @Test
  void offersTheNearestOption() {
    CommandRun.refused(NO_CACHE, "run", "e.json", "--quite")
        .assertBadInput("'--quite'", "did you mean '--quiet'?");
  }

  @Test
  void offersTheNearestName() {
    CommandRun.refused(NO_CACHE, "list", "workload").assertBadInput("workload", "workloads");
    CommandRun.refused(NO_CACHE, "describe", "gtx98").assertBadInput("gtx98", "gtx980");
    CommandRun.refused(NO_CACHE, "reproduce", "nois").assertBadInput("nois", "noise");
  }

  @Test
  void everyNameThatAListHasIsDescribed(@TempDir Path cache) {
    for (String kind :
        List.of("gpus", "policies", "schedulers", "preemptions", "parts", "machines")) {
      String lines = CommandRun.refused(cache, "list", kind).out();
      for (String line : lines.lines().skip(1).toList()) {
        String name = line.substring(0, line.indexOf(' '));
        CommandRun run = CommandRun.refused(cache, "describe", name);
        assertTrue(run.exitCode() == 0 && run.out().contains(name), kind + " " + name + run.err());
      }
    }
  }

  @Test
  void theSchedulersOfAHostAreListedAfterThoseOfTheDevice() {
    String lines = CommandRun.refused(NO_CACHE, "list", "schedulers").out();

    assertTrue(lines.indexOf("warpScheduler: ") < lines.indexOf("host scheduler: "), lines);
    assertTrue(lines.lines().anyMatch(line -> line.startsWith("mgb-alg3 ")), lines);
  }

  @Test
  void refusesAMissingParameter() {
    CommandRun.refused(NO_CACHE, "run").assertBadInput("CONFIG");
    CommandRun.refused(NO_CACHE, "run", "e.json", "--ipc-window", "x").assertBadInput("x");
    CommandRun.refused(NO_CACHE, "run", "e.json", "--ipc-window", "0")
        .assertBadInput("--ipc-window", "found 0", "1 or more");
  }
}
