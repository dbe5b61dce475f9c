package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.plot.ResultFile;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.KeyedLog;
import org.polyphony.store.OutputFolder;

/**
 * What a sweep keeps on disk: which sweep it is, a log of finished runs for each of its parts, and
 * the results of all runs in the order of the sweep, whatever order they ended in. Of two lines of
 * a run the later one counts.
 */
public final class SweepFolder {
  /** All finished runs, a line each. */
  public static final String LINES = ResultFile.LINES.file();

  /** The same as a table. */
  public static final String TABLE = ResultFile.TABLE.file();

  private static final String MEANS = "repeats.csv";
  private static final String SWEEP = ResultFile.SWEEP.file();
  private static final String RUNS = "runs";
  private static final String ARRAYS = "slurm";
  private static final String LOG = ".jsonl";
  private static final String LOCK = ".lock";
  private static final String ENDED = "endedMillis";
  private static final String LINE = "result";

  private static final long ASSEMBLY_NANOS = 10_000_000_000L;
  private static final int ASSEMBLY_COST = 50; // it may take one part of so many of the time

  private final Path folder;
  private final Map<Path, KeyedLog> logs = new TreeMap<>();
  private final Map<String, Ended> runs = new HashMap<>();
  private long nextAssembly = System.nanoTime() + ASSEMBLY_NANOS;

  /** A run that has ended, and when. */
  private record Ended(JsonNode line, Instant at) {}

  private SweepFolder(Path folder) {
    this.folder = folder;
    readOn();
  }

  /** Reads what this or another process has added. */
  private synchronized void readOn() {
    try (Stream<Path> files = Files.list(folder.resolve(RUNS))) {
      for (Path file : files.sorted().toList()) {
        if (file.toString().endsWith(".json")) {
          throw new InvalidInputException(
              file
                  + ": found a file for one run, allowed: logs of several runs ("
                  + RUNS
                  + "/*.jsonl)");
        }
        if (file.toString().endsWith(LOG)) {
          logs.computeIfAbsent(file, KeyedLog::new).read().forEach(this::accept);
        }
      }
    } catch (NoSuchFileException e) {
      // none has ended
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private void accept(KeyedLog.Line line) {
    ObjectNode content = line.content().orElse(Json.object());
    JsonNode run = content.path(LINE);
    Ended now = new Ended(run, Instant.ofEpochMilli(content.path(ENDED).asLong()));
    if (run.isObject()) {
      runs.merge(run.path("run").asText(), now, (a, b) -> b.at.isBefore(a.at) ? a : b);
    }
  }

  /**
   * Makes the folder of a sweep, or opens the one that is there.
   *
   * @param path the folder
   * @param resume false to refuse one that has runs already
   * @throws InvalidInputException when it holds another sweep, or has runs and is not resumed
   */
  public static SweepFolder open(Path path, SweepFile sweep, boolean resume) {
    SweepFolder folder = new SweepFolder(path);
    String digest = digest(sweep.identity());
    if (Files.exists(path.resolve(SWEEP))) {
      if (folder.digest().isEmpty()) {
        throw new InvalidInputException(
            path.resolve(SWEEP)
                + ": found no sweep digest, allowed: the file as written, or no file and"
                + " --resume if these results are of this sweep");
      }
      if (!digest.equals(folder.digest())) {
        throw new InvalidInputException(
            path + ": found results of another sweep, allowed: a folder of its own (--out)");
      }
      if (!resume && folder.hasBegun()) {
        throw new InvalidInputException(
            path + ": found results of this sweep, allowed: --resume, or another folder (--out)");
      }
    }
    OutputFolder.open(path.resolve(RUNS));
    ObjectNode description = Json.object();
    description.put("schemaVersion", 1);
    description.put("name", sweep.name());
    description.put("digest", digest);
    sweep.runs().forEach(run -> description.withArray("/runs").add(run.id()));
    if (!description.equals(folder.sweep())) {
      AtomicFile.write(path.resolve(ResultFile.CONFIG.file()), Json.text(sweep.asFile()));
      AtomicFile.write(path.resolve(SWEEP), Json.text(description));
    }
    return folder;
  }

  /**
   * Opens the folder of a sweep that has begun.
   *
   * @param path the folder
   * @throws InvalidInputException when it holds none
   */
  public static SweepFolder existing(Path path) {
    SweepFolder folder = new SweepFolder(path);
    if (!folder.sweep().path("runs").isArray()) {
      throw new InvalidInputException(
          path + ": found no sweep, allowed: the --out folder of a sweep");
    }
    return folder;
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

  private static String digest(String identity) {
    return Sha256.hex(identity);
  }

  private JsonNode sweep() {
    return read(folder.resolve(SWEEP)).orElse(MissingNode.getInstance());
  }

  private boolean hasBegun() {
    if (Files.exists(folder.resolve(ARRAYS))) {
      return true;
    }
    return !runs.isEmpty();
  }

  public String digest() {
    return sweep().path("digest").asText();
  }

  /** Returns the ids of all runs of the sweep, in their order. */
  public List<String> runIds() {
    List<String> ids = new ArrayList<>();
    sweep().path("runs").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  /**
   * Returns a run that has ended, empty when it has not.
   *
   * @param id of the run
   */
  public synchronized Optional<JsonNode> find(String id) {
    return Optional.ofNullable(runs.get(id)).map(Ended::line);
  }

  /** Returns when a run ended; empty when it has not. */
  synchronized Optional<Instant> endOf(String id) {
    return Optional.ofNullable(runs.get(id)).map(Ended::at);
  }

  /**
   * Holds a part of the sweep until it is closed, so that no other process runs it too.
   *
   * @throws InvalidInputException when another one does
   * @throws UncheckedIOException when the file of the lock cannot be written
   */
  FileChannel hold(Shard part) {
    Path file = folder.resolve(RUNS).resolve(part.number() + "-of-" + part.count() + LOCK);
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be locked: " + e.getMessage(), e);
    }
    throw new InvalidInputException(
        folder
            + ": found another process that runs this sweep, allowed: one at a time, or another"
            + " folder (--out)");
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  /**
   * Keeps a run that has ended.
   *
   * @param id of the run
   * @param result its line
   * @param part that ran it, whose log it goes to
   * @throws UncheckedIOException when it cannot be written
   */
  public void store(String id, JsonNode result, Shard part) {
    Path file = folder.resolve(RUNS).resolve(part.number() + "-of-" + part.count() + LOG);
    Instant now = Instant.now();
    ObjectNode line = Json.object().put(ENDED, now.toEpochMilli());
    try {
      new KeyedLog(file).append(line.set(LINE, result));
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static Optional<JsonNode> read(Path file) {
    try {
      return Optional.of(Json.parse(Files.readString(file)));
    } catch (IOException e) {
      return Optional.empty();
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
    List<String> ids = runIds();
    List<JsonNode> results;
    do {
      readOn();
      results = lines();
      write(results);
      readOn();
    } while (ids.stream().filter(runs::containsKey).count() > results.size());
    return results.size();
  }

  /** Returns the runs that have ended, failed ones included, in the order of the sweep. */
  public List<JsonNode> lines() {
    return runIds().stream().flatMap(id -> find(id).stream()).toList();
  }

  private void write(List<JsonNode> results) {
    AtomicFile.write(
        folder.resolve(LINES),
        writer -> {
          for (JsonNode result : results) {
            writer.write(Json.line(result) + "\n");
          }
        });
    ResultTable.write(List.of("run", "error"), results, folder.resolve(TABLE));
    ResultTable.writeMeans(results, folder.resolve(MEANS));
  }

  /** Makes the folder of a sweep which is that of another, or adds to it. */
  public static SweepFolder like(SweepFolder other, Path path) {
    OutputFolder.open(path.resolve(RUNS));
    String config = ResultFile.CONFIG.file();
    read(other.folder.resolve(config))
        .ifPresent(file -> AtomicFile.write(path.resolve(config), Json.text(file)));
    AtomicFile.write(path.resolve(SWEEP), Json.text(other.sweep()));
    return new SweepFolder(path);
  }

  /** Returns where it is. */
  public Path path() {
    return folder;
  }
}
