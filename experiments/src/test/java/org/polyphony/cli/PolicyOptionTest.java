package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;

class PolicyOptionTest {
  private static final String TWO = "[\"sample-saxpy\", \"sample-gather\"]";

  @TempDir private Path folder;
  private Path source;

  @BeforeEach
  void writeAPolicy() throws IOException {
    source =
        Files.writeString(
            folder.resolve("Mine.java"),
            """
            import java.util.Map;
            import org.polyphony.gpu.dispatch.Quotas;
            import org.polyphony.policy.partition.DeviceView;
            import org.polyphony.policy.partition.PartitionPolicy;

            public class Mine implements PartitionPolicy {
              private final int blocks;
              public Mine(Map<String, Object> given) {
                blocks = (Integer) given.getOrDefault("blocks", 1);
                if (blocks == 0) throw new IllegalArgumentException("none");
              }
              public String name() { return "mine"; }
              public long partition(long cycle, DeviceView device, Quotas quotas) {
                if (blocks < 0) throw new IllegalStateException("fewer than none");
                for (int i = 0; i < device.kernels(); i++) {
                  quotas.setOnAll(device.kernel(i), blocks);
                }
                return NEVER;
              }
            }
            """);
  }

  private CommandRun command(String name, String config, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".json"), config);
    String out = folder.resolve("out").toString();
    List<String> all =
        Stream.concat(Stream.of(name, file.toString(), "--out", out, "--quiet"), Stream.of(options))
            .toList();
    return CommandRun.of(new GpuSimulation(), folder.resolve("cache"), all.toArray(String[]::new));
  }

  private CommandRun run(String... options) throws IOException {
    String gpu = "{ \"extends\": \"gtx980\", \"sms\": 2 }";
    return command("run", "{ \"gpu\": " + gpu + ", \"workloads\": " + TWO + " }", options);
  }

  @Test
  void runsAPolicyFromItsSource() throws IOException {
    CommandRun run = run("--policy", source.toString());

    assertEquals(0, run.exitCode(), run.err());
    String roles = Files.readString(folder.resolve("out/roles.csv"));
    assertTrue(roles.contains("sample-saxpy,1\n"), roles);
    assertTrue(Files.readString(folder.resolve("out/config.json")).contains("Mine"));
  }

  @Test
  void itsStaticFieldsBelongToARun() throws IOException {
    String counted =
        Files.readString(source).replace("blocks = (Integer)", "blocks = ++made + (Integer)");
    Files.writeString(source, counted.replace("private final", "static int made; private final"));

    CommandRun run = run("--policy", source.toString(), "--repeat", "3", "--jobs", "1");

    assertEquals(0, run.exitCode(), run.err());
    for (String seed : List.of("", "seed-2/", "seed-3/")) {
      String roles = Files.readString(folder.resolve("out/" + seed + "roles.csv"));
      assertTrue(roles.contains("sample-saxpy,2\n"), seed + roles);
    }
  }

  @Test
  void keepsTheSourceAndItsDigestWithTheResults() throws IOException {
    run("--policy", source.toString());

    Path kept = folder.resolve("out").resolve(OwnCode.FILE);
    assertEquals(Files.readString(source), Files.readString(kept));
    String summary = Files.readString(folder.resolve("out/summary.json"));
    assertEquals(Sha256.hexOf(source), Json.parse(summary).at("/provenance/ownCode").asText());

    run("--policy", "smk-even");

    assertFalse(Files.exists(kept));
    assertFalse(Files.readString(folder.resolve("out/summary.json")).contains("ownCode"));
  }

  @Test
  void givesItParametersBesideTheOtherPolicies() throws IOException {
    CommandRun run =
        run("--policy", source.toString(), "--set", "policy.blocks=2", "--beside", "smk-even");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("Mine"), run.out());
    assertTrue(run.out().contains("smk-even"), run.out());
    String roles = Files.readString(folder.resolve("out/roles.csv"));
    assertTrue(roles.contains("sample-saxpy,2\n"), roles);
  }

  @Test
  void takesTheNameOfABundledPolicyToo() throws IOException {
    CommandRun run = run("--policy", "spatial-even");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(Files.readString(folder.resolve("out/config.json")).contains("spatial-even"));
  }

  @Test
  void showsTheFrameOfAConstructorThatThrows() throws IOException {
    run("--policy", source.toString(), "--set", "policy.blocks=0")
        .assertBadInput("throws in its constructor", "none at Mine.<init>(Mine.java:10)");
  }

  @Test
  void showsTheWholeTraceOnRequestOnly() throws IOException {
    String[] options = {"--policy", source.toString(), "--set", "policy.blocks=-1"};

    CommandRun brief = run(options);
    CommandRun whole =
        run(Stream.concat(Stream.of(options), Stream.of("--debug")).toArray(String[]::new));

    assertEquals(1, brief.exitCode());
    assertTrue(brief.err().contains(" at Mine.partition(Mine.java:14)"), brief.err());
    assertFalse(brief.err().contains("Caused by: "), brief.err());
    assertTrue(whole.err().contains("Caused by: "), whole.err());
  }

  @Test
  void aSweepVariesAPolicyFromItsSource() throws IOException {
    String sweep =
        "{ \"base\": { \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": "
            + TWO
            + " }, \"axes\": { \"policy\": [\"Mine\", \"smk-even\"] } }";

    CommandRun run = command("sweep", sweep, "--policy", source.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("2 of 2 runs done, 0 failed"), run.out());
  }

  private String line(String policy) throws IOException {
    return Files.readAllLines(folder.resolve("out/results.jsonl")).stream()
        .filter(line -> line.contains("\"policy\":\"" + policy + "\""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aResumedSweepMakesTheRunsOfAChangedPolicyAgain() throws IOException {
    String sweep =
        "{ \"base\": { \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": "
            + TWO
            + " }, \"axes\": { \"policy\": [\"Mine\", \"smk-even\"] } }";
    command("sweep", sweep, "--policy", source.toString());
    String before = line("Mine");
    String other = line("smk-even");
    Files.writeString(source, Files.readString(source).replace("\"blocks\", 1", "\"blocks\", 2"));

    CommandRun again = command("sweep", sweep, "--policy", source.toString(), "--resume");

    assertEquals("your policy has changed; runs repeated: 1\n", again.err());
    assertNotEquals(before, line("Mine"));
    assertEquals(other, line("smk-even"));
    assertEquals(
        Files.readString(source), Files.readString(folder.resolve("out").resolve(OwnCode.FILE)));
  }

  @Test
  void partsMadeWithDifferentCodeOfAPolicyAreNotMerged() throws IOException {
    String sweep =
        "{ \"base\": { \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": "
            + TWO
            + " }, \"axes\": { \"seed\": [1, 2] } }";
    command("sweep", sweep, "--policy", source.toString(), "--shard", "1/2");
    Files.move(folder.resolve("out"), folder.resolve("part"));
    String part = folder.resolve("part").toString();
    String all = folder.resolve("all").toString();
    command("sweep", sweep, "--policy", source.toString(), "--shard", "2/2");
    String rest = folder.resolve("out").toString();
    assertEquals(0, CommandRun.refused(folder, "merge", part, rest, "--out", all).exitCode());
    assertEquals(
        Files.readString(source), Files.readString(folder.resolve("all").resolve(OwnCode.FILE)));
    Files.writeString(source, Files.readString(source).replace("\"blocks\", 1", "\"blocks\", 2"));
    command("sweep", sweep, "--policy", source.toString(), "--shard", "2/2", "--resume");

    CommandRun.refused(folder, "merge", part, rest, "--out", all + "2")
        .assertBadInput("out: holds runs with different code of Mine than ", "part");
  }

  @Test
  void anUnknownNameIsRefusedByTheOption() throws IOException {
    run("--policy", "maestr").assertBadInput("--policy: found 'maestr'", "nearest: maestro");
  }

  @Test
  void aClusterIsGivenCompiledPoliciesOnly() throws IOException {
    String sweep =
        "{ \"base\": { \"gpu\": \"gtx980\", \"workloads\": "
            + TWO
            + " }, \"axes\": { \"seed\": [1, 2] } }";

    command("sweep", sweep, "--policy", source.toString(), "--executor", "slurm")
        .assertBadInput("--policy with --executor slurm", "POLYPHONY_CLASSPATH");
  }

  @Test
  void leavesTheThreadAsItWas() throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    run("--policy", source.toString());

    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void runsThePolicyOfTheTemplate() throws IOException {
    Path template = Home.find().resolve("policy-template");
    String config = Files.readString(template.resolve("experiment.json"));
    String policy = "src/main/java/org/example/BandwidthAware.java";

    CommandRun run =
        command(
            "run",
            config,
            "--set",
            "instructionBudget=200000",
            "--policy",
            template.resolve(policy).toString());

    assertEquals(0, run.exitCode(), run.err());
  }
}
