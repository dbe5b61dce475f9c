package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Sha256;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Build;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.text.MetricDefinitions;

class SweepCommandTest {
  private final AtomicInteger sharedRuns = new AtomicInteger();
  private final List<String> aloneRuns = Collections.synchronizedList(new ArrayList<>());
  @RegisterExtension private final CommandFolder folder = new CommandFolder();
  private boolean breaks;

  /** A device that runs at once, a little longer for each seed. */
  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    if (spec.workloads().size() > 1) {
      sharedRuns.incrementAndGet();
      if (breaks && spec.seed() == 2) {
        throw new SimulationFailure("no progress in cycle 7", "", null);
      }
    } else {
      String name = spec.workloads().get(0).name() + " " + spec.seed();
      aloneRuns.add(name + (sharedRuns.get() == 0 ? "" : " too late"));
    }
    return Fixtures.result(spec, false, 100L * spec.workloads().size() + spec.seed());
  }

  @BeforeEach
  void writeASweepOfTwelveRuns() throws IOException {
    folder.write(
        "s.json",
        """
        { "base": { "gpu": "gtx980" }, // no workloads: an axis has them
          "axes": { "workloads": {"pairs-of": ["sample-saxpy", "sample-gather", "sample-sgemm"]},
                    "policy": ["smk-even", {"name": "smk-fixed", "threadShares": [0.5, 0.5]}],
                    "seed": [1, 2] } }
        """);
  }

  @Test
  void writesMeansOverTheSeedsOfEachPoint() throws IOException {
    sweep("out");

    List<String> rows = folder.lines("out/repeats.csv");
    assertEquals(1 + 6, rows.size());
    assertTrue(
        rows.get(0).startsWith("axes.workloads,axes.policy,seeds,cycles.mean,cycles.low,"),
        rows.get(0));
    // 201 and 202 cycles: t of 1 degree of freedom is 12.7062, half the interval 12.7062 / 2
    assertTrue(rows.get(1).contains(",smk-even,2,201.5,195.147,207.853,"), rows.get(1));
  }

  @Test
  void runsEachPointWithConsecutiveSeeds() throws IOException {
    folder.replace("s.json", "\"seed\": [1, 2]", "\"gpu.sms\": [2]");
    folder.replace("s.json", "\"axes\"", "\"repeats\": 3, \"axes\"");

    CommandRun dry = sweep("out", "--dry-run");
    sweep("out");

    assertTrue(dry.out().contains("18 runs (3 seeds of each setting), no estimate: "), dry.out());
    assertEquals(18, folder.lines("out/results.jsonl").size());
    assertTrue(folder.lines("out/repeats.csv").get(1).contains(",2,3,202.0,"));
  }

  @Test
  void writesTheSameBytesWhateverTheNumberOfJobs() throws IOException {
    assertEquals(0, sweep("one", "--jobs", "1").exitCode());
    assertEquals(0, sweep("four", "--jobs", "4").exitCode());

    assertEquals(12, lines("one").size());
    assertSameResults("one", "four");
  }

  /** Two runs of the same experiment, whose warning is said once. */
  @Test
  void warnsAsASingleRunDoes() throws IOException {
    folder.write(
        "app.json", "{\"schemaVersion\": 1, \"name\": \"app\", \"phases\": [{\"allocate\": 5}]}");
    folder.write(
        "s.json",
        """
        { "base": { "machine": "k20m-server", "jobs": [{"application": "app.json"}],
                    "schedulers": [{"name": "schedgpu", "implicit": false}] },
          "axes": { "jobs[0].count": [1, 2] } }
        """);

    CommandRun run = sweep("out");

    run.shows();
    String warning =
        "polyphony: warning: schedgpu-fifo does not manage the memory of app, which allocates"
            + " without reserving";
    assertEquals(1, run.err().lines().filter(warning::equals).count(), run.err());
  }

  /** The first run goes on until its progress can be seen. */
  @Test
  void tellsOtherProcessesHowFarItsRunsAreUntilItEnds() throws IOException {
    String half = "      \"share\": 0.5";
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Path file = folder.at("out/runs/1-of-1.progress");
    Simulation slow =
        (spec, watcher) -> {
          for (int i = 0; !told.contains(half) && i < 200; i++) {
            watcher.shouldContinue(0.5, 100, 1000);
            pause();
            told.addAll(read(file));
          }
          return simulate(spec, watcher);
        };

    sweep("whole");
    OutputFolder.remove(folder.at("cache"));
    CommandRun run = sweep(slow, "out", "--jobs", "1");

    run.shows();
    assertTrue(told.contains(half), told.toString());
    assertFalse(Files.exists(file));
    assertSameResults("whole", "out");
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void runsEachWorkloadAloneOnceAndFirst() {
    sweep("out", "--jobs", "1");

    assertEquals(
        List.of("gather 1", "gather 2", "saxpy 1", "saxpy 2", "sgemm 1", "sgemm 2"),
        aloneRuns.stream().sorted().toList());
  }

  @Test
  void repeatsNoAloneRunWhenTheCacheCannotBeWritten() throws IOException {
    String log = "results-" + Sha256.hex(Build.id()).substring(0, 16) + ".jsonl";
    Files.createDirectories(folder.at("cache").resolve(log)); // in the way

    sweep("out", "--jobs", "1");

    assertEquals(6, aloneRuns.size());
    assertEquals(12, lines("out").size());
  }

  @Test
  void findsRunsThatAnotherSweepHasMade() throws IOException {
    sweep("first");
    sharedRuns.set(0);

    sweep("second");

    assertEquals(0, sharedRuns.get());
    assertSameResults("first", "second");
  }

  @Test
  void goesOnWhereItWasInterrupted() throws IOException {
    sweep("whole");
    sweep("part");
    sharedRuns.set(0);
    OutputFolder.remove(folder.at("cache"));
    List<String> runs = new ArrayList<>(folder.lines("part/runs/1-of-1.jsonl"));
    runs.remove(3);
    runs.set(10, runs.get(10).substring(0, 40)); // a disk that lost the rest
    folder.write("part/runs/1-of-1.jsonl", String.join("\n", runs));
    Files.delete(folder.at("part/results.jsonl"));

    CommandRun run = sweep("part", "--resume");

    run.shows();
    assertEquals(2, sharedRuns.get());
    assertSameResults("whole", "part");
  }

  @Test
  void mergesShardsIntoTheSameBytes() throws IOException {
    sweep("whole");
    for (int i = 1; i <= 5; i++) {
      sweep("part-" + i, "--shard", i + "/5");
    }
    assertEquals(2, lines("part-5").size());

    String parts = "./part-2 ./part-1 ./part-3 ./part-5 ./part-4";
    folder.refused("merge " + parts + " --out ./merged").shows();

    assertSameResults("whole", "merged");
  }

  @Test
  void recordsARunThatFailsAndRunsItAgainOnResume() throws IOException {
    breaks = true;
    CommandRun run = sweep("out");

    assertEquals(1, run.exitCode());
    assertTrue(run.out().contains("12 of 12 runs done, 6 failed"), run.out());
    assertTrue(lines("out").get(1).contains("\"error\":\"no progress in cycle 7\""));

    breaks = false;
    assertEquals(0, sweep("out", "--resume").exitCode());
    sweep("whole");
    assertSameResults("whole", "out");
  }

  @Test
  void listsRunsWithoutRunningThem() {
    CommandRun run = sweep("out", "--dry-run");

    run.shows(
        "sample-gather+sample-sgemm_smk-fixed-threadShares=0.5+0.5_seed=2\n",
        "12 runs, no estimate: ");
    assertEquals(13, run.out().lines().count(), run.out());
    assertFalse(folder.has("out"));
  }

  /** To bind and load each of them would take minutes, and memory for all of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'axes': { 'warpScheduler': ['gto', 'lrr'] }, 'repeats': 50000 | 100000 runs (50000 seeds",
        "'axes': { 'gpu.sms': [4, 8], 'seed': SEEDS, 'instructionBudget': [1, 2, 3] } | 3000 runs"
      },
      quoteCharacter = '`')
  @Timeout(120)
  void listsALargeSweepAndEstimatesItFromSomeOfItsRuns(String axes, String runs)
      throws IOException {
    String seeds = IntStream.rangeClosed(1, 500).boxed().toList().toString();
    folder.json(
        "s.json",
        "{ 'base': { 'gpu': 'gtx980', 'workloads': ['sample-saxpy', 'sample-gather'] }, "
            + axes.replace("SEEDS", seeds)
            + " }");

    CommandRun run = sweep("out", "--dry-run");

    assertEquals(0, run.exitCode(), run.err());
    String last = run.out().lines().reduce("", (before, line) -> line);
    assertTrue(last.startsWith(runs) && last.contains("no estimate: "), last);
  }

  @Test
  void refusesAFolderWithResultsUnlessItResumesThem() throws IOException {
    sweep("out");

    sweep("out").assertBadInput("out", "--resume");
    folder.replace("s.json", "gtx980", "hopper-h200");
    sweep("out", "--resume")
        .assertBadInput("s.json:1: base.gpu", "\"hopper-h200\"", "\"gtx980\"", "out/config.json");
  }

  @Test
  void saysThatTheDescriptionOfTheSweepIsDamaged() throws IOException {
    sweep("out");
    folder.write("out/sweep.json", "{\"digest\":");

    sweep("out", "--resume").assertBadInput("sweep.json", "no sweep digest");
    Files.delete(folder.at("out/sweep.json"));
    assertEquals(0, sweep("out", "--resume").exitCode());
    assertEquals(12, sharedRuns.get());
  }

  @Test
  void definesEveryColumnOfTheTable() throws IOException {
    sweep("out");

    List<String> rows = folder.lines("out/results.csv");
    assertEquals(13, rows.size());
    assertTrue(rows.get(1).startsWith("sample-saxpy+sample-gather_smk-even_seed=1,,"));
    String header = rows.get(0);
    assertTrue(header.startsWith("run,error,axes.workloads,axes.policy,axes.seed,"));
    List<String> undefined = new ArrayList<>(List.of(header.split(",", -1)));
    undefined.removeIf(column -> column.matches("run|error|axes\\..*"));
    for (String name : MetricDefinitions.names("summary.json")) {
      String path = name.replace(".", "\\.").replace("[]", "\\.\\d").replace("*", ".*");
      undefined.removeIf(column -> column.matches(path));
    }
    assertEquals(List.of(), undefined);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep ./s.json --shard 3/2 | --shard;3/2",
        "sweep ./s.json --jobs 0 | --jobs;0",
        "sweep ./s.json --out ./old | a.json;runs/*.jsonl",
        "merge ./no --out ./x | no sweep",
      })
  void refusesOptionsAndFoldersThatDoNotFit(String command, String parts) throws IOException {
    folder.write("old/runs/a.json", "{}"); // of an earlier version

    folder.refused(command).assertBadInput(parts.split(";", -1));
  }

  private CommandRun sweep(String out, String... more) {
    return sweep(this::simulate, out, more);
  }

  private CommandRun sweep(Simulation simulation, String out, String... more) {
    return folder.on(simulation, "sweep ./s.json --quiet --out ./" + out, more);
  }

  private List<String> lines(String out) throws IOException {
    return folder.lines(out + "/results.jsonl");
  }

  private void assertSameResults(String a, String b) throws IOException {
    for (String file : List.of("/results.jsonl", "/results.csv")) {
      assertEquals(folder.read(a + file), folder.read(b + file));
    }
  }
}
