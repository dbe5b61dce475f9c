package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.SimulationFailure;

/** A sweep that searches for the value of a key up to which a metric keeps its bound. */
class SearchSweepTest {
  private static final String FILE =
      """
      { "base": { "gpu": "gtx980", "workloads": ["sample-saxpy", "sample-gather"] },
        "axes": { "policy": ["smk-even", "spatial-even"] },
        "repeats": 2,
        "search": { "key": "instructionBudget", "low": 10, "high": 1000, "metric": "cycles",
                    "atMost": 2, "relative": true } }
      """;

  private final AtomicInteger runs = new AtomicInteger();
  private int most = Integer.MAX_VALUE; // runs before a failure
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  /** The mean over the seeds is 1000 plus 10 per budget, under spatial-even always 5000. */
  private RunResult simulate(RunSpec spec, RunWatcher watcher) {
    if (spec.workloads().size() == 1) {
      return Fixtures.result(spec, false, 1000);
    }
    if (runs.incrementAndGet() > most) {
      throw new SimulationFailure("stopped", "", null);
    }
    long budget = spec.instructionBudgets().get(0);
    boolean isSlow = spec.policy().equals("spatial-even");
    long seed = spec.seed() == 1 ? -5 : 5;
    return Fixtures.result(spec, false, seed + (isSlow ? 5000 : 1000 + 10 * budget));
  }

  private CommandRun sweep(String json, String out, String... more) throws IOException {
    folder.write("s.json", json);
    return folder.on(this::simulate, "sweep ./s.json --quiet --out ./" + out, more);
  }

  /** Twice the 1100 cycles of the unloaded end are those of a budget of 120; BisectionTest. */
  @Test
  void findsTheLastValueThatKeepsTheBoundForEachPoint() throws IOException {
    sweep(FILE, "out", "--dry-run").shows("\nat most 40 runs");
    assertEquals(0, runs.get());

    CommandRun run = sweep(FILE, "out");

    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertEquals(
        """
        axes.policy,found,metricFound,failed,metricFailed,state
        smk-even,119,2190.0,124,2240.0,found
        spatial-even,,,,,beyond the range
        """,
        folder.read("out/search.csv"));
    assertTrue(run.out().contains("22 of 22 runs done"), run.out());
    assertTrue(
        run.out()
            .contains(
                "highest instructionBudget with cycles at most 2 times the value at the unloaded"
                    + " end\n"),
        run.out());
    assertTrue(run.out().matches("(?s).*smk-even +119 +2190 +124 +2240 +found\n.*"), run.out());
  }

  @Test
  void resultsAreTheSameWhateverTheJobsAndInterruptions() throws IOException {
    sweep(FILE, "whole", "--jobs", "1");
    sweep(FILE, "parallel", "--jobs", "3");
    for (int stop = 1; stop < 22; stop += 7) {
      most = stop;
      runs.set(0);
      String out = "cut-" + stop;
      OutputFolder.remove(folder.at("cache")); // only its folder knows what has ended
      assertEquals(1, sweep(FILE, out).exitCode());
      most = Integer.MAX_VALUE;
      runs.set(0);

      CommandRun resumed = sweep(FILE, out, "--resume");

      assertEquals(0, resumed.exitCode(), resumed.out() + resumed.err());
      assertEquals(22 - stop, runs.get());
      for (String file : List.of("results.jsonl", "results.csv", "search.csv", "sweep.json")) {
        assertEquals(folder.read("whole/" + file), folder.read("parallel/" + file));
        assertEquals(folder.read("whole/" + file), folder.read(out + "/" + file));
      }
    }
  }

  @Test
  void anotherBoundTakesOverWhatHasRunAndASearchIsNotMerged() throws IOException {
    sweep(FILE, "out");
    runs.set(0);

    CommandRun run = sweep(FILE.replace("\"atMost\": 2", "\"atMost\": 3"), "out", "--resume");

    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertTrue(
        folder.read("out/search.csv").contains("\nsmk-even,228,"), folder.read("out/search.csv"));
    assertEquals(2 * 4, runs.get());
    folder
        .refused("merge ./out --out ./all")
        .assertBadInput("out: holds a search, which is not merged");
  }

  @Test
  void findsTheLowestValueAndSaysWhereTheUnloadedEndOrARunFails() throws IOException {
    String absolute = FILE.replace("2, \"relative\": true", "1090");
    sweep(absolute, "none");
    assertTrue(
        folder.read("none/search.csv").contains("smk-even,,,10,1100.0,fails at the unloaded end\n"),
        folder.read("none/search.csv"));

    most = 0;
    CommandRun failed = sweep(FILE, "failed");
    assertEquals(1, failed.exitCode());
    assertTrue(
        folder.read("failed/search.csv").contains("smk-even,,,,,no value\n"),
        folder.read("failed/search.csv"));

    most = Integer.MAX_VALUE;
    String lowest =
        FILE.replace(
            "\"atMost\": 2, \"relative\": true", "\"find\": \"lowest\", \"atLeast\": 2200");
    sweep(lowest, "lowest");
    assertTrue(folder.read("lowest/search.csv").contains("\nsmk-even,124,"));
  }

  @Test
  void refusesWhatItCannotSearch() throws IOException {
    refuse("\"low\": 10", "\"low\": 2000", "search.high: found 1000.0, allowed: above low");
    refuse("\"instructionBudget\"", "\"policy\"", "search.key: found 'policy'");
    refuse("\"instructionBudget\"", "\"kernelScheduler\"", "a key with a number");
    refuse("\"instructionBudget\"", "\"gpu.smss\"", "s.json:4: search: gpu.smss=10: gpu.smss");
    refuse("\"cycles\"", "\"cycle\"", "search.metric: found 'cycle'", "nearest: cycles");
    refuse("\"cycles\"", "\"benchmarks[2].ipc\"", "search.metric", "a workload of each run");
    refuse("\"cycles\"", "\"benchmarks[0].requests.p95Micros\"", "a workload with arrivals");
    refuse("\"atMost\": 2, \"relative\"", "\"relative\"", "search: needs one of atMost, atLeast");
    refuse("\"low\": 10,", "", "search.low: missing; give a number");
    refuse("\"low\": 10,", "\"low\": 10.5,", "search.low: found 10.5, allowed: an integer");
    sweep(FILE, "out", "--shard", "1/2").assertBadInput("--shard: a search runs in one process");
    assertEquals(0, runs.get());
  }

  private void refuse(String part, String by, String... message) throws IOException {
    assertTrue(FILE.contains(part), part);
    sweep(FILE.replace(part, by), "out").assertBadInput(message);
  }
}
