package org.polyphony.timeline;

/**
 * Part of a run.
 *
 * @param from first core cycle, at least 0
 * @param to core cycle after the last, above {@code from}
 */
public record Span(long from, long to) {
  /** The whole run. */
  public static final Span ALL = new Span(0, Long.MAX_VALUE);
}
