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
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;

/** The {@code config.json} of results gives the same results. */
class RunAgainTest {
  @TempDir private Path folder;
  private Path mine;

  @BeforeEach
  void writeFilesThatConfigsName() throws IOException {
    mine = Files.createDirectories(folder.resolve("mine/deeper")).getParent();
    Path trace = BundledTraces.path("sample-gather").getParent();
    Files.createDirectories(mine.resolve("traces"));
    try (Stream<Path> files = Files.list(trace)) {
      for (Path file : files.toList()) {
        Files.copy(file, mine.resolve("traces").resolve(file.getFileName()));
      }
    }
    Files.writeString(
        mine.resolve("small.json"),
        "{ \"extends\": \"gtx980\", \"sms\": 2, \"source\": \"invented\" }");
  }

  private Path written(String name, String json) throws IOException {
    return Files.writeString(mine.resolve(name), json);
  }

  private Path made(String out, String... args) {
    Path results = folder.resolve(out);
    String[] all =
        Stream.of(Stream.of(args), Stream.of("--quiet", "--out", results.toString()))
            .flatMap(arg -> arg)
            .toArray(String[]::new);
    CommandRun run = CommandRun.of(new GpuSimulation(), folder.resolve("cache"), all);
    assertEquals(0, run.exitCode(), run.err());
    return results;
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
    Path again = made("again", command, results.resolve("config.json").toString());
    assertEquals(bytes(results), bytes(again));

    Path ofFolder = made("of-folder", command, results.toString());
    assertEquals(bytes(results), bytes(ofFolder));
  }

  @Test
  void aRunWithOverridesAndFilesBesideItsConfig() throws IOException {
    Path config =
        written(
            "pair.json",
            """
            { "gpu": "small.json", "workloads": ["sample-saxpy", { "trace": "traces" }],
              "instructionBudget": 30000, "watchdogCycles": 500000 }
            """);

    Path run =
        made(
            "run",
            "run",
            config.toString(),
            "--set=gpu.l2.bytes=1048576",
            "--set=policy=maestro",
            "--set=seed=3");

    assertMadeAgain("run", run);
  }

  @Test
  void aTraceThatIsRunAlone() throws IOException {
    assertMadeAgain("run", made("run", "run", mine.resolve("traces").toString()));
  }

  @Test
  void aBenchmarkAndAKernelModelThatAreRunAlone() throws IOException {
    String few = "--set=instructionBudget=100000";
    Path model = mine.resolve("mine.json");
    Files.writeString(model, BundledModels.text("BS"));

    Path benchmark = made("benchmark", "run", "BS", few);
    Path own = made("own", "run", model.toString(), few);

    assertMadeAgain("run", benchmark);
    assertEquals(
        Files.readString(benchmark.resolve("kernels.csv")).replaceAll("(?m)^BS,", "mine,"),
        Files.readString(own.resolve("kernels.csv")));
  }

  @Test
  void eachSeedAndEachPolicyOfARun() throws IOException {
    Path config =
        written(
            "pair.json",
            """
            { "gpu": "small.json", "workloads": ["sample-saxpy", "sample-gather"],
              "instructionBudget": 20000 }
            """);
    made("run", "run", config.toString(), "--repeat=2", "--beside=spatial-even");

    for (String one : List.of("run", "run/seed-2", "run-spatial-even/seed-2")) {
      Path again = made("again-" + one, "run", folder.resolve(one).resolve("config.json") + "");
      String kernels = "kernels.csv";
      assertEquals(
          Files.readString(folder.resolve(one).resolve(kernels)),
          Files.readString(again.resolve(kernels)),
          one);
    }
  }

  @Test
  void aSweep() throws IOException {
    Path config =
        written(
            "sweep.json",
            """
            { "base": { "gpu": "small.json", "instructionBudget": 20000,
                        "workloads": ["sample-saxpy", { "trace": "traces" }] },
              "axes": { "policy": ["smk-even", "spatial-even"], "gpu.l2.ways": [8, 16] } }
            """);

    Path sweep = made("sweep", "sweep", config.toString(), "--set=gpu.coreKhz=1000000");

    Path again = made("again", "sweep", sweep.toString());
    for (String file : List.of("results.jsonl", "results.csv")) {
      assertEquals(
          Files.readString(sweep.resolve(file)), Files.readString(again.resolve(file)), file);
    }
  }

  @Test
  void aHostExperiment() throws IOException {
    written(
        "job.json",
        """
        { "name": "job", "phases": [ { "kernel": "short", "seconds": 0.01, "launches": 3 } ] }
        """);
    Path config =
        written(
            "host.json",
            """
            { "machine": "k20m-server", "jobs": [ { "application": "job.json", "count": 3 } ],
              "schedulers": [ "sequential", "packed" ] }
            """);

    assertMadeAgain("host", made("host", "host", config.toString()));
  }
}
