package org.polyphony.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code METRICS.md} and {@code METRICS-STUDIES.md} say: the values of each result file, with
 * unit and meaning.
 */
public final class MetricsPage {
  private static final Pattern HEADING = Pattern.compile("## (\\S+)");
  private static final Pattern ROW = Pattern.compile("\\| `(.+?)` \\| (.*?) \\| (.*) \\|");

  private MetricsPage() {}

  /** A value of a result file. */
  record Metric(String name, String unit, String meaning) {}

  /** Returns the values of each file, in the order of the page. */
  static Map<String, List<Metric>> all() {
    Map<String, List<Metric>> files = new LinkedHashMap<>();
    List<Metric> values = new ArrayList<>();
    for (String line : lines()) {
      Matcher heading = HEADING.matcher(line);
      Matcher row = ROW.matcher(line);
      if (heading.matches()) {
        values = new ArrayList<>();
        files.put(heading.group(1), values);
      } else if (row.matches()) {
        values.add(new Metric(row.group(1), row.group(2), row.group(3)));
      }
    }
    return files;
  }

  private static List<String> lines() {
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("METRICS.md")));
      lines.addAll(Files.readAllLines(Path.of("METRICS-STUDIES.md")));
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the rows of the values of a file, as they stand on the page. */
  static String rows(String file) {
    return all().get(file).stream()
        .map(m -> "| `%s` | %s | %s |%n".formatted(m.name(), m.unit(), m.meaning()))
        .collect(Collectors.joining());
  }

  /** Returns the names of the values of a file, in their order. */
  public static List<String> names(String file) {
    return all().getOrDefault(file, List.of()).stream().map(Metric::name).toList();
  }

  /**
   * Returns the paths of all values of a result file, {@code []} for elements of lists.
   *
   * @param free objects whose keys are names of their own: {@code *} stands for these
   */
  public static Set<String> paths(JsonNode file, Set<String> free) {
    Set<String> found = new TreeSet<>();
    collect(file, "", free, found);
    return found;
  }

  private static void collect(JsonNode node, String path, Set<String> free, Set<String> found) {
    if (node.isArray()) {
      node.forEach(item -> collect(item, path + "[]", free, found));
    } else if (node.isObject()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.properties()
          .forEach(
              field -> {
                String key = free.contains(path) ? "*" : field.getKey();
                collect(field.getValue(), prefix + key, free, found);
              });
    } else {
      found.add(path);
    }
  }
}
