package org.polyphony.fuzz;

import java.util.Optional;

/**
 * How a case ended.
 *
 * @param kind of input
 * @param number of the case
 * @param end in a word, as its exit code
 * @param message the first line of what it said to the user, for those that ended otherwise
 * @param fault what is wrong with that; empty when nothing is
 * @param millis processor time of its thread
 */
record Outcome(
    FuzzKind kind, int number, String end, String message, Optional<String> fault, long millis) {}
