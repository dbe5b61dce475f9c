package org.polyphony.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;
import picocli.CommandLine;

class CompletionCommandTest {
  private static final Path NO_CACHE = Path.of("no-cache");

  @TempDir private Path folder;

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

  @ParameterizedTest
  @CsvSource({
    "run quicks, quickstart",
    "sweep polic, policies policy-template",
    "run READ, README.md",
    "run x --policy maes, maestro",
    "run x --beside maes, maestro",
    "sweep x --set gpu.l2.by, gpu.l2.bytes",
    "plot x --chart decisio, decision-shares decisions",
    "reproduce schedgpu-table3, schedgpu-table3"
  })
  void completesNamesAndFiles(String typed, String completed) throws Exception {
    Path script = Files.writeString(folder.resolve("script"), completion());
    String[] words = typed.split(" ", -1);
    String shell =
        "source %s; cd %s; COMP_WORDS=(polyphony %s); COMP_CWORD=%d; _complete_polyphony; echo ${COMPREPLY[@]}"
            .formatted(script, Home.find(), typed, words.length);
    Process bash = new ProcessBuilder("bash", "-c", shell).start();

    assertEquals(completed + "\n", new String(bash.getInputStream().readAllBytes(), UTF_8));
  }

  private static String completion() {
    return CommandRun.refused(NO_CACHE, "completion", "bash").out();
  }

  @Test
  void refusesAShellThatIsNotKnown() {
    CommandRun.refused(NO_CACHE, "completion", "tcsh")
        .assertBadInput("SHELL", "'tcsh'", "bash, zsh");
  }
}
