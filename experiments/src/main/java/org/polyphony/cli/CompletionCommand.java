package org.polyphony.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony completion}: lets a shell complete commands and options. */
@Command(
    name = "completion",
    description = "Print a shell completion script for commands, options and files.",
    footer = {
      "",
      "Load it in the running shell or its startup file (bash and zsh):",
      "  source <(polyphony completion bash)"
    })
final class CompletionCommand implements Runnable {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  /** How a script completes names; below a command a file will do, too. */
  private static final String NAMES =
      "    COMPREPLY=( $(compgen -W \"${commands// /$'\\n'}${IFS}${positionals}\""
          + " -- \"${curr_word}\") )\n";

  private static final String FILES_TOO =
      """
          if [[ -z ${commands} ]]; then
            type compopt &>/dev/null && compopt -o filenames
            COMPREPLY+=( $(compgen -f -- "${curr_word}") )
          fi
      """;

  /** The shells, for completion itself. */
  private static final class Shells extends BundledNames {
    Shells() {
      super(() -> SHELLS);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash or zsh")
  private String shell;

  @Override
  public void run() {
    Arguments.requireOneOf("SHELL", shell, SHELLS);
    CommandLine all = Main.commandLine();
    PrintWriter out = spec.commandLine().getOut();
    String script = AutoComplete.bash(all.getCommandName(), all); // for both: it tells them apart
    out.print(script.replace(NAMES, NAMES + FILES_TOO));
    out.flush();
  }
}
