package org.polyphony.study.engine;

import org.polyphony.results.table.LongTable;
import org.polyphony.study.StudyContext;

/** The runs of a study. */
interface StudyBody {
  /** Returns their table before the first run: all columns, and what identifies the runs. */
  LongTable planned();

  /**
   * Checks what only such runs read.
   *
   * @param table with all columns of the study
   */
  default void check(LongTable table) {}

  /** Returns how many runs there are and how long they take, in words. */
  String plan(StudyContext context);

  /**
   * Runs what has not run before and writes the results, after a stop and with failed runs those of
   * the runs that have finished.
   *
   * @throws org.polyphony.simulation.SimulationFailure if a run cannot continue, after all others
   */
  void make(StudyContext context);
}
