package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.workload.trace.BundledTraces;

class RunCommandTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  @TempDir private Path folder;
  private Path config;

  @BeforeEach
  void writeAPair() throws IOException {
    config =
        Files.writeString(
            folder.resolve("pair.json"),
            """
            { "gpu": { "extends": "gtx980", "sms": 2 }, // a small one
              "workloads": ["sample-saxpy", "sample-gather"] }
            """);
  }

  @Test
  void runsAPairAndShowsItsTable() throws IOException {
    CommandRun run = run("--quiet");

    assertEquals(0, run.exitCode(), run.err());
    assertEquals("", run.err());
    assertTrue(run.out().contains("sample-saxpy"), run.out());
    assertTrue(run.out().contains("STP"), run.out());
    assertEquals("pair", summary().get("experiment").asText());
    assertEquals(2, summary().get("benchmarks").size());
  }

  @Test
  void showsTheLatencyOfRequestsWithItsUnit() throws IOException {
    String requests =
        "{ \"benchmark\": \"sample-gather\", \"arrivals\": { \"every\": 20, \"count\": 2 } }";
    Files.writeString(config, Files.readString(config).replace("\"sample-gather\"", requests));

    List<String> lines = run("--quiet").out().lines().map(l -> l.replaceAll(" +", " ")).toList();

    int heading = lines.indexOf("requests to ended p50 (us) p95 (us) p99 (us) deadline misses");
    assertTrue(heading > 0, lines::toString);
    String row = lines.get(heading + 1);
    assertTrue(row.matches("sample-gather 2( \\d+\\.\\d){3} -"), row);
  }

  /** The first finds cold caches, the others warm ones, and so do the rounds alone. */
  @Test
  void requestsWithTheDeviceToThemselvesHaveNoSlowdown() throws IOException {
    String json = Files.readString(config);
    String requests =
        "{ \"benchmark\": \"sample-sgemm\", \"arrivals\": { \"every\": 300, \"count\": 3 } }";
    int from = json.indexOf('[');
    Files.writeString(config, json.substring(0, from) + "[" + requests + "] }\n");

    assertEquals(0, run("--quiet").exitCode());

    List<String> rows = Files.readAllLines(folder.resolve("out/requests.csv"));
    assertEquals(4, rows.size());
    for (String row : rows.subList(1, 4)) {
      assertEquals(1, Double.parseDouble(row.split(",", -1)[6]), 0.005, row);
    }
    JsonNode only = summary().at("/benchmarks/0");
    assertTrue(only.path("restarts").asInt() == 2 && summary().path("antt").asDouble() < 1.005);
  }

  @Test
  void listsRunsWithoutRunningThem() {
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"),
            "run",
            config.toString(),
            "--dry-run",
            "--repeat",
            "2",
            "--beside",
            "left-over");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(
        run.out().startsWith("sample-saxpy+sample-gather under smk-even, seed 1\n"), run.out());
    assertTrue(
        run.out().contains("gather under left-over, seed 2\n4 runs, no estimate"), run.out());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void reportsTheKernelSchedulerThatAPolicySets() throws IOException {
    CommandRun run = run("--quiet", "--set", "policy=smk-pw", "--set", "kernelScheduler=lrr");

    assertEquals(0, run.exitCode(), run.err());
    assertEquals("fair", summary().get("kernelScheduler").asText());
  }

  private static String[] twoOfBsAndHs(String budget) {
    return new String[] {
      "--set", "workloads=[\"BS\",\"HS\"]",
      "--set", "instructionBudget=" + budget,
      "--set", "policy={\"name\":\"maestro\",\"epochCycles\":5000}",
      "--set", "gpu.sms=5"
    };
  }

  @Test
  void showsEachDecisionInALineWhileItRuns() throws IOException {
    CommandRun run = run(twoOfBsAndHs("8000000"));

    List<String> lines =
        run.err().lines().filter(line -> line.matches("epoch \\d+: .*ANTT \\d.*")).toList();
    long decisions =
        Files.readAllLines(out().resolve("decisions.csv")).stream()
            .skip(1)
            .map(row -> row.split(",", -1)[1])
            .distinct()
            .count();
    assertTrue(decisions > 0);
    assertEquals(decisions, lines.size(), run.err());
    assertFalse(run.out().contains("made no decision"), run.out());
    assertTrue(run.out().contains("decisions.csv"), run.out());
  }

  @Test
  void showsTheDecisionsOfItsOwnPolicyBesideOthers() throws IOException {
    List<String> args = new ArrayList<>(List.of(twoOfBsAndHs("8000000")));
    args.addAll(List.of("--beside", "smk-even"));

    CommandRun run = run(args.toArray(String[]::new));

    assertTrue(
        run.err().lines().anyMatch(line -> line.matches("epoch \\d+: .*ANTT \\d.*")), run.err());
  }

  @Test
  void saysWhenThePolicyHadNoTimeToDecide() throws IOException {
    CommandRun run = run(twoOfBsAndHs("100000"));

    assertTrue(run.out().contains("maestro made no decision: the run ended at cycle "), run.out());
  }

  @Test
  void saysWhenTheDeviceIsTooSmallForThePolicyToDecide() throws IOException {
    CommandRun run = run("--set", "policy=maestro", "--set", "gpu.sms=2");

    assertTrue(
        run.out().contains("maestro made no decision: it measures on 4 SMs or more"), run.out());
  }

  @Test
  void aWorkloadAloneHasASpeedAndNoThroughput() throws IOException {
    CommandRun run = run("--quiet", "--set", "workloads=[\"sample-saxpy\"]");

    assertTrue(run.out().startsWith("sample-saxpy alone on gtx980 ("), run.out());
    assertFalse(run.out().contains("STP"), run.out());
  }

  @Test
  void aPolicyThatNeverDecidesIsNotSaidToLackTime() throws IOException {
    CommandRun run = run();

    assertEquals(0, run.exitCode(), run.err());
    assertFalse(run.out().contains("made no decision"), run.out());
    assertTrue(run.out().contains("polyphony report " + out()), run.out());
  }

  @Test
  void runsTheSameUnderOtherPoliciesBesideIt() throws IOException {
    CommandRun run = run("--quiet", "--beside", "spatial-even,left-over");

    assertEquals(0, run.exitCode(), run.err());
    List<String> policies =
        run.out()
            .lines()
            .dropWhile(line -> !line.startsWith("policy "))
            .skip(1)
            .limit(3)
            .map(line -> line.split(" ", -1)[0])
            .toList();
    assertEquals(List.of("smk-even", "spatial-even", "left-over"), policies);
    JsonNode beside = MAPPER.readTree(folder.resolve("out-spatial-even/summary.json").toFile());
    assertEquals("spatial-even", beside.get("policy").asText());
    assertEquals(summary().at("/benchmarks/0/ipcAlone"), beside.at("/benchmarks/0/ipcAlone"));
  }

  @Test
  void refusesAnUnknownPolicyBeside() throws IOException {
    run("--beside", "spatial-evn").assertBadInput("--beside", "'spatial-evn'", "spatial-even");
  }

  @Test
  void refusesItsOwnPolicyBeside() throws IOException {
    run("--beside", "smk-even").assertBadInput("--beside", "'smk-even'", "a policy other than");
  }

  @Test
  void refusesOtherPoliciesBesideOneWorkload() throws IOException {
    run("--set", "workloads=[\"sample-saxpy\"]", "--beside", "smk-even")
        .assertBadInput("--beside", "one workload", "two or more");
  }

  @Test
  void keepsWhatThereIsWhenAPolicyThrows() throws IOException {
    CommandRun run = run("--quiet", "--set", "policy=org.example.ThrowingPolicy");

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(
        run.err()
            .startsWith(
                "polyphony: cycle 9007, epoch 0, of saxpy, gather: policy"
                    + " org.example.ThrowingPolicy: partition() threw "),
        run.err());
    assertTrue(run.err().contains("\npartial results in " + out() + "\n"), run.err());
    assertTrue(summary().get("partial").asBoolean());
    assertEquals(9007, summary().get("cycles").asLong());
  }

  @Test
  void showsWhereAPolicyThrewAndWhatItWasAsked() {
    CommandRun run = run("--quiet", "--set", "policy=org.example.ThrowingPolicy");

    List<String> lines = run.err().lines().toList();
    assertEquals(2, lines.size(), run.err());
    String place = "out of ideas at org.example.ThrowingPolicy.partition(ThrowingPolicy.java:23)";
    assertTrue(lines.get(0).contains(place + "; it was asked about kernel "), run.err());
    assertTrue(lines.get(0).contains(" of process 1, thread blocks: 2 on SMs, "), run.err());
  }

  @Test
  void writesTheSameBytesAgainWhateverTheCacheKnows() throws IOException {
    run("--quiet");
    String first = withoutHost();
    byte[] epochs = Files.readAllBytes(out().resolve("epochs.csv"));

    run("--quiet");

    assertEquals(first, withoutHost());
    assertEquals(
        new String(epochs, StandardCharsets.UTF_8), Files.readString(out().resolve("epochs.csv")));
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "8, 9", "8, 0"})
  void refusesThreadsThatADeviceCannotUse(int creditLatency, int threads) {
    CommandRun run =
        run("--set", "gpu.crossbar.creditLatency=" + creditLatency, "--threads", "" + threads);

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("--threads: found " + threads + ", allowed"), run.err());
  }

  @Test
  void runsATraceFolderAloneOnTheDefaultDevice() throws IOException {
    Path trace = BundledTraces.path("sample-saxpy").getParent();

    CommandRun run =
        CommandRun.of(
            new GpuSimulation(),
            folder.resolve("cache"),
            "run",
            trace.toString(),
            "--quiet",
            "--out",
            out().toString());

    assertEquals(0, run.exitCode(), run.err());
    assertEquals("gtx980", summary().get("gpu").asText());
    assertEquals("1.0", summary().get("stp").toString());
  }

  @Test
  void writesIpcOverWindowsOfInstructions() throws IOException {
    run("--quiet", "--ipc-window", "1000");

    List<String[]> ofAll = windows("all");
    assertEquals("0", ofAll.get(0)[2]);
    assertEquals(1000, Integer.parseInt(ofAll.get(0)[4]), 2 * 128);
    assertEquals(summary().get("cycles").asText(), ofAll.get(ofAll.size() - 1)[3]);
    long issued = ofAll.stream().mapToLong(row -> Long.parseLong(row[8])).sum();
    assertEquals(summary().get("threadInstructions").asLong(), issued);
  }

  @Test
  void writesIpcOfSmZeroOverWindowsOfItsOwn() throws IOException {
    run("--quiet", "--ipc-window", "1000");

    List<String[]> ofSm = windows("0");
    assertEquals(1000, Integer.parseInt(ofSm.get(0)[4]), 128); // SM 0 issues 4 warps a cycle
    assertEquals(summary().get("cycles").asText(), ofSm.get(ofSm.size() - 1)[3]);
    for (String[] row : ofSm) {
      assertEquals(row[9], row[10]); // one SM: ipc is ipcPerSm
      assertTrue(Double.parseDouble(row[9]) <= 128, row[9]);
    }
  }

  @Test
  void writesWhatThePolicyUsesEachSmFor() throws IOException {
    run("--quiet", "--set", "policy=spatial-even");

    List<String> rows = Files.readAllLines(out().resolve("roles.csv"));
    assertEquals("cycle,sm,role,benchmark,quota", rows.get(0));
    int row =
        rows.indexOf(
            "5007,0,,sample-saxpy,8"); // launched at 5000, in a window of 8 cycles; 8 x 256 threads
    // fit
    assertTrue(row > 0, rows.toString());
    assertEquals("5007,0,,sample-gather,0", rows.get(row + 1));
  }

  /** Returns the rows of ipc.csv about SMs. */
  private List<String[]> windows(String sm) throws IOException {
    return Files.readAllLines(out().resolve("ipc.csv")).stream()
        .map(row -> row.split(",", -1))
        .filter(row -> row[0].equals(sm))
        .toList();
  }

  @Test
  void writesNoIpcWithoutTheOption() {
    run("--quiet");

    assertFalse(Files.exists(out().resolve("ipc.csv")));
  }

  @Test
  void endsWithExitCodeOneAndAReportWhenTheRunFails() throws IOException {
    CommandRun run =
        CommandRun.of(
            (request, watcher) -> {
              throw new SimulationFailure("no progress in cycle 7", "SM 0 waits", null);
            },
            folder.resolve("cache"),
            "run",
            config.toString(),
            "--quiet",
            "--out",
            out().toString());

    assertEquals(1, run.exitCode());
    Path report = out().resolve("failure.txt");
    assertEquals("polyphony: no progress in cycle 7; see " + report + "\n", run.err());
    assertTrue(Files.readString(report).contains("SM 0 waits"));
  }

  private CommandRun run(String... more) {
    String[] args = new String[more.length + 4];
    args[0] = "run";
    args[1] = config.toString();
    args[2] = "--out";
    args[3] = out().toString();
    System.arraycopy(more, 0, args, 4, more.length);
    return CommandRun.of(new GpuSimulation(), folder.resolve("cache"), args);
  }

  private Path out() {
    return folder.resolve("out");
  }

  private JsonNode summary() throws IOException {
    return MAPPER.readTree(Files.readString(out().resolve("summary.json")));
  }

  private String withoutHost() throws IOException {
    ObjectNode summary = (ObjectNode) summary();
    summary.remove("host");
    summary.remove("provenance");
    return summary.toPrettyString();
  }
}
