package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ref.SoftReference;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
import org.polyphony.results.store.Json;
import org.polyphony.results.store.KeyedLog;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.workload.kernel.BundledModels;

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

  private static final String MEANS = ResultFile.REPEATS.file();
  private static final String SEARCH = ResultFile.SEARCH.file();
  private static final String EXPLANATION = ResultFile.EXPLANATION.file();
  private static final String SWEEP = ResultFile.SWEEP.file();

  /** The files of its results. */
  public static final List<String> FILES =
      List.of(ResultFile.CONFIG.file(), SWEEP, LINES, TABLE, MEANS, SEARCH, EXPLANATION);

  private static final String RUNS = "runs";
  private static final String ARRAYS = "slurm";
  private static final String LOG = ".jsonl";
  private static final String LOCK = ".lock";
  private static final String ENDED = "endedMillis";
  private static final String LINE = "result";
  private static final String SETTINGS = "settings";
  private static final String LEFT_OUT = "leftOut";

  private static final long ASSEMBLY_NANOS = 10_000_000_000L;
  private static final int ASSEMBLY_COST = 50; // it may take one part of so many of the time

  private final Path folder;
  private final Map<Path, KeyedLog> logs = new TreeMap<>();
  private final Map<String, Ended> runs = new HashMap<>(); // by id; the latest counts
  private final Map<String, Ended> settled = new HashMap<>(); // by settings, of any earlier form
  private Optional<Description> description = Optional.empty(); // read when it is asked for
  private long nextAssembly = System.nanoTime() + ASSEMBLY_NANOS;

  /** Which sweep it is, and the ids of its runs in their order; no ids when it does not say. */
  private record Description(String digest, Optional<List<String>> ids) {}

  /** A run that has ended, and when: its line in a log, in memory as long as there is room. */
  private static final class Ended {
    private final KeyedLog log;
    private final long offset;
    private final int bytes;
    private final long atMillis;
    private final boolean hasFailed;
    private final boolean isLeftOut; // the sweep has another point of the same id
    private final String settings; // empty in a log that does not say
    private SoftReference<JsonNode> line;

    Ended(KeyedLog log, KeyedLog.Line read, ObjectNode content) {
      JsonNode run = content.path(LINE);
      this.log = log;
      this.offset = read.offset();
      this.bytes = read.bytes();
      this.atMillis = content.path(ENDED).asLong();
      this.hasFailed = run.has("error");
      this.isLeftOut = content.path(LEFT_OUT).asBoolean();
      this.settings = content.path(SETTINGS).asText();
      this.line = new SoftReference<>(run);
    }

    JsonNode line() {
      JsonNode known = line.get();
      if (known != null) {
        return known;
      }
      try {
        JsonNode again = log.at(offset, bytes).path(LINE);
        line = new SoftReference<>(again);
        return again;
      } catch (IOException e) {
        throw new UncheckedIOException(log.file() + ": cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private SweepFolder(Path folder) {
    this.folder = folder;
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
    JsonNode run = content.path(LINE);
    if (run.isObject()) {
      Ended now = new Ended(log, line, content);
      runs.merge(run.path("run").asText(), now, SweepFolder::later);
      if (!now.isLeftOut && !now.settings.isEmpty()) {
        settled.merge(now.settings, now, SweepFolder::better);
      }
    }
  }

  private static Ended later(Ended a, Ended b) {
    return b.atMillis < a.atMillis ? a : b;
  }

  private static Ended better(Ended a, Ended b) {
    return a.hasFailed == b.hasFailed ? later(a, b) : a.hasFailed ? b : a;
  }

  private Optional<Ended> ended(String id) {
    return Optional.ofNullable(runs.get(id)).filter(run -> !run.isLeftOut);
  }

  /**
   * Makes the folder of a sweep, or opens the one that is there.
   *
   * @param path the folder
   * @param resume false to refuse one that has runs already
   * @throws InvalidInputException when it holds a sweep with another base, or has runs and is not
   *     resumed
   */
  public static SweepFolder open(Path path, SweepFile sweep, boolean resume) {
    SweepFolder folder = new SweepFolder(path);
    String digest = digest(sweep.identity());
    boolean isKnown = Files.exists(path.resolve(SWEEP));
    if (isKnown && folder.digest().isEmpty()) {
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
    if (folder.hasBegun() && !digest.equals(folder.digest())) {
      folder.grow(sweep);
    }
    claim(path);
    folder.describe(sweep);
    return folder;
  }

  /** Writes which sweep it is, unless the folder says so already. */
  private synchronized void describe(SweepFile sweep) {
    Description now = new Description(digest(sweep.identity()), Optional.of(ids(sweep)));
    if (!now.equals(description())) {
      AtomicFile.write(folder.resolve(ResultFile.CONFIG.file()), Json.text(sweep.asFile()));
      AtomicFile.write(folder.resolve(SWEEP), writer -> write(sweep.name(), now, writer));
    }
    description = Optional.of(now);
  }

  /**
   * Takes the next form of the sweep while its search runs: of runs that have ended, those of its
   * points stay.
   */
  synchronized void extend(SweepFile sweep) {
    adopt(sweep, this, sweep);
    describe(sweep);
  }

  /** Makes the points that an earlier form of the sweep has run points of this form. */
  private void grow(SweepFile sweep) {
    Path config = folder.resolve(ResultFile.CONFIG.file());
    if (Files.exists(config)) {
      SweepFile before = sweep();
      sweep.requireBaseOf(before, config);
      try (FileChannel held = hold(Shard.ALL)) { // nobody runs the earlier form
        assert held.isOpen();
        adopt(sweep, this, before);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Takes over runs that have ended, each under the id that its point has in a sweep. What has
   * ended in this folder stays unless it failed; an id that means another point now is left out.
   *
   * @param sweep that the folder holds from now on
   * @param from that has the runs; may be this folder
   * @param before the sweep of that folder
   */
  public synchronized void adopt(SweepFile sweep, SweepFolder from, SweepFile before) {
    Map<String, Ended> known = from.settled(before);
    for (SweepFile.Run run : sweep.runs()) {
      String settings = sweep.settingsDigest(run.axes());
      Optional<Ended> own = ended(run.id()).filter(ended -> isOf(settings, ended, before));
      boolean hasEnded = own.filter(ended -> !ended.hasFailed).isPresent();
      Ended other = hasEnded ? null : known.get(settings);
      if (other != null && own.filter(ended -> ended == other).isEmpty()) {
        append(Shard.ALL, line(settings, renamed(other.line(), run)));
      } else if (own.isEmpty() && ended(run.id()).isPresent()) {
        append(Shard.ALL, line(settings, Json.object().put("run", run.id())).put(LEFT_OUT, true));
      }
    }
    readOn();
  }

  private static boolean isOf(String settings, Ended run, SweepFile before) {
    return settings.equals(settings(run, before));
  }

  private static String settings(Ended run, SweepFile before) {
    return run.settings.isEmpty() ? before.settingsDigest(axes(run.line())) : run.settings;
  }

  private static Map<String, JsonNode> axes(JsonNode line) {
    Map<String, JsonNode> axes = new LinkedHashMap<>();
    line.path("axes").forEachEntry(axes::put);
    return axes;
  }

  /** Returns all runs that have ended by their settings, those of a log that does not say too. */
  private Map<String, Ended> settled(SweepFile before) {
    Map<String, Ended> all = new HashMap<>(settled);
    for (Ended run : runs.values()) {
      if (!run.isLeftOut && run.settings.isEmpty()) {
        all.merge(settings(run, before), run, SweepFolder::better);
      }
    }
    return all;
  }

  /** Returns the line of a run as the run of the same settings in another form of a sweep. */
  private static ObjectNode renamed(JsonNode line, SweepFile.Run run) {
    ObjectNode renamed = line.deepCopy();
    if (line.path("experiment").equals(line.path("run"))) {
      renamed.put("experiment", run.id());
    }
    renamed.put("run", run.id());
    ObjectNode axes = renamed.putObject("axes");
    run.axes().forEach(axes::set);
    return renamed;
  }

  /** Returns how many runs have ended that are no part of the sweep in its present form. */
  public synchronized long leftOut() {
    Set<String> others = new HashSet<>(settled.keySet());
    runIds().forEach(id -> ended(id).ifPresent(run -> others.remove(run.settings)));
    return others.size();
  }

  /** Makes the folder of a sweep, and marks what it writes as results. */
  private static void claim(Path path) {
    OutputFolder output = OutputFolder.open(path);
    if (!Files.exists(path.resolve(SWEEP)) || output.hasOwn(FILES)) { // else without its manifest
      output.requireOwn(FILES);
    }
    FILES.forEach(output::file);
    OutputFolder.open(path.resolve(RUNS));
  }

  /** Returns the ids of the runs of a sweep, each made when it is asked for. */
  private static List<String> ids(SweepFile sweep) {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        return sweep.runs().get(index).id();
      }

      @Override
      public int size() {
        return sweep.runs().size();
      }
    };
  }

  /** Writes a description as {@link Json#text} would, but an id at a time. */
  private static void write(String name, Description sweep, Writer writer) throws IOException {
    ObjectNode head = Json.object().put("schemaVersion", 1).put("name", name);
    String text = Json.text(head.put("digest", sweep.digest));
    writer.write(text.substring(0, text.lastIndexOf("\n}")) + ",\n  \"runs\": [");
    String between = "\n    ";
    for (String id : sweep.ids.orElseThrow()) {
      writer.write(between + Json.line(TextNode.valueOf(id)));
      between = ",\n    ";
    }
    writer.write("\n  ]\n}\n");
  }

  /**
   * Opens the folder of a sweep that has begun.
   *
   * @param path the folder
   * @throws InvalidInputException when it holds none
   */
  public static SweepFolder existing(Path path) {
    SweepFolder folder = new SweepFolder(path);
    if (folder.description().ids.isEmpty()) {
      throw new InvalidInputException(path + ": holds no sweep; give the --out folder of a sweep");
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

  private synchronized Description description() {
    if (description.isEmpty()) {
      JsonNode sweep = read(folder.resolve(SWEEP)).orElse(MissingNode.getInstance());
      JsonNode runs = sweep.path("runs");
      List<String> ids = runs.valueStream().map(JsonNode::asText).toList();
      description =
          Optional.of(
              new Description(
                  sweep.path("digest").asText(),
                  runs.isArray() ? Optional.of(ids) : Optional.empty()));
    }
    return description.get();
  }

  private boolean hasBegun() {
    if (Files.exists(folder.resolve(ARRAYS))) {
      return true;
    }
    return !runs.isEmpty();
  }

  public String digest() {
    return description().digest;
  }

  /** Returns the ids of all runs of the sweep, in their order. */
  public List<String> runIds() {
    return description().ids.orElse(List.of());
  }

  /**
   * Returns a run that has ended, empty when it has not.
   *
   * @param id of the run
   * @throws UncheckedIOException when the log that has it cannot be read
   */
  public synchronized Optional<JsonNode> find(String id) {
    return ended(id).map(Ended::line);
  }

  /** Returns when a run ended; empty when it has not. */
  synchronized Optional<Instant> endOf(String id) {
    return ended(id).map(run -> Instant.ofEpochMilli(run.atMillis));
  }

  /** Returns whether a run has ended with an error. */
  synchronized boolean hasFailed(String id) {
    return ended(id).filter(run -> run.hasFailed).isPresent();
  }

  /**
   * Holds a part of the sweep until it is closed, so that no other process runs any of it too: not
   * the same part, nor one of another division of the sweep.
   *
   * @throws InvalidInputException when another one does
   * @throws UncheckedIOException when the file of the lock cannot be written
   */
  FileChannel hold(Shard part) {
    Path logs = logs(folder);
    synchronized (SweepFolder.class) { // a lock of a file is for other processes alone
      try (FileChannel door = openLock(logs.resolve(LOCK));
          FileLock entered = door.lock()) { // nobody else comes in meanwhile
        assert entered.isValid();
        return holdAlone(logs, part);
      } catch (IOException e) {
        throw new UncheckedIOException(logs + ": cannot be locked: " + e.getMessage(), e);
      }
    }
  }

  private FileChannel holdAlone(Path logs, Shard part) throws IOException {
    for (String other : OutputFolder.open(logs).names(LOCK)) {
      if (isOfOtherDivision(other, part)) {
        lock(logs.resolve(other)).close();
      }
    }
    return lock(logs.resolve(part.fileName() + LOCK));
  }

  private static boolean isOfOtherDivision(String lock, Shard part) {
    return !lock.equals(LOCK) && !lock.endsWith("-of-" + part.count() + LOCK);
  }

  private FileChannel lock(Path file) throws IOException {
    FileChannel channel = openLock(file);
    if (isLocked(channel)) {
      return channel;
    }
    channel.close();
    throw new InvalidInputException(
        folder
            + ": another process runs this sweep; wait until it ends, or choose another"
            + " folder (--out)");
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  private static FileChannel openLock(Path file) throws IOException {
    InputFile.requireNoPipe(file);
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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

  private static Optional<JsonNode> read(Path file) {
    try {
      return Optional.of(Json.parse(InputFile.text(file)));
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
    return runIds().stream().filter(id -> ended(id).isPresent()).count();
  }

  /**
   * Returns the runs that have ended, failed ones included, in the order of the sweep; each is read
   * when it is asked for, so that not all have to be in memory.
   */
  public Iterable<JsonNode> lines() {
    return () -> runIds().stream().flatMap(id -> find(id).stream()).iterator();
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

  /** Writes what a search has found, a row for each point of the axes. */
  void writeSearch(List<? extends JsonNode> rows) {
    ResultTable.write(List.of(), rows, folder.resolve(SEARCH));
  }

  /** Returns where the folder of a sweep has the logs of its parts. */
  static Path logs(Path folder) {
    return folder.resolve(RUNS);
  }

  /**
   * Returns the sweep that it holds.
   *
   * @throws InvalidInputException when its config is missing or damaged
   */
  public SweepFile sweep() {
    return SweepFile.kept(folder.resolve(ResultFile.CONFIG.file()), BundledModels.names());
  }

  /** Returns where it is. */
  public Path path() {
    return folder;
  }
}
