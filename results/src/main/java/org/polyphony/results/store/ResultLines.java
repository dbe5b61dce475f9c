package org.polyphony.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/**
 * A file of finished runs that can be committed, concatenated with others and resumed on another
 * machine. It is append-only, with one JSON object per line: the version of results, an id derived
 * from all inputs of the result, a description for readers, and under {@code made} provenance that
 * may differ between equal results.
 *
 * <p>Lines of other versions are skipped. Equal lines count once; lines with the same id that
 * differ in more than {@code made} are rejected. A truncated last line is skipped, and dropped by
 * the next append.
 */
public final class ResultLines {
  /** Key of the results version. */
  public static final String VERSION = "results";

  /** Key of the id. */
  public static final String ID = "id";

  /** Key of the description. */
  public static final String ABOUT = "about";

  /** Key of the provenance and duration. */
  public static final String MADE = "made";

  private final KeyedLog log;
  private final int version;
  private final Consumer<String> notices;
  private final Map<String, Line> lines = new LinkedHashMap<>();
  private boolean isRefused; // a write to the file has failed

  private ResultLines(KeyedLog log, int version, Consumer<String> notices) {
    this.log = log;
    this.version = version;
    this.notices = notices;
  }

  /**
   * A line.
   *
   * @param where file and line number
   * @param content the line
   */
  private record Line(String where, ObjectNode content) {
    int version() {
      return content.path(VERSION).asInt();
    }

    String id() {
      return content.path(ID).asText();
    }

    String about() {
      return content.path(ABOUT).asText();
    }

    private JsonNode results() {
      return content.deepCopy().without(MADE);
    }
  }

  /**
   * Reads a file.
   *
   * @param file may be absent; created by the first append
   * @param version of results to accept
   * @param notices receives skipped lines and write failures
   * @throws InvalidInputException if it cannot be read, or contradicts itself
   */
  public static ResultLines read(Path file, int version, Consumer<String> notices) {
    KeyedLog log = new KeyedLog(file);
    Map<String, Line> all = new LinkedHashMap<>();
    read(log, all, notices);
    ResultLines results = new ResultLines(log, version, notices);
    int others = 0;
    for (Line line : all.values()) {
      if (line.version() == version) {
        results.lines.put(line.id(), line);
      } else {
        others++;
      }
    }
    if (others > 0) {
      notices.accept(
          String.format(
              "%s: lines skipped for a results version other than %d: %d", file, version, others));
    }
    return results;
  }

  /**
   * Adds the lines of another file, which stays as it is.
   *
   * @throws InvalidInputException if it cannot be read, or contradicts itself
   */
  public void include(Path other) {
    read(other, version, notices).lines.forEach(lines::putIfAbsent);
  }

  /** Adds the lines of a file, by version and id; equal lines count once. */
  private static void read(KeyedLog log, Map<String, Line> all, Consumer<String> notices) {
    Path file = log.file();
    List<KeyedLog.Line> read;
    try {
      read = log.read();
    } catch (IOException e) {
      throw new InvalidInputException(
          file + ": cannot be read (" + e.getMessage() + "), allowed: a results file", e);
    }
    List<KeyedLog.Line> unreadable = read.stream().filter(line -> !isOurs(line)).toList();
    if (unreadable.size() > 1 && unreadable.size() == read.size()) {
      throw new InvalidInputException( // never append to a file of another kind
          file + ": holds no results; give a runs.jsonl written by a study");
    }
    for (KeyedLog.Line line : read) {
      if (isOurs(line)) {
        add(new Line(file + ":" + line.number(), line.content().orElseThrow()), all);
      }
    }
    if (!unreadable.isEmpty()) {
      int count = unreadable.size();
      String what = count == 1 ? "unreadable line" : "the first of " + count + " unreadable lines";
      notices.accept(file + ":" + unreadable.get(0).number() + ": " + what + " skipped");
    }
  }

  private static boolean isOurs(KeyedLog.Line line) {
    return line.content()
        .filter(content -> content.path(VERSION).isInt() && content.path(ID).isTextual())
        .isPresent();
  }

  private static void add(Line line, Map<String, Line> all) {
    Line before = all.putIfAbsent(line.version() + " " + line.id(), line);
    if (before != null && !before.results().equals(line.results())) {
      String found = "different results of " + line.about() + " than in " + before.where();
      throw new Violation("", found, "the same; delete the wrong line").errorAt(line.where());
    }
  }

  public Path file() {
    return log.file();
  }

  /**
   * Returns a line; empty if there is none.
   *
   * @param id of the line
   * @param isWhole tells whether it has all that its reader needs
   * @throws InvalidInputException if it has not
   */
  public synchronized Optional<JsonNode> find(String id, Predicate<JsonNode> isWhole) {
    Line line = lines.get(id);
    if (line != null && !isWhole.test(line.content())) {
      String found = "'" + line.about() + "' without all of its results";
      throw new Violation("", found, "a line as a run has written it; delete the wrong line")
          .errorAt(line.where());
    }
    return Optional.ofNullable(line).map(Line::content);
  }

  /**
   * Adds a line and appends it to the file; a write failure is reported once.
   *
   * @param id of the line; an existing line is kept
   * @param about description
   * @param content the remaining keys
   */
  public synchronized void add(String id, String about, ObjectNode content) {
    ObjectNode line = Json.object();
    line.put(VERSION, version).put(ID, id).put(ABOUT, about);
    line.setAll(content);
    if (lines.putIfAbsent(id, new Line(file().toString(), line)) != null || isRefused) {
      return;
    }
    try {
      log.append(line);
    } catch (IOException e) {
      isRefused = true;
      notices.accept(
          file() + ": cannot be written (" + reason(e) + "); new results are not added to it");
    }
  }

  private static String reason(IOException e) {
    String known = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return known == null ? e.getClass().getSimpleName() : known;
  }
}
