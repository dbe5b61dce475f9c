package org.polyphony.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with an own model ends {@code run} and {@code validate} with one message. */
class BadModelTest {
  private static final String PLACE = "m.json: $.kernels.k.";

  @TempDir private Path folder;

  /** Both commands refuse a model whose only kernel has the resources and the program. */
  private void refuses(String resources, String program, String... parts) throws IOException {
    String model =
        """
        {
          "schemaVersion": 1, "name": "M", "about": "a", "source": "s", "suite": "s", "type": "MEM",
          "arrays": {"x": {"element": 4, "count": 64}},
          "kernels": {"k": {%s "block": [64], "grid": [1], "program": [%s]}},
          "launches": [{"launch": "k"}]
        }
        """;
    Files.writeString(folder.resolve("m.json"), model.formatted(resources, program));
    Path config = folder.resolve("own.json");
    Files.writeString(
        config,
        "{\"schemaVersion\": 1, \"gpu\": \"gtx980\", \"workloads\": [{\"model\": \"m.json\"}]}");

    for (String command : new String[] {"validate", "run"}) {
      CommandRun.refused(folder, command, config.toString()).assertBadInput(parts);
    }
  }

  private void refusesProgram(String program, String... parts) throws IOException {
    refuses("\"registers\": 8,", program, parts);
  }

  @Test
  void refusesAnUnknownInstruction() throws IOException {
    refusesProgram("\"LDQ v = @ x[tx]\"", PLACE + "program[0]", "LDQ", "did you mean LD?");
  }

  @Test
  void refusesAnEndlessLoop() throws IOException {
    String body = "\"body\": [\"FADD v =\"]}";
    refusesProgram(
        "{\"loop\": \"i\", \"while\": \"1\", " + body, PLACE + "program[0]", "endless loop");
    refusesProgram(
        "{\"loop\": \"i\", \"trips\": \"1 << 40\", " + body,
        PLACE + "program[0].trips",
        "endless loop");
  }

  @Test
  void refusesMoreSharedMemoryThanAnSmHas() throws IOException {
    refuses(
        "\"registers\": 8, \"sharedMemory\": 300000,",
        "\"BAR.SYNC\"",
        PLACE + "sharedMemory",
        "300000",
        "232448");
  }
}
