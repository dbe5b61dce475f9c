package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InterruptTest {
  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void aLongRunThatIsInterruptedLeavesACompletePartialSummary()
      throws IOException, InterruptedException {
    Path config =
        Files.writeString(
            folder.resolve("long.json"),
            "{ \"gpu\": { \"extends\": \"gtx980\", \"sms\": 2 }, \"workloads\": [\"BS\"],"
                + " \"instructionBudget\": 1000000000000 }");
    Process run = start(config);
    awaitLine(run);

    run.destroy(); // SIGTERM

    assertTrue(run.waitFor(60, TimeUnit.SECONDS));
    assertEquals(130, run.exitValue());
    JsonNode summary =
        new JsonMapper().readTree(Files.readString(folder.resolve("out/summary.json")));
    assertTrue(summary.get("partial").asBoolean());
    assertTrue(summary.get("warpInstructions").asLong() > 0);
    assertEquals("null", summary.get("stp").toString());
  }

  private Process start(Path config) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "run",
            config.toString(),
            "--out",
            folder.resolve("out").toString());
    builder.environment().put("POLYPHONY_CACHE", folder.resolve("cache").toString());
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** The first line of progress comes after five seconds of simulation. */
  private static void awaitLine(Process run) throws IOException {
    String line = run.errorReader(StandardCharsets.UTF_8).readLine();
    assertTrue(line != null && line.contains("cycles"), line);
  }
}
