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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.input.Home;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.store.Json;

class PolicyOptionTest {
  private static final String BASE =
      "'gpu': {'extends': 'gtx980', 'sms': 2}, 'workloads': ['sample-saxpy', 'sample-gather']";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();
  private Path source;

  @BeforeEach
  void writeAPolicy() throws IOException {
    folder.json("run.json", "{" + BASE + "}");
    source =
        folder.write(
            "Mine.java",
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

  private CommandRun run(String options) {
    return folder.simulated("run ./run.json --quiet --out ./out " + options);
  }

  private CommandRun sweep(String axis, String options) throws IOException {
    folder.json("sweep.json", "{'base': {" + BASE + "}, 'axes': {" + axis + "}}");
    return folder.simulated(
        "sweep ./sweep.json --quiet --out ./out --policy ./Mine.java " + options);
  }

  @Test
  void itsStaticFieldsBelongToARun() throws IOException {
    String counted =
        Files.readString(source).replace("blocks = (Integer)", "blocks = ++made + (Integer)");
    Files.writeString(source, counted.replace("private final", "static int made; private final"));

    CommandRun run = run("--policy ./Mine.java --repeat 3 --jobs 1");

    run.shows();
    for (String seed : List.of("", "seed-2/", "seed-3/")) {
      String roles = folder.read("out/" + seed + "roles.csv");
      assertTrue(roles.contains("sample-saxpy,2\n"), seed + roles);
    }
  }

  @Test
  void runsAPolicyFromItsSourceAndKeepsThatAndItsDigestWithTheResults() throws IOException {
    run("--policy ./Mine.java").shows();

    assertTrue(folder.read("out/roles.csv").contains("sample-saxpy,1\n"));
    assertTrue(folder.read("out/config.json").contains("Mine"));
    Path kept = folder.at("out").resolve(OwnCode.FILE);
    assertEquals(Files.readString(source), Files.readString(kept));
    String summary = folder.read("out/summary.json");
    assertEquals(Sha256.hexOf(source), Json.parse(summary).at("/provenance/ownCode").asText());

    run("--policy spatial-even").shows();

    assertTrue(folder.read("out/config.json").contains("spatial-even"));

    assertFalse(Files.exists(kept));
    assertFalse(folder.read("out/summary.json").contains("ownCode"));
  }

  @Test
  void givesItParametersBesideTheOtherPolicies() throws IOException {
    CommandRun run = run("--policy ./Mine.java --set policy.blocks=2 --beside smk-even");

    run.shows("Mine", "smk-even");
    String roles = folder.read("out/roles.csv");
    assertTrue(roles.contains("sample-saxpy,2\n"), roles);
  }

  @Test
  void showsTheFrameOfAConstructorThatThrows() throws IOException {
    run("--policy ./Mine.java --set policy.blocks=0")
        .assertBadInput("throws in its constructor", "none at Mine.<init>(Mine.java:10)");
  }

  @Test
  void showsTheWholeTraceOnRequestOnly() throws IOException {
    String options = "--policy ./Mine.java --set policy.blocks=-1";

    CommandRun brief = run(options);
    CommandRun whole = run(options + " --debug");

    assertEquals(1, brief.exitCode());
    assertTrue(brief.err().contains(" at Mine.partition(Mine.java:14)"), brief.err());
    assertFalse(brief.err().contains("Caused by: "), brief.err());
    assertTrue(whole.err().contains("Caused by: "), whole.err());
  }

  private String line(String policy) throws IOException {
    return folder.lines("out/results.jsonl").stream()
        .filter(line -> line.contains("\"policy\":\"" + policy + "\""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSweepVariesItAndMakesTheRunsOfAChangedOneAgainWhenResumed() throws IOException {
    String policies = "'policy': ['Mine', 'smk-even']";
    CommandRun first = sweep(policies, "");
    assertTrue(first.out().startsWith("2 of 2 runs done, 0 failed"), first.out() + first.err());
    String before = line("Mine");
    String other = line("smk-even");
    folder.replace("Mine.java", "\"blocks\", 1", "\"blocks\", 2");

    CommandRun again = sweep(policies, "--resume");

    assertEquals("your policy has changed; runs repeated: 1\n", again.err());
    assertNotEquals(before, line("Mine"));
    assertEquals(other, line("smk-even"));
    assertEquals(Files.readString(source), folder.read("out/" + OwnCode.FILE));
  }

  @Test
  void partsMadeWithDifferentCodeOfAPolicyAreNotMerged() throws IOException {
    String seeds = "'seed': [1, 2]";
    sweep(seeds, "--shard 1/2");
    Files.move(folder.at("out"), folder.at("part"));
    sweep(seeds, "--shard 2/2");
    folder.refused("merge ./part ./out --out ./all").shows();
    assertEquals(Files.readString(source), folder.read("all/" + OwnCode.FILE));
    folder.replace("Mine.java", "\"blocks\", 1", "\"blocks\", 2");
    sweep(seeds, "--shard 2/2 --resume");

    folder
        .refused("merge ./part ./out --out ./all2")
        .assertBadInput("out: holds runs with different code of Mine than ", "part");
  }

  @Test
  void anUnknownNameIsRefusedByTheOption() throws IOException {
    run("--policy maestr").assertBadInput("--policy: found 'maestr'", "nearest: maestro");
  }

  @Test
  void leavesTheThreadAsItWas() throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();

    run("--policy ./Mine.java");

    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void runsThePolicyOfTheTemplate() throws IOException {
    Path template = Home.find().resolve("policy-template");
    folder.write("run.json", Files.readString(template.resolve("experiment.json")));
    Path policy = template.resolve("src/main/java/org/example/BandwidthAware.java");

    CommandRun run = run("--set instructionBudget=200000 --policy " + policy);

    run.shows();
  }
}
