package org.polyphony.plot;

import java.util.List;

/** A kind of chart. */
interface Chart {
  /** Returns its name on the command line. */
  String name();

  /** Returns what it shows, in one line. */
  String about();

  /** Returns the files that it reads, in words. */
  String needs();

  /** Returns its pictures; none when the results do not hold what it shows. */
  List<Picture> draw(Results results);
}
