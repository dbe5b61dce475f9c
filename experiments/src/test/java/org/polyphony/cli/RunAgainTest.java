package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;

/** The {@code config.json} of results gives the same results. */
class RunAgainTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeFilesThatConfigsName() throws IOException {
    try (Stream<Path> files = Files.list(BundledTraces.path("sample-gather").getParent())) {
      for (Path file : files.toList()) {
        Path copy = folder.at("mine/traces").resolve(file.getFileName());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    folder.json("mine/small.json", "{'extends': 'gtx980', 'sms': 2, 'source': 'invented'}");
  }

  private Path made(String out, String words) {
    folder.simulated(words + " --quiet --out ./" + out).shows();
    return folder.at(out);
  }

  /** The files of a folder of results, without what says where and when they were made. */
  private static Map<String, String> bytes(Path results) throws IOException {
    Map<String, String> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = results.relativize(file).toString();
        if (!name.startsWith("runs")) {
          bytes.put(name, Files.readString(file).replaceAll("(?s)\"host\": \\{.*?}", ""));
        }
      }
    }
    return bytes;
  }

  private void assertMadeAgain(String command, Path results) throws IOException {
    Path again = made("again", command + " " + results.resolve("config.json"));
    assertEquals(bytes(results), bytes(again));

    Path ofFolder = made("of-folder", command + " " + results);
    assertEquals(bytes(results), bytes(ofFolder));
  }

  @Test
  void aRunWithOverridesAndFilesBesideItsConfig() throws IOException {
    folder.json(
        "mine/pair.json",
        """
        { 'gpu': 'small.json', 'workloads': ['sample-saxpy', { 'trace': 'traces' }],
          'instructionBudget': 30000, 'watchdogCycles': 500000 }
        """);

    String set = " --set gpu.l2.bytes=1048576 --set policy=maestro --set seed=3";
    Path run = made("run", "run ./mine/pair.json" + set);

    assertMadeAgain("run", run);
  }

  @Test
  void aTraceABenchmarkAndAKernelModelThatAreRunAlone() throws IOException {
    assertMadeAgain("run", made("run", "run ./mine/traces"));
    folder.write("mine/mine.json", BundledModels.text("BS"));

    Path benchmark = made("benchmark", "run BS --set instructionBudget=100000");
    Path own = made("own", "run ./mine/mine.json --set instructionBudget=100000");

    assertMadeAgain("run", benchmark);
    assertEquals(
        Files.readString(benchmark.resolve("kernels.csv")).replaceAll("(?m)^BS,", "mine,"),
        Files.readString(own.resolve("kernels.csv")));
  }

  @Test
  void eachSeedAndEachPolicyOfARun() throws IOException {
    folder.json(
        "mine/pair.json",
        """
        { 'gpu': 'small.json', 'workloads': ['sample-saxpy', 'sample-gather'],
          'instructionBudget': 20000 }
        """);
    made("run", "run ./mine/pair.json --repeat=2 --beside=spatial-even");

    for (String one : List.of("run", "run/seed-2", "run-spatial-even/seed-2")) {
      String again = "again-" + one;
      made(again, "run ./" + one + "/config.json");
      assertEquals(folder.read(one + "/kernels.csv"), folder.read(again + "/kernels.csv"), one);
    }
  }

  @Test
  void aSweep() throws IOException {
    folder.json(
        "mine/sweep.json",
        """
        { 'base': { 'gpu': 'small.json', 'instructionBudget': 20000,
                    'workloads': ['sample-saxpy', { 'trace': 'traces' }] },
          'axes': { 'policy': ['smk-even', 'spatial-even'], 'gpu.l2.ways': [8, 16] } }
        """);

    made("sweep", "sweep ./mine/sweep.json --set gpu.coreKhz=1000000");
    made("again", "sweep ./sweep");

    for (String file : List.of("/results.jsonl", "/results.csv")) {
      assertEquals(folder.read("sweep" + file), folder.read("again" + file));
    }
  }

  @Test
  void aHostExperiment() throws IOException {
    folder.json(
        "mine/job.json",
        "{'name': 'job', 'phases': [{'kernel': 'short', 'seconds': 0.01, 'launches': 3}]}");
    folder.json(
        "mine/host.json",
        """
        { 'machine': 'k20m-server', 'jobs': [ { 'application': 'job.json', 'count': 3 } ],
          'schedulers': [ 'sequential', 'packed' ] }
        """);

    assertMadeAgain("host", made("host", "host ./mine/host.json"));
  }
}
