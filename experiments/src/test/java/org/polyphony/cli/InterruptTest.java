package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.polyphony.workload.trace.BundledTraces;

@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class InterruptTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @Test
  @Timeout(120)
  void aLongRunThatIsInterruptedLeavesACompletePartialSummary()
      throws IOException, InterruptedException {
    folder.json(
        "long.json",
        "{ 'gpu': { 'extends': 'gtx980', 'sms': 2 }, 'workloads': ['BS'],"
            + " 'instructionBudget': 1000000000000 }");
    Process run = start("run", folder.at("long.json"));
    awaitLine(run, "cycles");

    run.destroy(); // SIGTERM

    assertTrue(run.waitFor(60, TimeUnit.SECONDS));
    assertEquals(130, run.exitValue());
    JsonNode summary = folder.tree("out/summary.json");
    assertTrue(summary.get("partial").asBoolean());
    assertTrue(summary.get("warpInstructions").asLong() > 0);
    assertEquals("null", summary.get("stp").toString());
  }

  @Test
  @Timeout(120)
  void aHostRunThatIsInterruptedLeavesCompletePartialResults()
      throws IOException, InterruptedException {
    folder.json(
        "many.json",
        """
        { 'name': 'many launches',
          'phases': [ { 'kernel': 'short', 'seconds': 0.000001, 'launches': 1000000 } ] }
        """);
    folder.json(
        "host.json",
        """
        { 'machine': 'k20m-server', 'jobs': [ { 'application': 'many.json', 'count': 5000 } ],
          'schedulers': [ 'sequential', 'packed' ] }
        """);
    Process run = start("host", folder.at("host.json"));
    awaitLine(run, "jobs finished");

    run.destroy();

    assertTrue(run.waitFor(60, TimeUnit.SECONDS));
    assertEquals(130, run.exitValue());
    JsonNode summary = folder.tree("out/host-summary.json");
    assertTrue(summary.get("partial").asBoolean());
    assertEquals(1, summary.get("runs").size());
    JsonNode outcomes = summary.at("/runs/0/outcomes");
    assertTrue(outcomes.get("finished").asInt() > 0);
    assertEquals(5000, outcomes.get("finished").asInt() + outcomes.get("unfinished").asInt());
    assertEquals(5001, folder.lines("out/jobs.csv").size());
  }

  @Test
  void hostCopiesThatTakeNoCycleAreNotWaitedFor() throws IOException, InterruptedException {
    Path sample = BundledTraces.path("sample-saxpy");
    Files.copy(sample.resolveSibling("kernel-1.traceg.xz"), folder.at("kernel-1.traceg.xz"));
    String copies = "MemcpyHtoD,0x10000000,1099511627776\n".repeat(200_000); // minutes
    Path list = folder.write("kernelslist.g", copies + "kernel-1.traceg.xz\n");
    Process run = start("run", list);
    assertEquals("packing " + folder.at("kernel-1.traceg.xz"), run.errorReader().readLine());
    assertFalse(run.waitFor(4, TimeUnit.SECONDS));

    run.destroy();

    assertTrue(run.waitFor(20, TimeUnit.SECONDS));
    assertEquals(130, run.exitValue());
  }

  private Process start(String command, Path config) throws IOException {
    return folder
        .process(command + " --out ./out", config.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The first line of progress comes after five seconds of simulation. */
  private static void awaitLine(Process run, String part) throws IOException {
    String line = run.errorReader(StandardCharsets.UTF_8).readLine();
    assertTrue(line != null && line.contains(part), line);
  }
}
