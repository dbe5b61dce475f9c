package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.trace.BundledTraces;

/** The commands that pages show run as they stand, one after another, on a device of no time. */
class ShownCommandsTest {
  private static final Pattern LINE = Pattern.compile("(?m)^ {4,}(\\./polyphony .*)$");

  private static final Pattern JAVA_FILE =
      Pattern.compile("`(mine/\\S+\\.java)`, is complete:\n\n((?: {4}.*\n|\n)+)");

  /** Commands that write to a folder which they name themselves unless they are told one. */
  private static final Set<String> WITH_FOLDER = Set.of("run", "sweep", "host");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/tutorial.md",
        "docs/traces.md",
        "docs/policies.md",
        "docs/sharing-gpus.md",
        "configs/README.md",
        "workloads/README.md"
      })
  void run(String page) throws IOException {
    String text = Files.readString(Home.find().resolve(page));
    for (MatchResult file : JAVA_FILE.matcher(text).results().toList()) {
      Path java = folder.resolve(file.group(1));
      Files.createDirectories(java.getParent());
      Files.writeString(java, file.group(2).replaceAll("(?m)^ {4}", ""));
    }
    List<String> failed = new ArrayList<>();
    List<String> commands = commands(text);

    for (String command : commands) {
      List<String> args = arguments(command);
      CommandRun run =
          CommandRun.until(
              new StopFlag(),
              (request, watcher) -> Fixtures.result(request, false),
              folder.resolve("cache"),
              args.toArray(String[]::new));
      if (run.exitCode() != 0) {
        failed.add(command + ": " + run.err());
      }
    }

    assertEquals(List.of(), failed);
    assertTrue(!commands.isEmpty());
  }

  /** The commands of a page, without comments and without what the shell does with their output. */
  private static List<String> commands(String page) {
    List<String> commands = new ArrayList<>();
    for (MatchResult line : LINE.matcher(page).results().toList()) {
      for (String command : line.group(1).replaceAll(" +#.*", "").split(" && ", -1)) {
        String words = command.replaceAll(" [|>].*", "").replace("$policy", "maestro");
        commands.add(words.replace("./polyphony ", "").strip());
      }
    }
    return commands;
  }

  private List<String> arguments(String command) {
    List<String> args = new ArrayList<>();
    for (String word : command.split(" +", -1)) {
      args.add(placed(word));
    }
    if (args.get(0).equals("reproduce")) { // hours, or the project's own files
      args.add("--help");
    } else if (WITH_FOLDER.contains(args.get(0)) && !args.contains("--out")) {
      String name = args.get(1).replaceAll(".*/", "").replaceAll("\\.json$", "");
      args.addAll(List.of("--out", folder.resolve("out").resolve(name).toString()));
    }
    return args;
  }

  /** Returns an argument with what is relative to the reader's folder in its place here. */
  private String placed(String word) {
    if (word.matches("(out|mine)/.*")) {
      return folder.resolve(word).toString();
    } else if (word.equals("traces")) { // of the reader's own
      return BundledTraces.path("sample-saxpy").getParent().toString();
    } else if (word.equals("8080")) { // may be in use here
      return "0";
    }
    Path file = Home.find().resolve(word);
    return word.contains("/") && Files.exists(file) ? file.toString() : word;
  }
}
