package org.polyphony.compare;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares the result files of two builds byte by byte; of a summary, what its config decides. */
public final class ResultComparison {
  private static final String SUMMARY = "summary.json";
  private static final Set<String> NOT_OF_THE_CONFIG = Set.of("host", "provenance");
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final int SHOWN = 120; // characters of a line around what differs

  private ResultComparison() {}

  /**
   * Returns the first difference in words, with all files that differ, or empty when there is none.
   *
   * @param base folder of the results of one build; counts as empty when it is absent
   * @param changed folder of those of the other one
   * @param added files that are no difference when only the other one writes them
   */
  public static Optional<String> firstDifference(Path base, Path changed, Set<String> added) {
    List<String> differing =
        names(base, changed).stream()
            .filter(name -> !added.contains(name) || Files.exists(base.resolve(name)))
            .filter(name -> differs(base.resolve(name), changed.resolve(name)))
            .toList();
    if (differing.isEmpty()) {
      return Optional.empty();
    }
    String first = differing.get(0);
    String text = first + " " + difference(base.resolve(first), changed.resolve(first));
    List<String> others = differing.subList(1, differing.size());
    return Optional.of(others.isEmpty() ? text : text + "; also " + String.join(", ", others));
  }

  /** The summary first, as its keys say most; then by name. */
  private static List<String> names(Path base, Path changed) {
    TreeSet<String> names = new TreeSet<>(fileNames(base));
    names.addAll(fileNames(changed));
    List<String> ordered = new ArrayList<>(names);
    if (ordered.remove(SUMMARY)) {
      ordered.add(0, SUMMARY);
    }
    return ordered;
  }

  private static List<String> fileNames(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean differs(Path base, Path changed) {
    try {
      if (!Files.exists(base) || !Files.exists(changed)) {
        return true;
      }
      return Files.mismatch(base, changed) >= 0 && !text(base).equals(text(changed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      String text = Files.readString(file);
      return file.endsWith(SUMMARY) ? ofConfigAlone(text) : text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String difference(Path base, Path changed) {
    if (!Files.exists(base)) {
      return "is missing: base has none, new has it";
    }
    if (!Files.exists(changed)) {
      return "is missing: base has it, new has none";
    }
    String one = text(base);
    String other = text(changed);
    boolean isJson = base.toString().endsWith(".json");
    return (isJson ? firstKey(one, other) : Optional.<String>empty())
        .orElseGet(() -> firstLine(one, other));
  }

  private static String firstLine(String base, String changed) {
    String[] one = base.split("\n", -1);
    String[] other = changed.split("\n", -1);
    int line = 0;
    while (line < Math.min(one.length, other.length) && one[line].equals(other[line])) {
      line++;
    }
    String left = line < one.length ? one[line] : "";
    String right = line < other.length ? other[line] : "";
    int at = 0;
    while (at < Math.min(left.length(), right.length()) && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    return "line %d: base '%s', new '%s'".formatted(line + 1, around(left, at), around(right, at));
  }

  private static String around(String line, int at) {
    int from = Math.max(0, Math.min(at, line.length()) - SHOWN / 2);
    int to = Math.min(line.length(), from + SHOWN);
    return (from > 0 ? "..." : "") + line.substring(from, to) + (to < line.length() ? "..." : "");
  }

  /** Returns a summary without the machine it was made on and the build that made it. */
  private static String ofConfigAlone(String summary) throws IOException {
    StringBuilder kept = new StringBuilder();
    int keptUntil = 0;
    try (JsonParser parser = MAPPER.createParser(summary)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isCut = NOT_OF_THE_CONFIG.contains(parser.currentName());
        parser.nextToken();
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        if (isCut) {
          kept.append(summary, keptUntil, start).append("null");
          keptUntil = (int) parser.currentLocation().getCharOffset();
        }
      }
    }
    return kept.append(summary, keptUntil, summary.length()).toString();
  }

  /** Returns the first key that differs with both values, or empty when only the layout does. */
  private static Optional<String> firstKey(String base, String changed) {
    try {
      return firstKey("", MAPPER.readTree(base), MAPPER.readTree(changed));
    } catch (JsonProcessingException e) {
      return Optional.empty(); // a damaged file differs by its lines
    }
  }

  private static Optional<String> firstKey(String path, JsonNode base, JsonNode changed) {
    if (base.equals(changed)) {
      return Optional.empty();
    }
    List<Optional<String>> found = new ArrayList<>();
    if (base.isObject() && changed.isObject()) {
      Set<String> keys = new LinkedHashSet<>();
      base.fieldNames().forEachRemaining(keys::add);
      changed.fieldNames().forEachRemaining(keys::add);
      String prefix = path.isEmpty() ? "" : path + ".";
      keys.forEach(key -> found.add(firstKey(prefix + key, base.path(key), changed.path(key))));
    } else if (base.isArray() && changed.isArray()) {
      for (int i = 0; i < Math.max(base.size(), changed.size()); i++) {
        found.add(firstKey(path + "[" + i + "]", base.path(i), changed.path(i)));
      }
    } else {
      found.add(Optional.of("%s: base %s, new %s".formatted(path, text(base), text(changed))));
    }
    return found.stream().flatMap(Optional::stream).findFirst();
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() ? "nothing" : value.toString();
  }

  /** Removes a folder and all in it, if it is there. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
