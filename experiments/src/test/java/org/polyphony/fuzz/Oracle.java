package org.polyphony.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.cli.CommandRun;
import org.polyphony.compare.ResultComparison;

/** What a command may say and leave behind, whatever its input was. */
final class Oracle {
  static final int INTERRUPTED = 130;
  private static final int MOST_CHARACTERS = 4096; // of a message
  private static final String MESSAGE = "polyphony: ";
  private static final String WARNING = MESSAGE + "warning: ";

  /** What is for the programmers of this program, or tells of a device that was not refused. */
  private static final Pattern INTERNAL =
      Pattern.compile(
          "\\n\\s+at \\S+\\(|internal error|\\w(Exception|Error)\\b|com\\.fasterxml|jackson"
              + "|JsonNode|\\bjava\\.(io|nio|util)\\.|@[0-9a-f]{6,8}\\b|no progress");

  /** What only the results of a study show: how many rows have a value. */
  private static final String LATE = "conditions that leave one row";

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

  private Oracle() {}

  /**
   * Returns what is wrong with the end of a command; empty when nothing is.
   *
   * @param run what it said
   * @param out where its results go
   * @param isInterrupted whether the device ended a run early
   */
  static Optional<String> fault(CommandRun run, Path out, boolean isInterrupted)
      throws IOException {
    Matcher control = CONTROL.matcher(run.err() + run.out());
    if (control.find()) {
      return Optional.of("prints control character " + (int) control.group().charAt(0));
    }
    Matcher internal = INTERNAL.matcher(run.err() + run.out() + rowsOfSweep(out));
    if (internal.find()) {
      return Optional.of("says '" + internal.group().strip() + "'");
    }
    Optional<String> left = left(run, out);
    return left.isPresent() ? left : said(run, isInterrupted);
  }

  /** A sweep goes on after a run that fails; its row says why. */
  private static String rowsOfSweep(Path out) throws IOException {
    Path rows = out.resolve("results.jsonl");
    return Files.exists(rows) ? Files.readString(rows) : "";
  }

  private static Optional<String> said(CommandRun run, boolean isInterrupted) {
    long messages =
        run.err()
            .lines()
            .filter(line -> line.startsWith(MESSAGE) && !line.startsWith(WARNING))
            .count();
    if (run.err().length() > MOST_CHARACTERS) {
      return Optional.of("says " + run.err().length() + " characters");
    }
    return switch (run.exitCode()) {
      case 0 -> messages == 0 ? Optional.empty() : Optional.of("says an error and ends with 0");
      case 1, 2 -> messages <= 1 ? Optional.empty() : Optional.of(messages + " messages");
      case INTERRUPTED -> isInterrupted ? Optional.empty() : Optional.of("130, not interrupted");
      default -> Optional.of("exit code " + run.exitCode());
    };
  }

  private static Optional<String> left(CommandRun run, Path out) throws IOException {
    List<String> names = names(out);
    if (run.exitCode() == 2 && !names.isEmpty() && !run.err().contains(LATE)) {
      return Optional.of("bad input, and written: " + names);
    }
    Optional<String> temporary =
        names.stream()
            .filter(name -> name.matches("\\..*|.*\\.tmp|.*\\.part"))
            .filter(name -> !name.equals(".polyphony")) // lists the results
            .findFirst();
    if (temporary.isPresent()) {
      return Optional.of("a file left: " + temporary.get());
    }
    for (String name : names) {
      if (name.endsWith(".json") && !isJson(out.resolve(name))) {
        return Optional.of("half a file: " + name);
      }
    }
    boolean hasTables = names.stream().anyMatch(name -> name.endsWith(".csv"));
    boolean hasSummary =
        names.stream().anyMatch(name -> name.matches(".*summary.json|sweep.json|made.json"));
    return hasTables && !hasSummary
        ? Optional.of("results without a summary: " + names)
        : Optional.empty();
  }

  private static List<String> names(Path out) throws IOException {
    if (!Files.isDirectory(out)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean isJson(Path file) throws IOException {
    try {
      return Seeds.json(file).isContainerNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * Returns how results differ from those that a whole input gives; empty when they do not, and
   * where the user was told that part of a packed trace is damaged.
   */
  static Optional<String> difference(Path expected, CommandRun run, Path out) throws IOException {
    if (run.exitCode() == 2 && run.err().contains("corrupt packed trace: a frame")) {
      return Optional.empty();
    }
    for (Path folder : List.of(expected, out)) {
      Files.deleteIfExists(folder.resolve("host-summary.json")); // says when it was made
    }
    return ResultComparison.firstDifference(expected, out, Set.of());
  }
}
