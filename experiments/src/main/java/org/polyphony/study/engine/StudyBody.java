package org.polyphony.study.engine;

import org.polyphony.study.Figure;
import org.polyphony.study.table.LongTable;

/** The runs of a study. */
interface StudyBody extends Figure.Body {
  /** Returns their table before the first run: all columns, and what identifies the runs. */
  LongTable planned();

  /**
   * Checks what only such runs read.
   *
   * @param table with all columns of the study
   */
  default void check(LongTable table) {}
}
