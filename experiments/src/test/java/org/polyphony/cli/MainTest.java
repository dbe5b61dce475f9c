package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private static final Path NO_CACHE = Path.of("no-cache");

  @Test
  void printsUsageWhenNoSubcommandIsGiven() {
    CommandRun run = CommandRun.refused(NO_CACHE);

    assertEquals(0, run.exitCode());
    assertTrue(run.out().startsWith("Usage: polyphony"), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "rnu | 'rnu';did you mean 'run'?",
        "run e.json --quite | '--quite';did you mean '--quiet'?",
        "list workload | workload;workloads",
        "describe gtx98 | gtx98;gtx980",
        "reproduce nois | nois;noise",
        "run | CONFIG",
        "run e.json --ipc-window x | x",
        "run e.json --ipc-window 0 | --ipc-window;found 0;1 or more",
      })
  void refusesWhatIsMisspelledOrMissing(String words, String parts) {
    CommandRun.refused(NO_CACHE, words.split(" ", -1)).assertBadInput(parts.split(";", -1));
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
}
