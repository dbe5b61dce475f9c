package org.polyphony.timeline;

/**
 * Part of a run, in core cycles; of a host experiment, in microseconds.
 *
 * @param from first that is shown, at least 0
 * @param to the one after the last, above {@code from}
 */
public record Span(long from, long to) {
  /** The whole run. */
  public static final Span ALL = new Span(0, Long.MAX_VALUE);
}
