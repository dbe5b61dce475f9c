package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CompletionCommandTest {
  private static final Path NO_CACHE = Path.of("no-cache");

  @Test
  void hasEveryCommandThatHelpShows() {
    CommandRun run = CommandRun.refused(NO_CACHE, "completion", "bash");

    assertEquals(0, run.exitCode(), run.err());
    for (Map.Entry<String, CommandLine> command : Main.commandLine().getSubcommands().entrySet()) {
      boolean isHidden = command.getValue().getCommandSpec().usageMessage().hidden();
      String function = "function _picocli_polyphony_" + command.getKey().replace("-", "") + "()";
      assertTrue(isHidden || run.out().contains(function), function);
    }
  }

  @Test
  void refusesAShellThatIsNotKnown() {
    CommandRun.refused(NO_CACHE, "completion", "tcsh")
        .assertBadInput("SHELL", "'tcsh'", "bash, zsh");
  }
}
