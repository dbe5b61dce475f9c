package org.polyphony.config;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Consecutive seeds of repeats of one experiment.
 *
 * @param first at least 0
 * @param count how many, at least 1
 */
public record Seeds(long first, int count) {
  /** The key of an experiment that has the seed, and the axis of a sweep over it. */
  public static final String KEY = "seed";

  /** Returns them all, in ascending order. */
  public List<Long> all() {
    return LongStream.range(first, first + count).boxed().toList();
  }

  /** Returns them in words, as {@code seed 1} or {@code seeds 1 to 5}. */
  public String words() {
    return count == 1 ? "seed " + first : "seeds " + first + " to " + (first + count - 1);
  }
}
