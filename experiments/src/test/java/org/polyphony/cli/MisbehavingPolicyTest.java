package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.usercode.WatchedThread;

/** Policies of users that throw, return null or loop, through the command line. */
class MisbehavingPolicyTest {
  private static final String CONFIG =
      "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": "
          + "[\"sample-saxpy\", \"sample-gather\"] }";
  private static final List<String> METHODS =
      List.of(
          "List<Violation> violations(GpuConfig gpu, int processes)",
          "boolean sharesStreams()",
          "boolean decides()",
          "String obstacle(GpuConfig gpu, int processes)",
          "List<PolicyDecision> decisions()",
          "String objective()",
          "int epochCycles()",
          "String role(int sm)",
          "String kernelScheduler(String configured)");
  private static final Set<String> BEFORE_THE_RUN =
      Set.of("violations", "objective", "epochCycles", "kernelScheduler", "sharesStreams");

  /** Goes on until it is given up; longer, it would slow all tests after it. */
  private static final String LOOP =
      "while (!Thread.currentThread().isInterrupted()) {} throw null;";

  @TempDir private Path folder;

  @AfterEach
  void setTheUsualLimit() {
    System.clearProperty(WatchedThread.LIMIT);
  }

  static Stream<Arguments> misdeeds() {
    return METHODS.stream()
        .flatMap(
            method ->
                Stream.of(
                        "throw new IllegalStateException();",
                        "Mine.<RuntimeException>sneaky(); throw null;",
                        "throw new AssertionError();",
                        "return null;")
                    .filter(body -> !body.startsWith("return") || !method.matches("(int|bool).*"))
                    .map(body -> Arguments.of(method, body)));
  }

  private Path policy(String method, String body) throws IOException {
    return policy("public " + method + " {" + body + "}", "return NEVER;", "");
  }

  private Path policy(String member, String partition, String constructor) throws IOException {
    return Files.writeString(
        folder.resolve("Mine.java"),
        """
        import java.util.List;
        import org.polyphony.gpu.config.GpuConfig;
        import org.polyphony.gpu.dispatch.Quotas;
        import org.polyphony.input.Violation;
        import org.polyphony.policy.partition.*;

        public class Mine implements PartitionPolicy {
          public Mine() { %s }
          static <E extends Throwable> void sneaky() throws E {
            Throwable checked = new java.io.IOException();
            throw (E) checked;
          }
          public long partition(long cycle, DeviceView device, Quotas quotas) {
            for (int i = 0; i < device.kernels(); i++) {
              quotas.setOnAll(device.kernel(i), 1);
            }
            %s
          }
          %s
        }
        """
            .formatted(constructor, partition, member));
  }

  private CommandRun command(String name, String config, Path policy, String... more)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".json"), config);
    Stream<String> all =
        Stream.concat(
            Stream.of(name, file.toString(), "--out", folder.resolve("out").toString()),
            Stream.concat(Stream.of("--quiet", "--policy", policy.toString()), Stream.of(more)));
    return CommandRun.of(new GpuSimulation(), folder.resolve("cache"), all.toArray(String[]::new));
  }

  private static void assertOneError(CommandRun run, String method) {
    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.err().contains("policy Mine: " + method + "()"), run.err());
    assertTrue(run.err().startsWith("polyphony: "), run.err());
    assertFalse(run.err().contains("internal error"), run.err());
    assertFalse(run.err().contains("UserGuard"), run.err());
  }

  @Test
  void saysThatAPolicyGivesNoKernelAThreadBlock() throws IOException {
    Path policy = policy("", "quotas.clear(); return cycle + 50_000;", "");

    CommandRun run = command("run", CONFIG, policy);

    assertEquals(1, run.exitCode());
    Path report = folder.resolve("out/failure.txt");
    assertTrue(
        run.err()
            .endsWith(
                "; thread blocks that policy 'Mine' allows on all SMs: saxpy 0, gather 0; see "
                    + report
                    + "\n"),
        run.err());
    assertTrue(Files.readString(report).endsWith("\nno warp is resident\n"));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("misdeeds")
  void endsWithOneErrorAndKeepsTheSimulation(String method, String body) throws IOException {
    CommandRun run = command("run", CONFIG, policy(method, body));

    String name = method.replaceAll(".* (\\w+)\\(.*", "$1");
    if (name.equals("obstacle") || name.equals("decides")) { // asked after the results are written
      assertFalse(run.err().contains("internal error"), run.err());
    } else {
      assertOneError(run, name);
    }
    boolean isKept = Files.exists(folder.resolve("out/summary.json"));
    assertEquals(!BEFORE_THE_RUN.contains(name), isKept, run.err());
    assertFalse(isKept && !Files.exists(folder.resolve("out/epochs.csv")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new PolicyDecision(1, List.of(7), \"a\", \"b\", List.of())",
        "new PolicyDecision(1, List.of(), \"a\", \"b\", List.of())",
        "new PolicyDecision(1, List.of(0), \"a\", null, List.of())",
        "null",
      })
  void anImpossibleDecisionIsRefused(String decision) throws IOException {
    String list = "java.util.Collections.singletonList(" + decision + ")";

    CommandRun run = command("run", CONFIG, policy(METHODS.get(4), "return " + list + ";"));

    assertOneError(run, "decisions");
  }

  @Test
  void aFailureInTheLastDecisionKeepsAllThatWasSimulated() throws IOException {
    String late =
        "if (device.kernels() < 2 && cycle > 5000) throw new Error(\"late\"); return NEVER;";

    CommandRun run = command("run", CONFIG, policy("", late, ""));

    assertOneError(run, "partition");
    assertTrue(run.err().contains("of saxpy, gather: "), run.err());
    String summary = Files.readString(folder.resolve("out/summary.json"));
    assertTrue(Json.parse(summary).get("cycles").asLong() > 1000, summary);
  }

  @Test
  void aDecisionThatNeverReturnsEndsTheRun() throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");

    CommandRun run = command("run", CONFIG, policy("", LOOP, ""));

    assertOneError(run, "partition");
    assertTrue(run.err().contains("has not returned after 1 s of processor time"), run.err());
    assertTrue(run.err().contains("at Mine.partition(Mine.java:"), run.err());
    assertTrue(Files.exists(folder.resolve("out/summary.json")), run.err());
  }

  @Test
  void theOtherRunsOfABatchGoOn() throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");

    CommandRun run =
        command("run", CONFIG, policy("", LOOP, ""), "--beside", "smk-even", "--jobs", "1");

    assertOneError(run, "partition");
    assertTrue(Files.exists(folder.resolve("out-smk-even/summary.json")), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {LOOP, "throw new Error(\"x\");", "return cycle;"})
  void theOtherRunsOfASweepGoOn(String partition) throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");
    String sweep =
        "{ \"base\": %s, \"axes\": { \"policy\": [\"Mine\", \"smk-even\"] } }".formatted(CONFIG);

    CommandRun run = command("sweep", sweep, policy("", partition, ""), "--jobs", "1");

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("2 of 2 runs done, 1 failed"), run.out() + run.err());
    assertTrue((run.out() + run.err()).contains("policy Mine: partition()"), run.out() + run.err());
  }
}
