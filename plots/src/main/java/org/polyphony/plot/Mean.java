package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A mean of a metric.
 *
 * @param bar its value and interval, and what a paper states
 * @param runs what it is the mean of, in words; empty if the file does not say
 */
record Mean(String metric, String group, String series, Bars.Bar bar, String runs) {
  static List<Mean> of(CsvTable table) {
    return IntStream.range(0, table.rows())
        .mapToObj(
            row ->
                new Mean(
                    table.name(row, ResultColumn.METRIC),
                    table.name(row, ResultColumn.GROUP),
                    table.name(row, ResultColumn.SERIES),
                    bar(column -> table.number(row, column)),
                    table.find(row, ResultColumn.RUNS).orElse("")))
        .toList();
  }

  private static Bars.Bar bar(ToDoubleFunction<ResultColumn> values) {
    return new Bars.Bar(
        values.applyAsDouble(ResultColumn.MEAN),
        values.applyAsDouble(ResultColumn.LOW),
        values.applyAsDouble(ResultColumn.HIGH),
        values.applyAsDouble(ResultColumn.PAPER));
  }

  /**
   * Returns those of a host experiment in a sweep whose jobs are placed on nodes.
   *
   * @param setting what sets it apart from the others
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
              bar(value -> RunRecord.number(mean.path(value.heading()))),
              ""));
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
