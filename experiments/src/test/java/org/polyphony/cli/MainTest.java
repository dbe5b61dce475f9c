package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine commandLine =
      Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void printsUsageWhenNoSubcommandIsGiven() {
    int exitCode = commandLine.execute();

    assertEquals(0, exitCode);
    assertTrue(out.toString().startsWith("Usage: polyphony"), out.toString());
  }

  @Test
  void refusesAnUnknownOptionWithExitCodeTwo() {
    int exitCode = commandLine.execute("--no-such-option");

    assertEquals(2, exitCode);
    assertTrue(err.toString().contains("--no-such-option"), err.toString());
  }
}
