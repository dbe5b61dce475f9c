package org.polyphony.plot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** What a folder of results holds: the runs of a sweep, or one run with its tables. */
public final class Results {
  private static final String LINES = "results.jsonl";
  private static final String SUMMARY = "summary.json";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path folder;
  private final List<RunRecord> runs;
  private final List<FailedRun> failures;

  private Results(Path folder, List<RunRecord> runs, List<FailedRun> failures) {
    this.folder = folder;
    this.runs = List.copyOf(runs);
    this.failures = List.copyOf(failures);
  }

  /**
   * Reads a folder.
   *
   * @param folder that {@code run}, {@code sweep} or {@code reproduce} has written
   * @throws InvalidInputException when it is none, or a file in it cannot be read
   */
  public static Results read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException(
          folder + ": found no such folder, allowed: a folder of results");
    }
    List<RunRecord> runs = new ArrayList<>();
    List<FailedRun> failures = new ArrayList<>();
    readRuns(folder, runs, failures);
    return new Results(folder, runs, failures);
  }

  private static void readRuns(Path folder, List<RunRecord> runs, List<FailedRun> failures) {
    if (Files.exists(folder.resolve(LINES))) {
      List<String> lines = lines(folder.resolve(LINES));
      for (int i = 0; i < lines.size(); i++) {
        JsonNode line = parse(folder.resolve(LINES) + ":" + (i + 1), lines.get(i));
        if (line.has("error")) {
          failures.add(new FailedRun(line.path("run").asText(), line.path("error").asText()));
        } else {
          runs.add(new RunRecord(line));
        }
      }
    } else if (Files.exists(folder.resolve(SUMMARY))) {
      Path file = folder.resolve(SUMMARY);
      runs.add(new RunRecord(parse(file.toString(), String.join("\n", lines(file)))));
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException e) {
      throw new InvalidInputException(file + ": found bytes that are no UTF-8", e);
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static JsonNode parse(String where, String text) {
    JsonNode node = tree(where, text);
    if (node.path("benchmarks").isArray() || node.has("error")) {
      return node;
    }
    throw new InvalidInputException(where + ": found no run, allowed: what summary.json holds");
  }

  private static JsonNode tree(String where, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          where + ": found what is not JSON (" + e.getOriginalMessage() + ")", e);
    }
  }

  /** Returns where the results are. */
  public Path folder() {
    return folder;
  }

  /** Returns the runs that have not failed, in the order of their file. */
  public List<RunRecord> runs() {
    return runs;
  }

  /** Returns the runs that have failed, in the order of their file. */
  public List<FailedRun> failures() {
    return failures;
  }

  /** Returns whether these are the results of a sweep. */
  public boolean isSweep() {
    return has(LINES);
  }

  /** Returns the runs of two or more workloads that have ended. */
  List<RunRecord> sharedRuns() {
    return runs.stream().filter(RunRecord::isShared).toList();
  }

  /** Returns the shared runs but those that sweep the parts of {@code smk-fixed}. */
  List<RunRecord> comparedRuns() {
    return runs.stream().filter(RunRecord::isCompared).toList();
  }

  /**
   * Returns whether the folder has a file.
   *
   * @param file its name
   */
  public boolean has(String file) {
    return Files.exists(folder.resolve(file));
  }

  /** Returns the names of the files in the folder, sorted; hidden ones and pages are left out. */
  public List<String> files() {
    return children(Files::isRegularFile).stream()
        .map(child -> child.getFileName().toString())
        .filter(name -> !name.startsWith(".") && !name.endsWith(".html"))
        .toList();
  }

  /**
   * Returns a text of the folder.
   *
   * @param file its name; it is there
   */
  public String text(String file) {
    return String.join("\n", lines(folder.resolve(file))) + "\n";
  }

  /**
   * Returns an object of the folder; empty when it is not there.
   *
   * @param file its name
   * @throws InvalidInputException when it is not JSON
   */
  public Optional<JsonNode> json(String file) {
    return has(file)
        ? Optional.of(tree(folder.resolve(file).toString(), text(file)))
        : Optional.empty();
  }

  /**
   * Returns a table of the folder; empty when it is not there or has no row.
   *
   * @param file its name
   */
  public Optional<CsvTable> table(String file) {
    return Optional.of(folder.resolve(file))
        .filter(Files::exists)
        .map(CsvTable::read)
        .filter(table -> table.rows() > 0);
  }

  /** Returns this folder, or, when it has no summary of its own, its subfolders that have one. */
  public List<Results> singleRuns() {
    return has(SUMMARY)
        ? List.of(this)
        : children(child -> Files.exists(child.resolve(SUMMARY))).stream()
            .map(Results::read)
            .toList();
  }

  private List<Path> children(Predicate<Path> wanted) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
