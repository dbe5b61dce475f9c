package org.polyphony.results;

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
}
