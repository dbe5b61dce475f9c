package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.simulation.SimulationFailure;

class RunCommandTest {
  private static final String RUN = "run ./pair.json --out ./out ";
  private static final String QUIET = RUN + "--quiet ";

  /** Maestro on a device that is large enough for it. */
  private static final String MAESTRO =
      RUN
          + "--set workloads=[\"BS\",\"HS\"] --set gpu.sms=5"
          + " --set policy={\"name\":\"maestro\",\"epochCycles\":5000} --set instructionBudget=";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeAPair() throws IOException {
    folder.json(
        "pair.json",
        """
        { 'gpu': { 'extends': 'gtx980', 'sms': 2 }, // a small one
          'workloads': ['sample-saxpy', 'sample-gather'] }
        """);
  }

  private JsonNode summary() throws IOException {
    return folder.tree("out/summary.json");
  }

  @Test
  void runsAPairAndShowsItsTable() throws IOException {
    CommandRun quiet = folder.simulated(QUIET).shows("sample-saxpy", "STP");
    CommandRun run = folder.simulated(RUN).shows("polyphony report " + folder.at("out"));

    assertEquals("", quiet.err());
    assertFalse(run.out().contains("made no decision"), run.out()); // smk-even never decides
    assertEquals("pair", summary().get("experiment").asText());
    assertEquals(2, summary().get("benchmarks").size());
    assertFalse(folder.has("out/ipc.csv")); // without its option
  }

  /** The first request finds cold caches, the others warm ones, and so do the solo rounds. */
  @Test
  void requestsWithTheDeviceToThemselvesHaveNoSlowdown() throws IOException {
    folder.json(
        "pair.json",
        "{ 'gpu': { 'extends': 'gtx980', 'sms': 2 }, 'workloads': [{ 'benchmark': 'sample-sgemm',"
            + " 'arrivals': { 'every': 300, 'count': 3 } }] }");

    CommandRun run = folder.simulated(QUIET).shows();

    List<String> shown = run.out().lines().map(line -> line.replaceAll(" +", " ")).toList();
    int heading = shown.indexOf("requests to ended p50 (us) p95 (us) p99 (us) deadline misses");
    assertTrue(shown.get(heading + 1).matches("sample-sgemm 3( \\d+\\.\\d){3} -"), run.out());
    List<String> rows = folder.lines("out/requests.csv");
    assertEquals(4, rows.size());
    for (String row : rows.subList(1, 4)) {
      assertEquals(1, Double.parseDouble(row.split(",", -1)[6]), 0.005, row);
    }
    JsonNode only = summary().at("/benchmarks/0");
    assertTrue(only.path("restarts").asInt() == 2 && summary().path("antt").asDouble() < 1.005);
  }

  @Test
  void listsRunsWithoutRunningThem() {
    CommandRun run = folder.refused(RUN + "--dry-run --repeat 2 --beside left-over");

    run.shows("gather under left-over, seed 2\n4 runs, no estimate");
    assertTrue(
        run.out().startsWith("sample-saxpy+sample-gather under smk-even, seed 1\n"), run.out());
    assertFalse(folder.has("out"));
  }

  @Test
  void reportsTheKernelSchedulerThatAPolicySets() throws IOException {
    folder.simulated(QUIET + "--set policy=smk-pw --set kernelScheduler=lrr").shows();

    assertEquals("fair", summary().get("kernelScheduler").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"8000000", "8000000 --beside smk-even"})
  void showsEachOfItsDecisionsInALineWhileItRuns(String budgetAndMore) throws IOException {
    CommandRun run = folder.simulated(MAESTRO + budgetAndMore).shows("decisions.csv");

    List<String> lines =
        run.err().lines().filter(line -> line.matches("epoch \\d+: .*ANTT \\d.*")).toList();
    long decisions =
        folder.lines("out/decisions.csv").stream()
            .skip(1)
            .map(row -> row.split(",", -1)[1])
            .distinct()
            .count();
    assertTrue(decisions > 0);
    assertEquals(decisions, lines.size(), run.err());
    assertFalse(run.out().contains("made no decision"), run.out());
  }

  @Test
  void saysWhyThePolicyDidNotDecide() {
    folder.simulated(MAESTRO + "100000").shows("maestro made no decision: the run ended at cycle ");
    folder
        .simulated(RUN + "--set policy=maestro")
        .shows("maestro made no decision: it measures on 4 SMs or more");
  }

  @Test
  void aSoloRunHasASpeedAndNoThroughput() {
    CommandRun run = folder.simulated(QUIET + "--set workloads=[\"sample-saxpy\"]");

    assertTrue(run.out().startsWith("sample-saxpy alone on gtx980 ("), run.out());
    assertFalse(run.out().contains("STP"), run.out());
  }

  @Test
  void runsTheSameUnderOtherPoliciesBesideIt() throws IOException {
    CommandRun run = folder.simulated(QUIET + "--beside spatial-even,left-over").shows();

    List<String> policies =
        run.out()
            .lines()
            .dropWhile(line -> !line.startsWith("policy "))
            .skip(1)
            .limit(3)
            .map(line -> line.split(" ", -1)[0])
            .toList();
    assertEquals(List.of("smk-even", "spatial-even", "left-over"), policies);
    JsonNode beside = folder.tree("out-spatial-even/summary.json");
    assertEquals("spatial-even", beside.get("policy").asText());
    assertEquals(summary().at("/benchmarks/0/ipcAlone"), beside.at("/benchmarks/0/ipcAlone"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--beside spatial-evn | --beside;'spatial-evn';spatial-even",
        "--beside smk-even | --beside;'smk-even';a policy other than",
        "--set workloads=[\"sample-saxpy\"] --beside smk-even | --beside;one workload;two or more",
        "--set gpu.crossbar.creditLatency=0 --threads 2 | --threads: found 2, allowed",
        "--set gpu.crossbar.creditLatency=8 --threads 9 | --threads: found 9, allowed",
        "--set gpu.crossbar.creditLatency=8 --threads 0 | --threads: found 0, allowed",
      },
      quoteCharacter = '`')
  void refusesOptionsThatDoNotFit(String options, String parts) {
    folder.refused(RUN + options).assertBadInput(parts.split(";", -1));
  }

  @Test
  void keepsWhatThereIsWhenAPolicyThrowsAndSaysWhereAndWhatItWasAsked() throws IOException {
    CommandRun run = folder.simulated(QUIET + "--set policy=org.example.ThrowingPolicy");

    run.fails(
        "polyphony: cycle 9007, epoch 0, of saxpy, gather: policy"
            + " org.example.ThrowingPolicy: partition() threw ",
        "out of ideas at org.example.ThrowingPolicy.partition(ThrowingPolicy.java:23); it was asked"
            + " about kernel ",
        " of process 1, thread blocks: 2 on SMs, ",
        "\npartial results in " + folder.at("out") + "\n");
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(summary().get("partial").asBoolean());
    assertEquals(9007, summary().get("cycles").asLong());
  }

  @Test
  void writesIpcOverWindowsOfInstructionsOfTheDeviceAndOfSmZero() throws IOException {
    folder.simulated(QUIET + "--ipc-window 1000");

    List<String[]> ofAll = windows("all");
    String cycles = summary().get("cycles").asText();
    assertEquals("0", ofAll.get(0)[2]);
    assertEquals(1000, Integer.parseInt(ofAll.get(0)[4]), 2 * 128);
    assertEquals(cycles, ofAll.get(ofAll.size() - 1)[3]);
    long issued = ofAll.stream().mapToLong(row -> Long.parseLong(row[8])).sum();
    assertEquals(summary().get("threadInstructions").asLong(), issued);
    List<String[]> ofSm = windows("0");
    assertEquals(1000, Integer.parseInt(ofSm.get(0)[4]), 128); // SM 0 issues 4 warps a cycle
    assertEquals(cycles, ofSm.get(ofSm.size() - 1)[3]);
    for (String[] row : ofSm) {
      assertEquals(row[9], row[10]); // one SM: ipc is ipcPerSm
      assertTrue(Double.parseDouble(row[9]) <= 128, row[9]);
    }
  }

  /** Returns the rows of ipc.csv about SMs. */
  private List<String[]> windows(String sm) throws IOException {
    return folder.lines("out/ipc.csv").stream()
        .map(row -> row.split(",", -1))
        .filter(row -> row[0].equals(sm))
        .toList();
  }

  /** Kernels are launched at 5000, in a window of 8 cycles; 8 blocks of 256 threads fit. */
  @Test
  void writesWhatThePolicyUsesEachSmFor() throws IOException {
    folder.simulated(QUIET + "--set policy=spatial-even");

    List<String> rows = folder.lines("out/roles.csv");
    assertEquals("cycle,sm,role,benchmark,quota", rows.get(0));
    int row = rows.indexOf("5007,0,,sample-saxpy,8");
    assertTrue(row > 0, rows.toString());
    assertEquals("5007,0,,sample-gather,0", rows.get(row + 1));
  }

  @Test
  void endsWithExitCodeOneAndAReportWhenTheRunFails() throws IOException {
    CommandRun run =
        folder.on(
            (spec, watcher) -> {
              throw new SimulationFailure("no progress in cycle 7", "SM 0 waits", null);
            },
            QUIET);

    assertEquals(1, run.exitCode());
    Path report = folder.at("out/failure.txt");
    assertEquals("polyphony: no progress in cycle 7; see " + report + "\n", run.err());
    assertTrue(folder.read("out/failure.txt").contains("SM 0 waits"));
  }
}
