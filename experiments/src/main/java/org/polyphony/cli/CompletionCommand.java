package org.polyphony.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.input.NearestName;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony completion}: lets a shell complete commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints what bash or zsh completes commands, options and files with.",
    footer = {
      "",
      "For the shell that runs, or in its startup file:",
      "  source <(polyphony completion bash)",
      "  source <(polyphony completion zsh)"
    })
final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  private String shell;

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw Arguments.wrong("SHELL", "'" + shell + "'", NearestName.oneOf(shell, SHELLS));
    }
    CommandLine all = Main.commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash(all.getCommandName(), all)); // for both: it tells them apart
    out.flush();
    return 0;
  }
}
