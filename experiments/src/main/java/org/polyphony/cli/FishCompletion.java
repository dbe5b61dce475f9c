package org.polyphony.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What fish completes a command line with: its commands, their options and the values that are
 * known; files elsewhere. picocli makes the same for bash and zsh alone.
 */
final class FishCompletion {
  private final CommandSpec root;
  private final StringBuilder script = new StringBuilder();

  private FishCompletion(CommandSpec root) {
    this.root = root;
  }

  /** Returns the script for a command and all commands below it that help shows. */
  static String of(CommandLine commandLine) {
    FishCompletion completion = new FishCompletion(commandLine.getCommandSpec());
    completion.addFunctions();
    completion.add(completion.root, List.of());
    return completion.script.toString();
  }

  /** The words before the cursor, without options, begin with a command or are all of it. */
  private void addFunctions() {
    script.append(
        """
        function __NAME_words
            set -l words (commandline -opc | string match --invert -- '-*')
            set -e words[1]
            echo -- $words
        end
        function __NAME_is
            test (__NAME_words) = "$argv"
        end
        function __NAME_in
            string match -q -- "$argv *" (__NAME_words)' '
        end
        """
            .replace("NAME", root.name()));
  }

  private void add(CommandSpec command, List<String> path) {
    String in = path.isEmpty() ? "is" : "in";
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        addOption(option, condition(in, path));
      }
    }
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      if (!values(parameter).isEmpty()) {
        line(condition("is", path), "-f" + values(parameter), parameter.paramLabel());
      }
    }
    for (CommandLine sub : command.subcommands().values()) {
      CommandSpec below = sub.getCommandSpec();
      if (!below.usageMessage().hidden()) {
        String[] about = below.usageMessage().description();
        line(condition("is", path), "-f -a " + quoted(below.name()), first(about));
        List<String> longer = new ArrayList<>(path);
        longer.add(below.name());
        add(below, longer);
      }
    }
  }

  private void addOption(OptionSpec option, String condition) {
    StringJoiner words = new StringJoiner(" ");
    for (String name : option.names()) {
      words.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      words.add((isFile(option) ? "-r -F" : "-x") + values(option));
    }
    line(condition, words.toString(), first(option.description()));
  }

  private String condition(String function, List<String> path) {
    String words = String.join(" ", path);
    return "__" + root.name() + "_" + function + " " + (words.isEmpty() ? "\"\"" : words);
  }

  private static boolean isFile(ArgSpec arg) {
    return arg.type() == Path.class || arg.type() == File.class;
  }

  /** Returns the values that an argument can have, as words of a line; empty when not known. */
  private static String values(ArgSpec arg) {
    StringJoiner known = new StringJoiner(" ");
    if (arg.completionCandidates() != null) {
      arg.completionCandidates().forEach(known::add);
    }
    return known.length() == 0 ? "" : " -a " + quoted(known.toString());
  }

  private void line(String condition, String words, String about) {
    String all = "complete -c %s -n %s %s -d %s%n";
    script.append(all.formatted(root.name(), quoted(condition), words, quoted(about)));
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
