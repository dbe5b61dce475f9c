package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.config.SweepFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/**
 * What a sweep keeps on disk: which sweep it is, a file for each finished run, and the results of
 * all of them in the order of the sweep, whatever order they ended in.
 */
public final class SweepFolder {
  /** All finished runs, a line each. */
  public static final String LINES = "results.jsonl";

  /** The same as a table. */
  public static final String TABLE = "results.csv";

  private static final String MEANS = "repeats.csv";
  private static final String SWEEP = "sweep.json";
  private static final String RUNS = "runs";
  private static final String ARRAYS = "slurm";

  private static final long ASSEMBLY_NANOS = 10_000_000_000L;
  private static final int ASSEMBLY_COST = 50; // it may take one part of so many of the time

  private final Path folder;
  private long nextAssembly = System.nanoTime() + ASSEMBLY_NANOS;

  private SweepFolder(Path folder) {
    this.folder = folder;
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
                + ": found no digest of a sweep, allowed: the file as it was written, or none and"
                + " --resume, when the results here are of this sweep");
      }
      if (!digest.equals(folder.digest())) {
        throw new InvalidInputException(
            path + ": found the results of another sweep, allowed: a folder of its own (--out)");
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
      throw new InvalidInputException(path + ": found no sweep, allowed: the --out of a sweep");
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
    try (Stream<Path> files = Files.list(folder.resolve(RUNS))) {
      return files.anyMatch(file -> file.toString().endsWith(".json"));
    } catch (IOException e) {
      return false; // it was not begun
    }
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
   * Returns a run that has ended, empty when it has not, or when its file cannot be read.
   *
   * @param id of the run
   */
  public Optional<JsonNode> find(String id) {
    return read(file(id)).filter(run -> run.path("run").asText().equals(id));
  }

  /**
   * Returns when a run ended; empty when its file is not there.
   *
   * @param id of the run
   */
  public Optional<Instant> endOf(String id) {
    try {
      return Optional.of(Files.getLastModifiedTime(file(id)).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Takes out a run.
   *
   * @param id of the run
   * @throws UncheckedIOException when that cannot be done
   */
  public void forget(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException(file(id) + ": cannot be replaced: " + e.getMessage(), e);
    }
  }

  /**
   * Keeps a run that has ended.
   *
   * @param id of the run
   * @param result its line
   * @throws UncheckedIOException when it cannot be written
   */
  public void store(String id, JsonNode result) {
    AtomicFile.write(file(id), Json.line(result) + "\n");
  }

  private Path file(String id) {
    return folder.resolve(RUNS).resolve(id + ".json");
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
    int written;
    do {
      List<JsonNode> results = new ArrayList<>();
      ids.forEach(id -> find(id).ifPresent(results::add));
      write(results);
      written = results.size();
    } while (ids.stream().filter(id -> find(id).isPresent()).count() > written);
    return written;
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
    RepeatTable.write(results, folder.resolve(MEANS));
  }

  /** Makes the folder of a sweep which is that of another, or adds to it. */
  static SweepFolder like(SweepFolder other, Path path) {
    OutputFolder.open(path.resolve(RUNS));
    AtomicFile.write(path.resolve(SWEEP), Json.text(other.sweep()));
    return new SweepFolder(path);
  }

  /** Returns where it is. */
  public Path path() {
    return folder;
  }

  /** A run that ended in one part replaces its failure in another. */
  void storeBetter(String id, JsonNode run) {
    if (find(id).filter(there -> !there.has("error")).isEmpty()) {
      store(id, run);
    }
  }
}
