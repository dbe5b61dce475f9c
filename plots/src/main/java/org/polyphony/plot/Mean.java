package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A mean of a metric.
 *
 * @param metric with its unit
 * @param group of several series
 * @param series of which it is
 * @param values by {@link #VALUES}; not a number where there is none
 */
record Mean(String metric, String group, String series, List<Double> values) {
  /** What is known of it, as columns of {@code means.csv}; a paper may state some. */
  static final List<String> VALUES = List.of("mean", "low", "high", "paper");

  /** Returns those of {@code means.csv}. */
  static List<Mean> of(CsvTable table) {
    return IntStream.range(0, table.rows())
        .mapToObj(
            row ->
                new Mean(
                    table.name(row, "metric"),
                    table.name(row, "group"),
                    table.name(row, "series"),
                    VALUES.stream().map(value -> table.number(row, value)).toList()))
        .toList();
  }

  /**
   * Returns those of a cluster experiment in a sweep.
   *
   * @param summary its line
   * @param setting what sets it apart from the others
   * @param shown what policies are called
   */
  static List<Mean> of(JsonNode summary, String setting, DisplayNames shown) {
    List<Mean> means = new ArrayList<>();
    JsonNode of = summary.path("means");
    for (JsonNode mean : of) {
      String metric = mean.path("metric").asText();
      String group = mean.path("group").asText();
      String policy = shown.of(mean.path("policy").asText());
      means.add(
          new Mean(
              metric,
              isAlone(of, metric, group) ? setting : setting + ", " + group,
              policy,
              VALUES.stream().map(value -> RunRecord.number(mean.path(value))).toList()));
    }
    return means;
  }

  private static boolean isAlone(JsonNode means, String metric, String group) {
    return means
        .valueStream()
        .filter(mean -> mean.path("metric").asText().equals(metric))
        .allMatch(mean -> mean.path("group").asText().equals(group));
  }
}
