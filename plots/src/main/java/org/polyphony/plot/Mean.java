package org.polyphony.plot;

import java.util.List;
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
                    new Bars.Bar(
                        table.number(row, ResultColumn.MEAN),
                        table.number(row, ResultColumn.LOW),
                        table.number(row, ResultColumn.HIGH),
                        table.number(row, ResultColumn.PAPER)),
                    table.find(row, ResultColumn.RUNS).orElse("")))
        .toList();
  }
}
