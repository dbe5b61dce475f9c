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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.results.store.Json;
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
      Set.of(
          "violations",
          "decides",
          "obstacle",
          "objective",
          "epochCycles",
          "kernelScheduler",
          "sharesStreams");

  private static final String SNEAKY =
      """
      static <E extends Throwable> void sneaky() throws E {
        Throwable checked = new java.io.IOException();
        throw (E) checked;
      }
      """;

  /** Goes on until it is given up; longer, it would slow all tests after it. */
  private static final String LOOP =
      "while (!Thread.currentThread().isInterrupted()) {} throw null;";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

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

  private void policy(String method, String body) throws IOException {
    policy("public " + method + " {" + body + "}", "", "");
  }

  /** Writes a policy that, unless it returns before, gives each kernel a thread block. */
  private void policy(String member, String partition, String constructor) throws IOException {
    folder.write("Mine.java", UserKind.POLICY.source(SNEAKY + member, constructor, partition));
  }

  private CommandRun run(String more) throws IOException {
    folder.write("e.json", CONFIG);
    return folder.simulated("run ./e.json --out ./out --quiet --policy ./Mine.java " + more);
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
    policy("", "quotas.clear(); return cycle + 50_000;", "");

    CommandRun run = run("");

    assertEquals(1, run.exitCode());
    Path report = folder.at("out/failure.txt");
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
    policy(method, body);

    CommandRun run = run("");

    String name = method.replaceAll(".* (\\w+)\\(.*", "$1");
    assertOneError(run, name);
    boolean isKept = folder.has("out/summary.json");
    assertEquals(!BEFORE_THE_RUN.contains(name), isKept, run.err());
    assertFalse(isKept && !folder.has("out/epochs.csv"));
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

    policy(METHODS.get(4), "return " + list + ";");

    assertOneError(run(""), "decisions");
  }

  @Test
  void aFailureInTheLastDecisionKeepsAllThatWasSimulated() throws IOException {
    String late = "if (device.kernels() < 2 && cycle > 5000) throw new Error(\"late\");";

    policy("", late, "");

    CommandRun run = run("");

    assertOneError(run, "partition");
    assertTrue(run.err().contains("of saxpy, gather: "), run.err());
    String summary = folder.read("out/summary.json");
    assertTrue(Json.parse(summary).get("cycles").asLong() > 1000, summary);
  }

  @Test
  void aDecisionThatNeverReturnsEndsTheRun() throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");
    policy("", LOOP, "");

    CommandRun run = run("");

    assertOneError(run, "partition");
    assertTrue(run.err().contains("has not returned after 1 s of processor time"), run.err());
    assertTrue(run.err().contains("at Mine.partition(Mine.java:"), run.err());
    assertTrue(folder.has("out/summary.json"), run.err());
  }

  @Test
  void theOtherRunsOfABatchGoOn() throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");
    policy("", LOOP, "");

    CommandRun run = run("--beside smk-even --jobs 1");

    assertOneError(run, "partition");
    assertTrue(folder.has("out-smk-even/summary.json"), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {LOOP, "throw new Error(\"x\");", "return cycle;"})
  void theOtherRunsOfASweepGoOn(String partition) throws IOException {
    System.setProperty(WatchedThread.LIMIT, "1");
    policy("", partition, "");
    folder.write(
        "sweep.json",
        "{ \"base\": %s, \"axes\": { \"policy\": [\"Mine\", \"smk-even\"] } }".formatted(CONFIG));

    CommandRun run =
        folder.simulated("sweep ./sweep.json --out ./out --quiet --policy ./Mine.java --jobs 1");

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("2 of 2 runs done, 1 failed"), run.out() + run.err());
    assertTrue((run.out() + run.err()).contains("policy Mine: partition()"), run.out() + run.err());
  }
}
