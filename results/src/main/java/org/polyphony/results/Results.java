package org.polyphony.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.polyphony.input.Hash;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.ParserMessage;

/**
 * What a folder of results holds: the runs of a sweep, one run with its tables, or host
 * experiments.
 */
public final class Results {
  private static final int MOST_RUNS = 10_000; // of a larger sweep, about so many are read
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path folder;
  private final List<RunRecord> runs = new ArrayList<>();
  private final List<HostRecord> hostRuns = new ArrayList<>();
  private final List<JsonNode> hostSummaries = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private long inFile; // runs of a sweep
  private long kept; // of them
  private long repeated; // in an earlier folder
  private final View view;
  private final boolean isJoined;

  /** A run of a sweep that has failed. */
  public record Failure(String id, String cause) {}

  private Results(Path folder, View view, boolean isJoined) {
    this.folder = folder;
    this.view = view;
    this.isJoined = isJoined;
  }

  /** Returns how charts show the results. */
  public View view() {
    return view;
  }

  /** Reads a folder; improvements are drawn as changes, names as they are, values without units. */
  public static Results read(Path folder) {
    return read(folder, View.of(DisplayNames.none()));
  }

  /**
   * Reads a folder.
   *
   * @param folder that {@code run}, {@code sweep} or {@code study} has written
   * @param view how charts show the results
   * @throws InvalidInputException when it is none, or a file in it cannot be read
   */
  public static Results read(Path folder, View view) {
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException(folder + ": no such folder; give a results folder");
    }
    Results results = new Results(folder, view, false);
    results.readRuns();
    return results;
  }

  /**
   * Reads several folders, of sweeps or of runs, as one sweep: what their configs have otherwise is
   * an axis. Of a point that several have, the first counts.
   *
   * @param folders one or more
   * @param view how charts show the results
   * @throws InvalidInputException when one has no runs, or a file in it cannot be read
   */
  public static Results read(List<Path> folders, View view) {
    if (folders.size() == 1) {
      return read(folders.get(0), view);
    }
    List<Results> parts = folders.stream().map(folder -> read(folder, view)).toList();
    String names =
        String.join(" + ", folders.stream().map(f -> String.valueOf(f.getFileName())).toList());
    Results joined = new Results(Path.of(names), view, true);
    for (ObjectNode run : JoinedRuns.of(parts)) {
      joined.add(names, run);
    }
    for (Results part : parts) {
      joined.repeated += part.runs.size();
      joined.failures.addAll(part.failures);
      joined.inFile += part.inFile;
      joined.kept += part.kept;
    }
    joined.repeated -= joined.runs.size();
    return joined;
  }

  private void readRuns() {
    if (isSweep()) {
      readSweep();
      return;
    }
    for (ResultFile summary : List.of(ResultFile.SUMMARY, ResultFile.HOST_SUMMARY)) {
      json(summary).ifPresent(run -> add(path(summary).toString(), run));
    }
  }

  /** Reads line by line: there may be more runs than there is memory for. */
  private void readSweep() {
    Path file = path(ResultFile.LINES);
    try {
      try (BufferedReader reader = InputFile.reader(file)) {
        inFile = reader.lines().count();
      }
      try (BufferedReader reader = InputFile.reader(file)) {
        int number = 1;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          addSampled(file + ":" + number++, line);
        }
      }
      WorkloadVariants.toAxes(runs);
    } catch (UncheckedIOException e) { // while it was read
      throw unreadable(file, e.getCause());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private void addSampled(String where, String line) {
    JsonNode run = tree(where, line);
    if (isSampled(run)) {
      kept++;
      add(where, run);
    }
  }

  /** Draws runs by their settings but the policy, so that policies can be compared. */
  private boolean isSampled(JsonNode run) {
    if (inFile <= MOST_RUNS) {
      return true;
    }
    StringBuilder setting = new StringBuilder();
    run.path("axes")
        .forEachEntry(
            (axis, value) -> setting.append(axis.matches("policy|variant") ? "" : axis + value));
    String drawn = setting.isEmpty() ? run.path("run").asText() : setting.toString();
    return Hash.mix(0, drawn.hashCode()) % inFile < MOST_RUNS;
  }

  private void add(String where, JsonNode run) {
    if (run.has("error")) {
      failures.add(new Failure(run.path("run").asText(), run.path("error").asText()));
    } else if (run.path("benchmarks").isArray()) {
      runs.add(new RunRecord(run, view.names()));
    } else if (run.path("runs").isArray()) {
      hostSummaries.add(run);
      hostRuns.addAll(HostRecord.of(run, view.names()));
    } else {
      throw new InvalidInputException(where + ": holds no run, as a summary.json would");
    }
  }

  private static List<String> lines(Path file) {
    try {
      return InputFile.text(file).lines().toList();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static InvalidInputException unreadable(Path file, IOException e) {
    return new InvalidInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
  }

  private static JsonNode tree(String where, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          where + ": invalid JSON (" + ParserMessage.plain(e.getOriginalMessage()) + ")", e);
    }
  }

  public Path folder() {
    return folder;
  }

  public Path path(ResultFile file) {
    return folder.resolve(file.file());
  }

  /** Returns the runs on a device that have not failed, in the order of their file. */
  public List<RunRecord> runs() {
    return Collections.unmodifiableList(runs);
  }

  /** Returns the runs of host experiments, one for each scheduler. */
  public List<HostRecord> hostRuns() {
    return Collections.unmodifiableList(hostRuns);
  }

  /** Returns the host experiments as a whole: one, or the lines of a sweep. */
  public List<JsonNode> hostSummaries() {
    return Collections.unmodifiableList(hostSummaries);
  }

  public List<Failure> failures() {
    return Collections.unmodifiableList(failures);
  }

  /** Returns sentences on the runs that no comparison shows, and why; none if all are shown. */
  public List<String> leftOut() {
    List<String> sentences = new ArrayList<>();
    if (kept < inFile) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "A sample of %,d of %,d runs, drawn by all settings except the policy;"
                  + " results.csv has all runs.",
              kept,
              inFile));
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("failed", (long) failures.size());
    counts.put("repeat a point of an earlier folder", repeated);
    counts.put(
        "have no STP (one workload, or stopped before all first rounds ended)",
        isSweep() ? (long) runs.size() - sharedRuns().size() : 0L);
    counts.put("have no counterpart under " + view.normalizedTo(), withoutBaseline());
    counts.forEach(
        (why, count) -> {
          if (count > 0) {
            sentences.add(String.format(Locale.ROOT, "Runs not compared: %,d %s.", count, why));
          }
        });
    return sentences;
  }

  public boolean isOfDevice() {
    return hostRuns.isEmpty();
  }

  public boolean isSweep() {
    return isJoined || has(ResultFile.LINES);
  }

  public List<RunRecord> sharedRuns() {
    return runs.stream().filter(RunRecord::isShared).toList();
  }

  /**
   * Returns the shared runs; with a policy as the baseline, those that have a run of it beside
   * them, as ratios.
   */
  public List<RunRecord> comparedRuns() {
    return view.normalizedTo().isEmpty() ? sharedRuns() : over(view.normalizedTo(), sharedRuns());
  }

  private static List<RunRecord> over(String policy, List<RunRecord> runs) {
    Map<String, RunRecord> bases = new HashMap<>();
    runs.stream().filter(run -> run.isOf(policy)).forEach(run -> bases.put(run.place(), run));
    return runs.stream()
        .filter(run -> !run.isOf(policy) && bases.containsKey(run.place()))
        .map(run -> run.over(bases.get(run.place())))
        .toList();
  }

  private long withoutBaseline() {
    long others = sharedRuns().stream().filter(run -> !run.isOf(view.normalizedTo())).count();
    return view.normalizedTo().isEmpty() ? 0 : others - comparedRuns().size();
  }

  /** Returns the policies of compared runs and the schedulers of host runs, as they are shown. */
  public List<String> policies() {
    return Stream.concat(
            (isSweep() ? sharedRuns() : List.<RunRecord>of()).stream().map(RunRecord::policyWord),
            hostRuns.stream().map(HostRecord::scheduler))
        .distinct()
        .toList();
  }

  /** Returns the compared runs of a sweep; none of anything else. */
  public List<RunRecord> sweptRuns() {
    return isSweep() ? comparedRuns() : List.of();
  }

  public boolean has(ResultFile file) {
    return !isJoined && Files.exists(path(file));
  }

  /** Returns the names of the files in the folder, sorted; hidden ones and pages are left out. */
  public List<String> files() {
    return children(Files::isRegularFile).stream()
        .map(child -> child.getFileName().toString())
        .filter(name -> !name.startsWith(".") && !name.endsWith(".html"))
        .toList();
  }

  /** Returns the text of a file that is there. */
  public String text(String file) {
    return String.join("\n", lines(folder.resolve(file))) + "\n";
  }

  /**
   * Returns an object of the folder; empty when there is no such file.
   *
   * @throws InvalidInputException when it is not JSON
   */
  public Optional<JsonNode> json(ResultFile file) {
    return has(file)
        ? Optional.of(tree(path(file).toString(), text(file.file())))
        : Optional.empty();
  }

  /** Returns a table of the folder; empty when there is no such file or no row in it. */
  public Optional<CsvTable> table(ResultFile file) {
    return Optional.of(path(file))
        .filter(path -> has(file))
        .map(path -> CsvTable.read(path, view.names()))
        .filter(table -> table.rows() > 0);
  }

  /** Returns this folder, or, when it has no summary of its own, its subfolders that have one. */
  public List<Results> singleRuns() {
    return has(ResultFile.SUMMARY)
        ? List.of(this)
        : children(child -> Files.exists(child.resolve(ResultFile.SUMMARY.file()))).stream()
            .map(single -> read(single, new View(view.names(), view.isAbsolute(), "")))
            .toList();
  }

  private List<Path> children(Predicate<Path> wanted) {
    if (isJoined) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw new InvalidInputException(folder + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
