package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.run.Repeats;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.text.MetricDefinitions;

class RepeatedRunTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeAPair() throws IOException {
    folder.json(
        "pair.json",
        """
        { 'gpu': { 'extends': 'gtx980', 'sms': 2 }, 'instructionBudget': 30000,
          'workloads': ['sample-saxpy', 'sample-gather'] }
        """);
  }

  /** Each result has a cache of its own. */
  private CommandRun run(String out, String more) {
    return CommandRun.of(
        new GpuSimulation(),
        folder.at("cache of " + out),
        folder.arguments("run ./pair.json --quiet --out ./" + out + " " + more));
  }

  private JsonNode json(String file) throws IOException {
    return folder.tree(file);
  }

  /** Returns all files of a folder, its summaries without how long they took. */
  private Map<String, String> files(String out) throws IOException {
    Map<String, String> files = new TreeMap<>();
    Path root = folder.at(out);
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(RepeatedRunTest::isResult).toList()) {
        String text = Files.readString(file);
        if (file.endsWith("summary.json")) {
          text = ((ObjectNode) Json.parse(text)).without("host").toString();
        }
        files.put(root.relativize(file).toString(), text);
      }
    }
    return files;
  }

  /** Hidden files say what is ours, and hold the folder. */
  private static boolean isResult(Path file) {
    return Files.isRegularFile(file) && !file.getFileName().toString().startsWith(".");
  }

  @Test
  void givesTheSameBytesWithOneWorkerAndWithTwo() throws IOException {
    CommandRun one = run("one", "--repeat 5 --jobs 1");
    CommandRun two = run("two", "--repeat 5 --jobs 2");

    assertEquals(0, one.exitCode(), one.err());
    assertEquals(0, two.exitCode(), two.err());
    assertEquals(files("one"), files("two"));
  }

  @Test
  void aSeedsFolderIsWhatARunWithThatSeedWrites() throws IOException {
    run("all", "--repeat 3");
    run("three", "--set seed=3");
    run("one", "");

    assertEquals(files("three"), files("all/seed-3"));
    Map<String, String> first = files("all");
    first.keySet().removeIf(name -> name.startsWith("seed-") || name.equals(Repeats.FILE));
    assertEquals(files("one"), first);
  }

  @Test
  void beginsAtTheSeedOfTheConfig() throws IOException {
    run("out", "--repeat 2 --set seed=7");

    assertEquals("[7,8]", json("out/repeats.json").get("seeds").toString());
    assertEquals(7, json("out/summary.json").get("seed").asInt());
    assertEquals(8, json("out/seed-8/summary.json").get("seed").asInt());
  }

  @Test
  void meansAreOfTheSummariesOfTheSeeds() throws IOException {
    CommandRun run = run("out", "--repeat 2");

    double first = json("out/summary.json").get("stp").asDouble();
    double second = json("out/seed-2/summary.json").get("stp").asDouble();
    JsonNode stp = json("out/repeats.json").get("stp");
    assertEquals((first + second) / 2, stp.get("mean").asDouble(), 1e-5);
    // of two values: t of 1 degree of freedom, 12.7062, times half their distance
    double half = 12.7062 * Math.abs(first - second) / 2;
    assertEquals((first + second) / 2 + half, stp.get("high").asDouble(), 1e-4);
    assertTrue(run.out().startsWith("means over seeds 1 to 2 with 95% intervals\n"), run.out());
    assertTrue(run.out().contains("smk-even  "), run.out());
  }

  @Test
  void repeatsOtherPoliciesBesideIt() throws IOException {
    CommandRun run = run("out", "--repeat 2 --beside spatial-even");

    run.shows();
    assertEquals("spatial-even", json("out-spatial-even/repeats.json").get("policy").asText());
    assertEquals(2, json("out-spatial-even/seed-2/summary.json").get("seed").asInt());
    List<String> rows = run.out().lines().filter(line -> line.contains(" to ")).skip(1).toList();
    assertEquals(2, rows.size(), run.out());
    assertTrue(rows.get(1).startsWith("spatial-even  "), run.out());
  }

  @Test
  void aLaterRunReplacesAllSeeds() throws IOException {
    run("out", "--repeat 3");
    folder.write("out/seed-3/notes.txt", "mine");

    run("out", "");

    assertFalse(folder.has("out/repeats.json"));
    assertFalse(folder.has("out/seed-2"));
    assertEquals(Set.of("notes.txt"), files("out/seed-3").keySet());
  }

  @Test
  void refusesFewerThanOneSeed() {
    run("out", "--repeat 0").assertBadInput("--repeat", "found 0", "allowed: 1 or more");
    run("out", "--jobs 0").assertBadInput("--jobs", "found 0", "allowed: 1 or more");
  }

  @Test
  void saysWhichSeedFailed() {
    CommandRun run =
        folder.on(
            (spec, watcher) -> {
              throw new SimulationFailure("no progress in cycle 7", "", null);
            },
            "run ./pair.json --repeat 2 --quiet --out ./out");

    assertEquals(1, run.exitCode());
    assertEquals(
        "polyphony: seed 1 under smk-even: no progress in cycle 7; see "
            + folder.at("out/failure.txt\n"),
        run.err());
  }

  @Test
  void anInterruptLeavesTheSeedsThatHaveEnded() {
    StopFlag stop = new StopFlag();
    stop.request();

    CommandRun run =
        CommandRun.until(
            stop,
            new GpuSimulation(),
            folder.at("cache"),
            folder.arguments("run ./pair.json --repeat 2 --quiet --out ./out"));

    assertEquals(
        "interrupted: 0 of 2 runs finished; results in " + folder.at("out") + "\n", run.out());
    assertFalse(folder.has("out/repeats.json"));
  }

  @Test
  void holdsExactlyTheMetricsThatTheReferenceDefines() throws IOException {
    run("out", "--repeat 2");

    assertEquals(
        new TreeSet<>(MetricDefinitions.names("repeats.json")),
        MetricDefinitions.paths(json("out/repeats.json"), Set.of()));
    assertArrayEquals(
        new String[] {"config.json", "decisions.csv"},
        files("out").keySet().stream().limit(2).toArray());
  }
}
