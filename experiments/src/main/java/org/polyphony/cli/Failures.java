package org.polyphony.cli;

import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.input.BriefText;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.usercode.UserCodeException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports each error once: 2 and one message for bad input, 1 for a run that fails. Only an error
 * of the program itself shows a stack trace.
 */
final class Failures {
  /** The option that asks for stack traces. */
  static final String DEBUG = "--debug";

  private Failures() {}

  /** Reports an error of the command line. */
  static int refuse(ParameterException e, String[] args) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String text = e.getMessage().replace("for option option", "for option");
    if (e instanceof UnmatchedArgumentException unmatched) {
      text = unmatched(unmatched);
    }
    return say(e.getCommandLine(), text + "; see '" + command + " --help'", ExitCode.USAGE);
  }

  private static String unmatched(UnmatchedArgumentException e) {
    String found = e.getUnmatched().get(0);
    boolean isRoot = e.getCommandLine().getParent() == null;
    List<String> known = new ArrayList<>(e.getCommandLine().getSubcommands().keySet());
    String what = isRoot || !known.isEmpty() ? "command" : "argument";
    if (found.startsWith("-")) {
      what = "option";
      known = new ArrayList<>(e.getCommandLine().getCommandSpec().optionsMap().keySet());
    }
    Optional<String> nearest = NearestName.of(found, known);
    String hint = nearest.map(name -> "; did you mean '" + name + "'?").orElse("");
    return "unknown " + what + " '" + found + "'" + hint;
  }

  /** Reports why a command ended early. */
  static int explain(Exception e, CommandLine commandLine, ParseResult parsed) {
    if (wantsTrace(parsed)) {
      e.printStackTrace(commandLine.getErr());
    }
    boolean isOfRun = e instanceof SimulationFailure || e instanceof UserCodeException;
    if (isOfRun || e instanceof UncheckedIOException) {
      return say(commandLine, e.getMessage(), ExitCode.SOFTWARE);
    }
    if (e instanceof InvalidInputException) {
      return say(commandLine, e.getMessage(), ExitCode.USAGE);
    }
    if (e instanceof InvalidPathException) {
      String allowed = "names that the system and its locale (LC_ALL) can encode";
      return say(commandLine, e.getMessage() + ", allowed: " + allowed, ExitCode.USAGE);
    }
    if (!wantsTrace(parsed)) {
      e.printStackTrace(commandLine.getErr());
    }
    return say(commandLine, "internal error: " + e, ExitCode.SOFTWARE);
  }

  /** The option may stand before or after the command's name. */
  private static boolean wantsTrace(ParseResult parsed) {
    return parsed.hasMatchedOption(DEBUG)
        || (parsed.hasSubcommand() && wantsTrace(parsed.subcommand()));
  }

  /**
   * Returns the exit code of a command that has ended: a failure when its output is lost. A pipe
   * that its reader has closed, such as {@code head}, loses nothing that is wanted.
   */
  static int afterOutput(CommandLine commandLine, int exitCode) {
    commandLine.getOut().flush();
    return exitCode == ExitCode.OK && System.out.checkError() && !Terminal.isPipe()
        ? say(commandLine, "standard output cannot be written", ExitCode.SOFTWARE)
        : exitCode;
  }

  private static int say(CommandLine commandLine, String message, int exitCode) {
    commandLine.getErr().println("polyphony: " + BriefText.of(message));
    commandLine.getErr().flush();
    return exitCode;
  }
}
