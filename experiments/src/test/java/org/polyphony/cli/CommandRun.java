package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;

/**
 * A command run inside the test, and what it said.
 *
 * @param exitCode of the process
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs a command on a device that must not be reached. */
  static CommandRun refused(Path cache, String... args) {
    return of(
        (spec, watcher) -> {
          throw new AssertionError("simulated bad input");
        },
        cache,
        args);
  }

  /** Runs a command on a device. */
  public static CommandRun of(Simulation simulation, Path cache, String... args) {
    return of(new Services(simulation, cache, StopFlag::new), args);
  }

  /** Runs a command on a device until it ends by itself, or after a flag has been raised. */
  public static CommandRun until(StopFlag stop, Simulation simulation, Path cache, String... args) {
    return of(new Services(simulation, cache, () -> stop), args);
  }

  private static CommandRun of(Services services, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.commandLine(services, args)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** Requires exit code 0, and standard output that has all the parts; returns the run. */
  CommandRun shows(String... parts) {
    assertEquals(0, exitCode, err);
    for (String part : parts) {
      assertTrue(out.contains(part), "expected '" + part + "' in: " + out);
    }
    return this;
  }

  /** Requires exit code 1, and one message, without a stack trace, that has all the parts. */
  void fails(String... parts) {
    assertEquals(1, exitCode, err);
    assertOneMessage(parts);
  }

  /** Requires exit code 2 and one message, without a stack trace, that has all the parts. */
  void assertBadInput(String... parts) {
    assertEquals(2, exitCode, err);
    assertEquals("", out);
    assertOneMessage(parts);
  }

  private void assertOneMessage(String... parts) {
    assertFalse(err.contains("\tat "), err);
    assertEquals(1, err.lines().filter(line -> line.startsWith("polyphony: ")).count(), err);
    for (String part : parts) {
      assertTrue(err.contains(part), "expected '" + part + "' in: " + err);
    }
  }
}
