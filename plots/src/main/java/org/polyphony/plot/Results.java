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
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** What a folder of results holds: the runs of a sweep, or one run with its tables. */
public final class Results {
  private static final String LINES = "results.jsonl";
  private static final String SUMMARY = "summary.json";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path folder;
  private final List<RunRecord> runs;

  private Results(Path folder, List<RunRecord> runs) {
    this.folder = folder;
    this.runs = runs;
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
    return new Results(folder, runsOf(folder));
  }

  private static List<RunRecord> runsOf(Path folder) {
    List<RunRecord> runs = new ArrayList<>();
    if (Files.exists(folder.resolve(LINES))) {
      List<String> lines = lines(folder.resolve(LINES));
      for (int i = 0; i < lines.size(); i++) {
        JsonNode line = parse(folder.resolve(LINES) + ":" + (i + 1), lines.get(i));
        if (!line.has("error")) {
          runs.add(new RunRecord(line));
        }
      }
    } else if (Files.exists(folder.resolve(SUMMARY))) {
      Path file = folder.resolve(SUMMARY);
      runs.add(new RunRecord(parse(file.toString(), String.join("\n", lines(file)))));
    }
    return List.copyOf(runs);
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
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node.path("benchmarks").isArray() || node.has("error")) {
        return node;
      }
      throw new InvalidInputException(where + ": found no run, allowed: what summary.json holds");
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
  List<RunRecord> runs() {
    return runs;
  }

  /** Returns the runs of two or more workloads that have ended. */
  List<RunRecord> sharedRuns() {
    return runs.stream().filter(RunRecord::isShared).toList();
  }

  /** Returns the shared runs but those that sweep the parts of {@code smk-fixed}. */
  List<RunRecord> comparedRuns() {
    return sharedRuns().stream().filter(run -> !Double.isFinite(run.firstThreadShare())).toList();
  }

  boolean has(String file) {
    return Files.exists(folder.resolve(file));
  }

  /** Returns a table of the folder; empty when it is not there or has no row. */
  Optional<CsvTable> table(String file) {
    return Optional.of(folder.resolve(file))
        .filter(Files::exists)
        .map(CsvTable::read)
        .filter(table -> table.rows() > 0);
  }

  /** Returns this folder, or, when it has no summary of its own, its subfolders that have one. */
  List<Results> singleRuns() {
    if (has(SUMMARY)) {
      return List.of(this);
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> Files.exists(child.resolve(SUMMARY)))
          .sorted()
          .map(Results::read)
          .toList();
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
