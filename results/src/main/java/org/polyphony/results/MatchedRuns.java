package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.Json;

/**
 * Points of two sweeps that are the same but for what differs between the sweeps. Of a sweep and a
 * single run, the points that have the workloads of the run match it. The seeds of a point are
 * repeats of it.
 */
public final class MatchedRuns {
  private static final String SEED = "seed";

  /** Paths that say what runs: never what differs between sweeps, but which point it is. */
  private static final Predicate<String> WORKLOADS =
      Pattern.compile("workloads(\\[\\d+](\\.(benchmark|trace|model|name))?)?").asMatchPredicate();

  private final Side base;
  private final Side other;
  private final Set<String> shared; // paths
  private final List<Match> matches = new ArrayList<>();

  /**
   * A point of each side, with the seeds that both have; without a common seed, with all.
   *
   * @param setting what the points share, but for their workloads, and what differs between them
   */
  public record Match(String setting, List<RunRecord> base, List<RunRecord> other) {
    private static Match of(String setting, List<Point> base, List<Point> other) {
      Set<String> seeds = new TreeSet<>(base.stream().map(Point::seed).toList());
      seeds.retainAll(other.stream().map(Point::seed).toList());
      return new Match(setting, with(seeds, base), with(seeds, other));
    }

    private static List<RunRecord> with(Set<String> seeds, List<Point> points) {
      return points.stream()
          .filter(point -> seeds.isEmpty() || seeds.contains(point.seed()))
          .map(Point::run)
          .toList();
    }
  }

  /** A run with all its settings by path. */
  private record Point(RunRecord run, Map<String, JsonNode> settings) {
    String seed() {
      return String.valueOf(settings.get(SEED));
    }

    String words(Set<String> paths) {
      List<String> words = new ArrayList<>();
      for (String path : paths) {
        if (settings.containsKey(path)) {
          String value = Json.plain(settings.get(path));
          words.add(path.matches("policy|variant") ? value : path + " " + value);
        }
      }
      return String.join(", ", words);
    }
  }

  /** One folder, with the values that its points have of each path. */
  private record Side(boolean isSweep, List<Point> points, Map<String, Set<JsonNode>> values) {
    static Side of(Results results) {
      JsonNode config = results.json(ResultFile.CONFIG).orElse(MissingNode.getInstance());
      Map<String, JsonNode> ofBase = new TreeMap<>();
      if (results.isSweep()) {
        config.path("base").forEachEntry(ofBase::put);
      } else {
        put(ofBase, "", config);
      }
      List<Point> points = new ArrayList<>();
      Map<String, Set<JsonNode>> values = new TreeMap<>();
      for (RunRecord run : results.runs()) {
        Map<String, JsonNode> settings = new TreeMap<>(ofBase);
        run.summary().path("axes").forEachEntry(settings::put);
        settings.forEach(
            (path, v) -> values.computeIfAbsent(path, p -> new LinkedHashSet<>()).add(v));
        points.add(new Point(run, settings));
      }
      return new Side(results.isSweep(), points, values);
    }

    /** Adds a value and all within it: an axis of the other side may be any of their paths. */
    private static void put(Map<String, JsonNode> all, String path, JsonNode value) {
      all.put(path, value);
      value.forEachEntry((key, v) -> put(all, path.isEmpty() ? key : path + "." + key, v));
      for (int i = 0; value.isArray() && i < value.size(); i++) {
        put(all, path + "[" + i + "]", value.get(i));
      }
    }

    Set<JsonNode> values(String path) {
      return values.getOrDefault(path, Set.of());
    }
  }

  /**
   * Matches the points.
   *
   * @param base a sweep or a run
   * @param other the same
   * @throws InvalidInputException when nothing matches
   */
  public MatchedRuns(Results base, Results other) {
    this.base = Side.of(base);
    this.other = Side.of(other);
    this.shared = shared();
    Map<String, List<Point>> before = groups(this.base);
    groups(this.other).forEach((key, points) -> match(before.getOrDefault(key, List.of()), points));
    if (matches.isEmpty()) {
      throw new InvalidInputException(
          other.folder()
              + ": has no point in common with "
              + base.folder()
              + "; compare results of the same workloads and settings");
    }
  }

  /** Returns the paths of which both have a common value; those without differ between them. */
  private Set<String> shared() {
    if (!base.isSweep || !other.isSweep) {
      return Set.of(); // all but the workloads differs
    }
    Set<String> paths = new TreeSet<>(base.values.keySet());
    paths.addAll(other.values.keySet());
    paths.remove(SEED);
    paths.removeIf(
        path ->
            !WORKLOADS.test(path)
                && base.values(path).stream().noneMatch(other.values(path)::contains));
    return paths;
  }

  /** Returns the points, seeds together, by their shared settings. */
  private Map<String, List<Point>> groups(Side side) {
    Map<String, List<Point>> groups = new LinkedHashMap<>();
    for (Point point : side.points) {
      String key = shared.isEmpty() ? point.run.workloads() : point.words(shared);
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(point);
    }
    return groups;
  }

  private void match(List<Point> before, List<Point> after) {
    Map<String, List<Point>> ownBefore = own(before);
    own(after)
        .forEach(
            (ownAfter, points) ->
                ownBefore.forEach(
                    (own, pointsBefore) -> {
                      String differing = own.equals(ownAfter) ? own : own + " -> " + ownAfter;
                      String setting = setting(points.get(0), differing);
                      matches.add(Match.of(setting, pointsBefore, points));
                    }));
  }

  /** Returns points by the settings that only this side varies. */
  private Map<String, List<Point>> own(List<Point> points) {
    Map<String, List<Point>> own = new LinkedHashMap<>();
    for (Point point : points) {
      Set<String> paths = new TreeSet<>(point.settings.keySet());
      paths.removeAll(shared);
      paths.remove(SEED);
      paths.removeIf(path -> !isVaried(path));
      own.computeIfAbsent(point.words(paths), key -> new ArrayList<>()).add(point);
    }
    return own;
  }

  private boolean isVaried(String path) {
    return !WORKLOADS.test(path) && (base.values(path).size() > 1 || other.values(path).size() > 1);
  }

  private String setting(Point point, String differing) {
    Set<String> varied = new TreeSet<>(shared);
    varied.removeIf(path -> !isVaried(path));
    String words = point.words(varied);
    return words + (words.isEmpty() || differing.isEmpty() ? "" : ", ") + differing;
  }

  /** Returns the matches, in the order of the other side. */
  public List<Match> matches() {
    return List.copyOf(matches);
  }

  /** Returns how many points only the base has, seeds together. */
  public int onlyInBase() {
    return only(base, other);
  }

  /** Returns how many points only the other side has, seeds together. */
  public int onlyInOther() {
    return only(other, base);
  }

  private int only(Side of, Side in) {
    Set<String> missing = new TreeSet<>(groups(of).keySet());
    missing.removeAll(groups(in).keySet());
    return missing.size();
  }
}
