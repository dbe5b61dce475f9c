package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A mean of a metric.
 *
 * @param mean not a number where there is none, as {@code low} and {@code high}, its interval
 * @param stated what a paper states; not a number where it states nothing
 * @param runs what it is the mean of, in words; empty if the file does not say
 */
public record Mean(
    String metric,
    String group,
    String series,
    double mean,
    double low,
    double high,
    double stated,
    String runs) {
  static List<Mean> of(CsvTable table) {
    return IntStream.range(0, table.rows())
        .mapToObj(
            row ->
                new Mean(
                    table.name(row, ResultColumn.METRIC),
                    table.name(row, ResultColumn.GROUP),
                    table.name(row, ResultColumn.SERIES),
                    table.number(row, ResultColumn.MEAN),
                    table.number(row, ResultColumn.LOW),
                    table.number(row, ResultColumn.HIGH),
                    table.number(row, ResultColumn.PAPER),
                    table.find(row, ResultColumn.RUNS).orElse("")))
        .toList();
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
              number(mean, ResultColumn.MEAN),
              number(mean, ResultColumn.LOW),
              number(mean, ResultColumn.HIGH),
              number(mean, ResultColumn.PAPER),
              ""));
    }
    return means;
  }

  private static double number(JsonNode mean, ResultColumn column) {
    return RunRecord.number(mean.path(column.heading()));
  }

  private static boolean isAlone(JsonNode means, String metric, String group) {
    return means
        .valueStream()
        .filter(mean -> mean.path("metric").asText().equals(metric))
        .allMatch(mean -> mean.path("group").asText().equals(group));
  }
}
