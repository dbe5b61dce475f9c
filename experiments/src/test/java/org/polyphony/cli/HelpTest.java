package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.FileKind;
import org.polyphony.input.Home;
import org.polyphony.run.WorkloadLibrary;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
  private static final Path NO_CACHE = Path.of("no-cache");
  private static final Pattern OPTION = Pattern.compile(" {2}(?:-\\w,|   ) (--[\\w-]+)");

  private static Stream<String> commands() {
    return Stream.concat(Stream.of("--help"), commandsOf("", Main.commandLine()));
  }

  private static Stream<String> commandsOf(String parent, CommandLine commandLine) {
    return commandLine.getSubcommands().entrySet().stream()
        .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
        .flatMap(
            command -> {
              String path = parent + command.getKey() + " ";
              return Stream.concat(
                  Stream.of(path + "--help"), commandsOf(path, command.getValue()));
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItselfOnAScreen(String command) {
    CommandRun run = CommandRun.refused(NO_CACHE, command.split(" ", -1));

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().startsWith("Usage: polyphony"), run.out());
    assertTrue(run.out().contains("--help"), run.out());
    assertEquals("", run.err());
    assertTrue(run.out().lines().count() <= 40, run.out());
    assertTrue(run.out().lines().allMatch(line -> line.length() <= 80), run.out());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpListsEachOptionOnce(String command) {
    CommandRun run = CommandRun.refused(NO_CACHE, command.split(" ", -1));
    CommandLine found = Main.commandLine();
    for (String name : command.replace("--help", "").strip().split(" ", -1)) {
      found = found.getSubcommands().getOrDefault(name, found);
    }

    List<String> listed =
        run.out()
            .lines()
            .map(line -> OPTION.matcher(line))
            .filter(Matcher::lookingAt)
            .map(line -> line.group(1))
            .sorted()
            .toList();
    boolean isMain = found.getParent() == null;

    assertEquals(
        found.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .filter(name -> isMain || !name.equals("--version"))
            .sorted()
            .toList(),
        listed);
  }

  @Test
  void theListOfCommandsCutsNoDescription() {
    List<String> cut =
        Main.commandLine().getSubcommands().values().stream()
            .map(command -> command.getCommandSpec().usageMessage())
            .filter(usage -> usage.description().length != 1)
            .map(usage -> String.join(" ", usage.description()))
            .toList();

    assertEquals(List.of(), cut); // of several lines it shows the first
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "host", "sweep"})
  void theConfigsOfExamplesAreThere(String command) {
    CommandRun run = CommandRun.refused(NO_CACHE, command, "--help");

    List<String> missing =
        run.out()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("polyphony " + command + " "))
            .map(line -> line.split(" ", -1)[2])
            .filter(config -> FileKind.named(config).isEmpty())
            .filter(config -> !WorkloadLibrary.names().contains(config))
            .filter(config -> Files.notExists(Home.find().resolve(config)))
            .toList();

    assertEquals(List.of(), missing);
  }

  private static List<String> kinds() {
    return ListCommand.KINDS;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyListHasALineForEachEntry(String kind) {
    CommandRun run = CommandRun.refused(NO_CACHE, "list", kind);

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().lines().count() > 1, run.out());
    assertTrue(run.out().startsWith("name "), run.out());
    assertEquals(
        kind.equals("charts"), run.out().lines().findFirst().orElseThrow().endsWith("needs"));
  }
}
