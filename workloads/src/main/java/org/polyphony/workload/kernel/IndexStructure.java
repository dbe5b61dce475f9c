package org.polyphony.workload.kernel;

import java.util.Map;

/** Seeded data that decides what a program does: constants and functions of one index. */
interface IndexStructure {
  /** Returns its constants by name. */
  Map<String, Long> constants();

  /** Returns its functions by name. */
  Map<String, IndexFunction> functions();
}
