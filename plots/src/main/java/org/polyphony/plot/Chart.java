package org.polyphony.plot;

import java.util.List;
import java.util.function.BiFunction;

/** Draws one kind of chart. */
@FunctionalInterface
interface Chart {
  /**
   * Returns its pictures; none when the results do not hold what it shows.
   *
   * @param name of the kind: how the names of pictures begin
   * @param results what they show
   */
  List<Picture> draw(String name, Results results);

  /** Returns the chart of one table: a picture, none without the table or a row in it. */
  static Chart of(String file, BiFunction<String, CsvTable, Picture> picture) {
    return (name, results) ->
        results.table(file).map(table -> picture.apply(name, table)).stream().toList();
  }
}
