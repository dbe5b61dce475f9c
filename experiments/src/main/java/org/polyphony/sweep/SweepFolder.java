package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.FolderLock;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.KeyedLog;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.workload.kernel.BundledModels;

/**
 * What a sweep keeps on disk: which sweep it is, a log of finished runs for each of its parts, and
 * the results of all runs in the order of the sweep, whatever order they ended in. A run is known
 * by its settings, so that it stays when the axes of the sweep are edited. Of two lines of a run
 * the later one counts.
 */
public final class SweepFolder {
  /** All finished runs, a line each. */
  public static final String LINES = ResultFile.LINES.file();

  /** The same as a table. */
  public static final String TABLE = ResultFile.TABLE.file();

  private static final String MEANS = ResultFile.REPEATS.file();
  private static final String SEARCH = ResultFile.SEARCH.file();
  private static final String EXPLANATION = ResultFile.EXPLANATION.file();
  private static final String SWEEP = ResultFile.SWEEP.file();

  /** The files of its results. */
  public static final List<String> FILES =
      List.of(ResultFile.CONFIG.file(), SWEEP, LINES, TABLE, MEANS, SEARCH, EXPLANATION);

  private static final String RUNS = "runs";
  private static final String LOG = ".jsonl";
  private static final String LOCK = ".lock";
  private static final String ENDED = "endedMillis";
  private static final String LINE = "result";
  private static final String SETTINGS = "settings";
  private static final String DIGEST = "digest";

  private static final long ASSEMBLY_NANOS = 10_000_000_000L;
  private static final int ASSEMBLY_COST = 50; // it may take one part of so many of the time

  private final Path folder;
  private final Map<Path, KeyedLog> logs = new TreeMap<>();
  private final Map<String, Ended> ended = new HashMap<>(); // by settings
  private SweepFile sweep;
  private long nextAssembly = System.nanoTime() + ASSEMBLY_NANOS;

  /** A run that has ended, and when. */
  private record Ended(KeyedLog.Held held, long atMillis, boolean hasFailed) {
    JsonNode line() {
      return held.content().path(LINE);
    }

    /** Returns the one that counts: the later one, but a run that has not failed. */
    Ended or(Ended other) {
      boolean isLater = hasFailed == other.hasFailed && atMillis > other.atMillis;
      return isLater || (!hasFailed && other.hasFailed) ? this : other;
    }
  }

  private SweepFolder(Path folder, SweepFile sweep) {
    this.folder = folder;
    this.sweep = sweep;
    readOn();
  }

  /** Reads what this or another process has added. */
  private synchronized void readOn() {
    Path all = OutputFolder.inside(folder, RUNS);
    try (Stream<Path> files = Files.list(all)) {
      for (Path each : files.sorted().toList()) {
        Path file = OutputFolder.inside(all, each.getFileName().toString()); // lines are appended
        if (file.toString().endsWith(".json")) {
          throw new InvalidInputException(
              file
                  + ": a file for a single run, as no version of this program writes; a sweep keeps logs of several runs ("
                  + RUNS
                  + "/*.jsonl)");
        }
        if (file.toString().endsWith(LOG)) {
          KeyedLog log = logs.computeIfAbsent(file, KeyedLog::new);
          log.read(line -> accept(log, line));
        }
      }
    } catch (NoSuchFileException e) {
      // none has ended
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void accept(KeyedLog log, KeyedLog.Line line) {
    ObjectNode content = line.content().orElse(Json.object());
    if (content.path(LINE).isObject() && content.path(SETTINGS).isTextual()) {
      long atMillis = content.path(ENDED).asLong();
      Ended now = new Ended(log.new Held(line), atMillis, content.path(LINE).has("error"));
      ended.merge(content.path(SETTINGS).asText(), now, (before, later) -> later.or(before));
    }
  }

  private Optional<Ended> ended(SweepFile.Run run) {
    return Optional.ofNullable(ended.get(sweep.settingsDigest(run.axes())));
  }

  /**
   * Makes the folder of a sweep, or opens the one that is there. What has ended of an earlier form
   * of the sweep is found by its settings.
   *
   * @param path the folder
   * @param resume false to refuse one that has runs already
   * @throws InvalidInputException when it holds a sweep with another base, or has runs and is not
   *     resumed
   */
  public static SweepFolder open(Path path, SweepFile sweep, boolean resume) {
    SweepFolder folder = new SweepFolder(path, sweep);
    boolean isKnown = Files.exists(path.resolve(SWEEP));
    String before = isKnown ? folder.digest() : "";
    if (isKnown && before.isEmpty()) {
      throw new InvalidInputException(
          path.resolve(SWEEP)
              + ": holds no sweep digest; restore the file, or delete it and use"
              + " --resume if these results are of this sweep");
    }
    if (isKnown && !resume && folder.hasBegun()) {
      throw new InvalidInputException(
          path
              + ": holds results of a sweep; resume it with --resume, or choose another folder with --out");
    }
    if (folder.hasBegun() && !before.equals(Sha256.hex(sweep.identity()))) {
      folder.requireEarlierForm();
    }
    claim(path);
    folder.describe();
    return folder;
  }

  /** Requires that the sweep of the folder, if it is known, can grow to this one. */
  private void requireEarlierForm() {
    Path config = folder.resolve(ResultFile.CONFIG.file());
    if (Files.exists(config)) {
      sweep.requireBaseOf(kept(folder), config);
      hold(Shard.ALL).close(); // nobody runs the earlier form
    }
  }

  /** Writes which sweep it is, unless the folder says so already. */
  private void describe() {
    String digest = Sha256.hex(sweep.identity());
    Path config = folder.resolve(ResultFile.CONFIG.file());
    if (!digest.equals(digest()) || !Files.exists(config)) {
      AtomicFile.write(config, Json.text(sweep.asFile()));
      ObjectNode file = Json.object().put("schemaVersion", 1).put("name", sweep.name());
      AtomicFile.write(folder.resolve(SWEEP), Json.text(file.put(DIGEST, digest)));
    }
  }

  private String digest() {
    Path file = folder.resolve(SWEEP);
    try {
      return Files.exists(file) ? Json.parse(InputFile.text(file)).path(DIGEST).asText() : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Takes the next form of the sweep while its search runs. */
  synchronized void extend(SweepFile next) {
    sweep = next;
    describe();
  }

  /** Adds the runs of this sweep that finished elsewhere and failed or are missing here. */
  public synchronized void adopt(SweepFolder from) {
    for (SweepFile.Run run : sweep.runs()) {
      String settings = sweep.settingsDigest(run.axes());
      Ended other = from.ended.get(settings);
      if (other != null && ended(run).filter(own -> !own.hasFailed).isEmpty()) {
        append(Shard.ALL, line(settings, other.line()));
      }
    }
    readOn();
  }

  /** Returns the line of a run under the id and the axes that the sweep has in its present form. */
  private static JsonNode of(SweepFile.Run run, JsonNode line) {
    ObjectNode axes = Json.object();
    run.axes().forEach(axes::set);
    if (line.path("run").asText().equals(run.id()) && line.path("axes").equals(axes)) {
      return line;
    }
    ObjectNode renamed = line.deepCopy();
    if (line.path("experiment").equals(line.path("run"))) {
      renamed.put("experiment", run.id());
    }
    renamed.put("run", run.id()).set("axes", axes);
    return renamed;
  }

  /** Returns how many runs have ended that are no part of the sweep in its present form. */
  public synchronized long leftOut() {
    Set<String> others = new HashSet<>(ended.keySet());
    sweep.runs().forEach(run -> others.remove(sweep.settingsDigest(run.axes())));
    return others.size();
  }

  /** Creates the folder of a sweep and marks its files as results. */
  private static void claim(Path path) {
    OutputFolder output = OutputFolder.open(path);
    if (!Files.exists(path.resolve(SWEEP)) || output.hasOwn(FILES)) { // else without its manifest
      output.requireOwn(FILES);
    }
    FILES.forEach(output::file);
    OutputFolder.open(path.resolve(RUNS));
  }

  /**
   * Opens the folder of a sweep that has begun.
   *
   * @param path the folder
   * @throws InvalidInputException when it holds none
   */
  public static SweepFolder existing(Path path) {
    if (!Files.exists(path.resolve(SWEEP))) {
      throw new InvalidInputException(path + ": holds no sweep; give the --out folder of a sweep");
    }
    return new SweepFolder(path, kept(path));
  }

  private static SweepFile kept(Path folder) {
    return SweepFile.kept(folder.resolve(ResultFile.CONFIG.file()), BundledModels.names());
  }

  /**
   * Returns whether a folder is that of a sweep, begun or not; one whose description is missing is.
   *
   * @param path may be absent
   */
  public static boolean isOne(Path path) {
    boolean hasResults = Files.exists(path.resolve(LINES)) && Files.exists(path.resolve(RUNS));
    return hasResults || Files.exists(path.resolve(SWEEP));
  }

  private boolean hasBegun() {
    return !ended.isEmpty();
  }

  /**
   * Returns a run that has ended, empty when it has not.
   *
   * @throws UncheckedIOException when the log that has it cannot be read
   */
  public synchronized Optional<JsonNode> find(SweepFile.Run run) {
    return ended(run).map(known -> of(run, known.line()));
  }

  /** Returns when a run ended; empty when it has not. */
  synchronized Optional<Instant> endOf(SweepFile.Run run) {
    return ended(run).map(known -> Instant.ofEpochMilli(known.atMillis));
  }

  /** Returns whether a run has ended with an error. */
  synchronized boolean hasFailed(SweepFile.Run run) {
    return ended(run).filter(known -> known.hasFailed).isPresent();
  }

  /**
   * Holds a part of the sweep until it is closed, so that no other process runs any of it too: not
   * the same part, nor one of another division of the sweep.
   *
   * @throws InvalidInputException when another one does
   * @throws UncheckedIOException when the file of the lock cannot be written
   */
  FolderLock hold(Shard part) {
    return FolderLock.ofPart(logs(folder).resolve(LOCK), part.number(), part.count())
        .orElseThrow(
            () ->
                new InvalidInputException(
                    folder
                        + ": another process runs this sweep; wait until it ends, or choose another"
                        + " folder (--out)"));
  }

  /**
   * Keeps a run that has ended.
   *
   * @param settings digest of the settings of its point
   * @param result its line
   * @param part that ran it, whose log it goes to
   * @throws UncheckedIOException when it cannot be written
   */
  public void store(String settings, JsonNode result, Shard part) {
    append(part, line(settings, result));
  }

  private static ObjectNode line(String settings, JsonNode result) {
    ObjectNode line = Json.object().put(ENDED, Instant.now().toEpochMilli());
    line.put(SETTINGS, settings);
    return line.set(LINE, result);
  }

  private void append(Shard part, ObjectNode line) {
    Path file = OutputFolder.open(folder.resolve(RUNS)).path().resolve(part.fileName() + LOG);
    try {
      new KeyedLog(file).append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes the results of all runs that have ended, unless it did a short while ago. */
  public synchronized void assembleNowAndThen() {
    long start = System.nanoTime();
    if (start - nextAssembly >= 0) {
      assemble();
      long end = System.nanoTime();
      nextAssembly = end + Math.max(ASSEMBLY_NANOS, ASSEMBLY_COST * (end - start));
    }
  }

  /**
   * Writes the results of all runs that have ended, in the order of the sweep. Other processes may
   * do so at the same time: whoever wrote last has seen every run that was stored before.
   *
   * @return how many there are, failed ones included
   */
  public synchronized int assemble() {
    long written;
    do {
      readOn();
      written = ended();
      write();
      readOn();
    } while (ended() > written);
    return (int) written;
  }

  private long ended() {
    return sweep.runs().stream().filter(run -> ended(run).isPresent()).count();
  }

  /**
   * Returns the runs that have ended, failed ones included, in the order of the sweep; each is read
   * when it is asked for, so that not all have to be in memory.
   */
  public Iterable<JsonNode> lines() {
    return () -> sweep.runs().stream().flatMap(run -> find(run).stream()).iterator();
  }

  private void write() {
    AtomicFile.write(
        folder.resolve(LINES),
        writer -> {
          for (JsonNode result : lines()) {
            writer.write(Json.line(result) + "\n");
          }
        });
    ResultTable.write(List.of("run", "error"), lines(), folder.resolve(TABLE));
    ResultTable.writeMeans(lines(), folder.resolve(MEANS));
    Explanation.of(this).ifPresent(found -> found.write(OutputFolder.open(folder)));
  }

  /** Writes the values found by a search, a row for each point of the axes. */
  void writeSearch(List<? extends JsonNode> rows) {
    ResultTable.write(List.of(), rows, folder.resolve(SEARCH));
  }

  /** Returns where the folder of a sweep has the logs of its parts. */
  static Path logs(Path folder) {
    return folder.resolve(RUNS);
  }

  public SweepFile sweep() {
    return sweep;
  }

  /** Returns where it is. */
  public Path path() {
    return folder;
  }
}
