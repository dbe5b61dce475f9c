package org.polyphony.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/**
 * Reads files of results, a line each, as one: what stands there twice counts once. A line that
 * cannot be read, as the last one after a kill, is left out and told of.
 */
final class LineReader {
  private final Map<String, Line> lines = new LinkedHashMap<>(); // by version and id
  private final Consumer<String> notices;

  LineReader(Consumer<String> notices) {
    this.notices = notices;
  }

  /**
   * A line.
   *
   * @param where file and number of the line
   * @param content the line
   */
  record Line(String where, ObjectNode content) {
    int version() {
      return content.path(ResultLines.VERSION).asInt();
    }

    String id() {
      return content.path(ResultLines.ID).asText();
    }

    String about() {
      return content.path(ResultLines.ABOUT).asText();
    }

    private JsonNode results() {
      return content.deepCopy().without(ResultLines.MADE);
    }
  }

  /** Returns the lines in the order in which they were read. */
  Collection<Line> lines() {
    return lines.values();
  }

  /**
   * Adds the lines of a file, which may be absent.
   *
   * @throws InvalidInputException when it cannot be read, or contradicts a line before
   */
  void read(Path file) {
    String[] texts = text(file).split("\n", -1);
    int unreadable = 0;
    int first = 0;
    for (int i = 0; i < texts.length; i++) {
      Optional<ObjectNode> content = parse(texts[i]);
      int number = i + 1;
      content.ifPresent(line -> add(new Line(file + ":" + number, line)));
      if (content.isEmpty() && !texts[i].isBlank()) {
        unreadable++;
        first = first == 0 ? number : first;
      }
    }
    requireSomeOfOurs(file, texts.length, unreadable);
    if (unreadable > 0) {
      String count = unreadable == 1 ? "a line" : unreadable + " lines, the first";
      notices.accept(file + ":" + first + ": " + count + " that cannot be read, left out");
    }
  }

  /** So that nothing is added to a file of something else. */
  private static void requireSomeOfOurs(Path file, int lines, int unreadable) {
    boolean endsWithLineFeed = unreadable == lines - 1;
    if (unreadable > 1 && (unreadable == lines || endsWithLineFeed)) {
      throw new InvalidInputException(
          file + ": found no line of results, allowed: a file that 'reproduce --results' has made");
    }
  }

  private void add(Line line) {
    Line before = lines.putIfAbsent(line.version() + " " + line.id(), line);
    if (before != null && !before.results().equals(line.results())) {
      String found = "other results of " + line.about() + " than in " + before.where();
      throw new Violation("", found, "the same; delete the line that is wrong")
          .errorAt(line.where());
    }
  }

  private static String text(Path file) {
    if (!Files.exists(file)) {
      return "";
    }
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidInputException(
          file + ": cannot be read (" + e.getMessage() + "), allowed: a file of results", e);
    }
  }

  static Optional<ObjectNode> parse(String text) {
    try {
      return Json.parse(text) instanceof ObjectNode line
              && line.path(ResultLines.VERSION).isInt()
              && line.path(ResultLines.ID).isTextual()
          ? Optional.of(line)
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
