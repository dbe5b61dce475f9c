package org.polyphony.report;

import java.util.Optional;

/** What can make a section of the page from a folder of results. */
interface Part {
  /** Returns its section; empty when the folder does not hold what it shows. */
  Optional<Section> section(Source source);
}
