package org.polyphony.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code METRICS.md} says: the values of each result file, with unit and meaning. */
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
      return Files.readAllLines(Path.of("METRICS.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the values of a file, in their order. */
  public static List<String> names(String file) {
    return all().getOrDefault(file, List.of()).stream().map(Metric::name).toList();
  }
}
