package org.polyphony.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.PrivateFolder;
import org.polyphony.input.Sha256;
import org.polyphony.input.Violation;

/**
 * Finished runs by key: solo runs, lengths of rounds, experiments, measurements of host
 * experiments. What one command has computed, no other computes again.
 *
 * <p>The cache of a machine holds for one build of the program. A file of runs holds for every
 * build of a {@linkplain ResultsVersion results version}, so that it can be committed, concatenated
 * with others and resumed elsewhere. Both are append-only with a JSON object a line, may be used by
 * several threads and processes at once, and pass over damaged lines.
 */
public final class RunStore {
  /** Key of the processor time in how a result was made. */
  public static final String SECONDS = "cpuSeconds";

  private static final String VERSION = "results";
  private static final String ID = "id";
  private static final String ABOUT = "about";
  private static final String MADE = "made";
  private static final String RESULT = "result";
  private static final String DIGEST = "sha256";
  private static final String LOGS = "results.*\\.jsonl";
  private static final Duration KEPT = Duration.ofDays(60);

  private final Path folder;
  private final Lines cache;
  private final Optional<RunFile> file;
  private final Map<String, Object> locks;

  /**
   * Opens the cache of a machine, whose folder is made when the first result is stored.
   *
   * @param folder may be absent
   * @param build identifies the program; each build has its own log
   * @throws InvalidInputException if the folder belongs to another user
   */
  public RunStore(Path folder, String build) {
    PrivateFolder.require(folder, CacheFolder.VARIABLE);
    this.folder = folder;
    String log = "results-" + Sha256.hex(build).substring(0, 16) + ".jsonl";
    this.cache = new Lines(new KeyedLog(folder.resolve(log)));
    this.file = Optional.empty();
    this.locks = new ConcurrentHashMap<>();
  }

  private RunStore(RunStore of, RunFile file) {
    this.folder = of.folder;
    this.cache = of.cache;
    this.file = Optional.of(file);
    this.locks = of.locks;
  }

  /**
   * Returns this store with a file of runs, which also gets what only the cache has.
   *
   * @param runs may be absent; none to only read the others
   * @param others further files, which stay as they are
   * @param notices hears of lines that do not count, and why nothing can be written
   * @throws InvalidInputException if a file cannot be read or contradicts itself
   */
  public RunStore with(Optional<Path> runs, Stream<Path> others, Consumer<String> notices) {
    RunFile all = new RunFile(runs, notices);
    others.forEach(all::include);
    return new RunStore(this, all);
  }

  public Path folder() {
    return folder;
  }

  /**
   * Returns a result, which is computed and stored if it is absent; threads that want the same one
   * wait for the first.
   *
   * @param type of the result: a record, a number, or an array of records
   * @param compute gives nothing after a stop
   */
  public <T> Optional<T> findOr(RunKey key, Class<T> type, Supplier<Optional<T>> compute) {
    synchronized (locks.computeIfAbsent(key.id(), id -> new Object())) {
      Optional<T> found = find(key).map(result -> Json.value(result, type));
      if (found.isPresent()) {
        return found;
      }
      Optional<T> computed = compute.get();
      computed.ifPresent(value -> store(key, Json.tree(value)));
      return computed;
    }
  }

  /** Returns the result of a run; empty if it is absent or damaged. */
  public Optional<JsonNode> find(RunKey key) {
    return line(key).map(line -> line.path(RESULT));
  }

  /** Returns how long a run took, on whatever machine; empty if that is not known. */
  public OptionalDouble seconds(RunKey key) {
    double seconds = line(key).map(line -> line.path(MADE).path(SECONDS).asDouble()).orElse(0.0);
    return seconds > 0 ? OptionalDouble.of(seconds) : OptionalDouble.empty();
  }

  /** Returns how a result was made; empty if it is absent or damaged. */
  public Optional<ObjectNode> made(RunKey key) {
    return line(key).map(line -> line.withObject("/" + MADE).deepCopy());
  }

  private Optional<ObjectNode> line(RunKey key) {
    Optional<ObjectNode> known = file.flatMap(runs -> runs.find(key));
    if (known.isPresent()) {
      return known;
    }
    Optional<ObjectNode> line = cache.find(key.id());
    file.ifPresent(runs -> line.ifPresent(runs::add));
    return line;
  }

  /** Stores a result; nothing is known of how it was made. */
  public void store(RunKey key, JsonNode result) {
    store(key, result, Json.object());
  }

  /**
   * Stores a result. Where it cannot be written, the user is warned once and it is kept in memory.
   *
   * @param result any
   * @param made how it was made, which may differ between equal results; {@value #SECONDS} of a
   *     processor among it
   */
  public void store(RunKey key, JsonNode result, ObjectNode made) {
    ObjectNode line = Json.object().put(VERSION, ResultsVersion.CURRENT).put(ID, key.id());
    line.put(ABOUT, key.about()).set(MADE, made);
    JsonNode written = parsed(Json.line(result)); // numbers in their stored form
    line.put(DIGEST, digest(key.id(), written)).set(RESULT, written);
    if (!Files.exists(cache.log.file())) {
      forgetOldBuilds();
    }
    cache.add(line, e -> CacheFolder.warn(folder, e));
    file.ifPresent(runs -> runs.add(line));
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.parse(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the folder and deletes logs that no build has appended to for a long time. */
  private void forgetOldBuilds() {
    try {
      PrivateFolder.create(folder);
    } catch (IOException e) {
      return; // the first append says so
    }
    Instant old = Instant.now().minus(KEPT);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(f -> f.getFileName().toString().matches(LOGS)).toList()) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(old)) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException e) {
      // they stay
    }
  }

  private static String digest(String id, JsonNode result) {
    return Sha256.hex(id + Json.line(result));
  }

  private static boolean isWhole(ObjectNode line) {
    return digest(line.path(ID).asText(), line.path(RESULT)).equals(line.path(DIGEST).asText());
  }

  /** The lines of a log by their ids; their contents stay in memory as long as there is room. */
  private static final class Lines {
    private final KeyedLog log;
    private final Map<String, KeyedLog.Held> byId = new ConcurrentHashMap<>();
    private final Map<String, ObjectNode> unwritten = new ConcurrentHashMap<>();

    Lines(KeyedLog log) {
      this.log = log;
    }

    /** Returns a line that this or another process has written. */
    Optional<ObjectNode> find(String id) {
      if (!byId.containsKey(id) && !unwritten.containsKey(id)) {
        readOn();
      }
      KeyedLog.Held line = byId.get(id);
      return line == null ? Optional.ofNullable(unwritten.get(id)) : Optional.of(line.content());
    }

    private void readOn() {
      try {
        log.read(line -> line.content().filter(RunStore::isWhole).ifPresent(c -> put(line)));
      } catch (IOException e) {
        // an unreadable cache is empty
      }
    }

    void put(KeyedLog.Line line) {
      byId.put(line.content().orElseThrow().path(ID).asText(), log.new Held(line));
    }

    void add(ObjectNode line, Consumer<IOException> refused) {
      try {
        log.append(line);
      } catch (IOException e) {
        unwritten.put(line.path(ID).asText(), line);
        refused.accept(e);
      }
    }
  }

  /** A file of runs. */
  private static final class RunFile {
    private final Optional<Lines> own;
    private final Map<String, Lines> all = new ConcurrentHashMap<>(); // by id
    private final Consumer<String> notices;
    private boolean isRefused; // a write has failed

    RunFile(Optional<Path> path, Consumer<String> notices) {
      this.notices = notices;
      this.own = path.map(file -> new Lines(new KeyedLog(file)));
      own.ifPresent(this::read);
    }

    void include(Path other) {
      read(new Lines(new KeyedLog(other)));
    }

    Optional<ObjectNode> find(RunKey key) {
      return Optional.ofNullable(all.get(key.id())).flatMap(lines -> lines.find(key.id()));
    }

    private void read(Lines lines) {
      int[] skipped = new int[2]; // damaged lines, and those of other versions
      int[] counted = new int[1];
      try {
        lines.log.read(
            line -> {
              ObjectNode content = line.content().orElse(Json.object());
              boolean isCurrent = content.path(VERSION).asInt() == ResultsVersion.CURRENT;
              if (isCurrent && isWhole(content)) {
                enter(lines, line, content);
                counted[0]++;
              } else {
                skipped[content.path(VERSION).isInt() && !isCurrent ? 1 : 0]++;
              }
            });
      } catch (IOException e) {
        throw new InvalidInputException(
            lines.log.file() + ": cannot be read (" + e.getMessage() + "), allowed: a results file",
            e);
      }
      if (skipped[0] > 1 && counted[0] + skipped[1] == 0) { // never append to another kind of file
        throw new InvalidInputException(
            lines.log.file() + ": holds no results; give a runs.jsonl written by a study");
      }
      notice(skipped[0], lines, "damaged lines skipped");
      notice(
          skipped[1],
          lines,
          "lines skipped for a results version other than " + ResultsVersion.CURRENT);
    }

    private void notice(int count, Lines lines, String what) {
      if (count > 0) {
        notices.accept(lines.log.file() + ": " + what + ": " + count);
      }
    }

    private void enter(Lines lines, KeyedLog.Line line, ObjectNode content) {
      String id = content.path(ID).asText();
      Lines before = all.putIfAbsent(id, lines);
      Optional<ObjectNode> known = Optional.ofNullable(before).flatMap(l -> l.find(id));
      if (known.filter(k -> !k.path(DIGEST).equals(content.path(DIGEST))).isPresent()) {
        int number = before.byId.get(id).number();
        String found =
            "different results of "
                + content.path(ABOUT).asText()
                + " than in "
                + before.log.file()
                + ":"
                + number;
        throw new Violation("", found, "the same; delete the wrong line")
            .errorAt(lines.log.file() + ":" + line.number());
      }
      if (before == null) {
        lines.put(line);
      }
    }

    synchronized void add(ObjectNode line) {
      String id = line.path(ID).asText();
      if (own.isEmpty() || all.putIfAbsent(id, own.get()) != null) {
        return;
      }
      if (isRefused) {
        own.get().unwritten.put(id, line);
      } else {
        own.get().add(line, e -> refuse(own.get().log.file(), e));
      }
    }

    private void refuse(Path path, IOException e) {
      isRefused = true;
      String known = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
      String reason = known == null ? e.getClass().getSimpleName() : known;
      notices.accept(
          path + ": cannot be written (" + reason + "); new results are not added to it");
    }
  }
}
