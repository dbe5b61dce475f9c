package org.polyphony.workload.kernel;

import java.util.Map;

/** Seeded data that decides what a program does: constants and functions of one index, by name. */
record IndexStructure(Map<String, Long> constants, Map<String, IndexFunction> functions) {}
