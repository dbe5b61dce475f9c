package org.polyphony.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Every value of the result files: unit and definition, from {@code metrics.json}. {@code
 * METRICS.md} is made of this; a {@link Table} has the same columns.
 */
public final class Metrics {
  private Metrics() {}

  /** Returns every metric, file by file, in the order of the files' keys and columns. */
  public static List<Metric> all() {
    try (InputStream in = Metrics.class.getResourceAsStream("metrics.json")) {
      return new JsonMapper()
          .readTree(in).properties().stream()
              .flatMap(
                  file ->
                      file.getValue().properties().stream()
                          .map(e -> metric(file.getKey(), e.getKey(), e.getValue())))
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Metric metric(String file, String name, JsonNode of) {
    return new Metric(file, name, of.path(0).asText(), of.path(1).asText());
  }

  /**
   * Returns the names of the values of a result file, in order.
   *
   * @param file its name
   */
  public static List<String> names(String file) {
    return all().stream().filter(m -> m.file().equals(file)).map(Metric::name).toList();
  }

  /** Returns the reference of all metrics as Markdown. */
  public static String markdown() {
    Table<Metric> table =
        new Table<Metric>()
            .text("value", metric -> "`" + metric.name() + "`")
            .text("unit", Metric::unit)
            .text("meaning", Metric::meaning);
    StringBuilder text =
        new StringBuilder("# Metrics\n\nWhat each value of the result files is. Made from ")
            .append("`metrics.json` of `org.polyphony.text`; `mvn verify` checks it.\n");
    List<Metric> all = all();
    for (String file : all.stream().map(Metric::file).distinct().toList()) {
      text.append("\n## ").append(file).append("\n\n");
      text.append(table.markdown(all.stream().filter(m -> m.file().equals(file)).toList()));
    }
    return text.toString();
  }
}
