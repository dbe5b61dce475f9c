package org.polyphony.plot;

import java.util.List;

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
}
