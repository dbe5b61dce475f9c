package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;

class ReproducePairsTest {
  @TempDir private Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private CommandRun reproduce(String cache, String... more) {
    return reproduce(1, cache, more);
  }

  private CommandRun reproduce(int pairs, String cache, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "reproduce", "fig11", "--pairs", pairs + "", "--cycles", "1000", "--jobs", "1"));
    args.addAll(List.of("--benchmark", "BP", "--benchmark", "HS", "--out", at("out")));
    args.addAll(List.of(more));
    return CommandRun.of(
        (request, watcher) -> Fixtures.result(request, false),
        folder.resolve(cache),
        args.toArray(String[]::new));
  }

  @Tag("slow")
  @Test
  void keepsRunsInAFileThatAnotherMachineTakesUp() throws IOException {
    CommandRun first = reproduce("cache", "--results", at("runs.jsonl"));
    CommandRun second = reproduce("other-cache", "--results", at("runs.jsonl"));

    assertEquals(0, first.exitCode(), first.err());
    assertEquals(0, second.exitCode(), second.err());
    assertEquals("fig11: 3 of 3 runs are in " + at("runs.jsonl") + "\n", second.err());
    assertEquals(7, Files.readAllLines(folder.resolve("runs.jsonl")).size());
  }

  @Test
  void refusesOneBenchmarkForAFigureAboutPairs() {
    CommandRun run =
        CommandRun.of(
            (request, watcher) -> Fixtures.result(request, false),
            folder.resolve("cache"),
            "reproduce",
            "fig11",
            "--benchmark",
            "BS",
            "--benchmark",
            "BS");

    assertEquals(2, run.exitCode());
    assertEquals(
        "polyphony: --benchmark: found BS only, allowed: two or more in a figure about pairs\n",
        run.err());
  }

  @Tag("slow")
  @Test
  void runsTheFirstPairsWithSeveralSeeds() {
    CommandRun run = reproduce(3, "cache", "--repeat", "2", "--benchmark", "LC");
    CommandRun few =
        reproduce(3, "few", "--repeat", "2", "--repeat-pairs", "1", "--benchmark", "LC");

    assertTrue(run.out().contains("3 pairs (2 seeds each)"), run.out());
    assertTrue(few.out().contains("3 pairs (1 with 2 seeds, 2 with 1)"), few.out());
  }

  @Test
  void refusesSeedsThatAreNoneOrOfFiguresThatRunNoPairs() {
    reproduce("cache", "--repeat", "0").assertBadInput("--repeat", "found 0", "1 or more");
    reproduce("cache", "--repeat-pairs", "0")
        .assertBadInput("--repeat-pairs", "found 0", "1 or more");
    CommandRun.refused(folder, "reproduce", "table3", "--repeat", "3")
        .assertBadInput("--repeat: found table3, allowed: figures about pairs");
  }

  @Test
  void refusesToKeepRunsWhereTheFigureWritesItsOwn() {
    reproduce("cache", "--results", at("out/results.jsonl"))
        .assertBadInput("--results", "a file other than the one that the figure itself writes");
  }
}
