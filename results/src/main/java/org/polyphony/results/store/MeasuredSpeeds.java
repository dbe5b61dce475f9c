package org.polyphony.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.polyphony.input.InputFile;
import org.polyphony.input.PrivateFolder;

/**
 * How long work took on this machine, in one small file of the cache folder, so that later work can
 * be estimated. A kind of work is a path from the general to the particular, as {@code alone},
 * {@code BS}, {@code gtx980}; an estimate rests on its longest prefix that was measured, and there
 * is none where nothing as particular as it asks for was.
 *
 * <p>A file that is missing, damaged or not ours is empty, and one that cannot be written stays as
 * it is. Of two processes that write at once one loses its measurement.
 */
public final class MeasuredSpeeds {
  static final String FILE = "speeds.json";

  private static final double LEAST_SECONDS = 0.02; // shorter runs are not worth an estimate
  private static final int MOST_PATHS = 2000; // those measured last stay
  private static final long MOST_BYTES = 1 << 20;
  private static final double AGEING = 0.9; // of all before, with each measurement

  private final Path folder;
  private Map<String, Speed> known = Map.of();
  private boolean isRead;

  /**
   * What was measured of a kind of work.
   *
   * @param runs how many
   * @param seconds of these runs, older ones counting less
   * @param work of the same, in any unit
   */
  private record Speed(long runs, double seconds, double work) {
    private boolean isPlausible() {
      boolean isFinite = Double.isFinite(seconds / work) && Double.isFinite(work / seconds);
      return runs > 0 && seconds > 0 && work > 0 && isFinite;
    }

    private Speed with(double newSeconds, double newWork) {
      return new Speed(runs + 1, AGEING * seconds + newSeconds, AGEING * work + newWork);
    }

    static Speed of(JsonNode json) {
      return new Speed(
          json.path("runs").asLong(),
          json.path("seconds").asDouble(),
          json.path("work").asDouble());
    }

    ObjectNode json() {
      ObjectNode json = Json.object().put("runs", runs);
      json.set("seconds", Json.number(seconds));
      return json.set("work", Json.number(work));
    }
  }

  /** Uses a folder, which may be absent. */
  public MeasuredSpeeds(Path folder) {
    this.folder = folder;
  }

  /**
   * Keeps how long some work took, unless that was too short to tell.
   *
   * @param work in the unit of its kind
   * @param path its kind
   */
  public void add(double work, double seconds, String... path) {
    if (seconds < LEAST_SECONDS || work <= 0) {
      return;
    }
    synchronized (MeasuredSpeeds.class) {
      Map<String, Speed> all = read();
      for (int i = 1; i <= path.length; i++) {
        Speed none = new Speed(0, 0, 0);
        Speed before = all.remove(prefix(path, i)); // it goes to the end
        all.put(prefix(path, i), (before == null ? none : before).with(seconds, work));
      }
      write(all);
    }
  }

  private static String prefix(String[] path, int length) {
    return String.join("/", Arrays.asList(path).subList(0, length));
  }

  /**
   * Returns how long some work takes; empty where nothing like it was measured.
   *
   * @param least steps of the path that what was measured has to share
   */
  public OptionalDouble seconds(double work, int least, String... path) {
    for (int i = path.length; i >= least; i--) {
      Speed speed = known().get(prefix(path, i));
      if (speed != null) {
        return OptionalDouble.of(work * speed.seconds / speed.work);
      }
    }
    return OptionalDouble.empty();
  }

  /** Returns how many runs of some kinds were measured. */
  public long runs(String... kinds) {
    return Arrays.stream(kinds).map(known()::get).mapToLong(s -> s == null ? 0 : s.runs).sum();
  }

  /** An estimate rests on what there was when it began. */
  private Map<String, Speed> known() {
    if (!isRead) {
      known = read();
      isRead = true;
    }
    return known;
  }

  private Map<String, Speed> read() {
    Map<String, Speed> all = new LinkedHashMap<>();
    Path file = folder.resolve(FILE);
    try {
      boolean isOurs = Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES;
      JsonNode json = isOurs ? Json.parse(InputFile.text(file)) : Json.object();
      for (Map.Entry<String, JsonNode> path : json.properties()) {
        Speed speed = Speed.of(path.getValue());
        if (speed.isPlausible()) {
          all.put(path.getKey(), speed);
        }
      }
    } catch (IOException e) {
      all.clear();
    }
    return all;
  }

  private void write(Map<String, Speed> all) {
    ObjectNode json = Json.object();
    all.entrySet().stream()
        .skip(Math.max(0, all.size() - MOST_PATHS))
        .forEach(path -> json.set(path.getKey(), path.getValue().json()));
    try {
      PrivateFolder.create(folder);
      AtomicFile.write(folder.resolve(FILE), Json.text(json));
    } catch (IOException | UncheckedIOException e) {
      // estimates rest on earlier runs
    }
  }
}
