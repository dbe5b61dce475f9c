package org.polyphony.gpu.mem;

/**
 * Prefetches of a cache since the start of the run, in fill units.
 *
 * @param issued those that were fetched
 * @param useful of these, those with a load that hit
 * @param late of these, those with a load that had to wait for them
 */
public record PrefetchCounts(long issued, long useful, long late) {
  /** Those of a cache without a prefetcher. */
  public static final PrefetchCounts NONE = new PrefetchCounts(0, 0, 0);

  /** Returns the sums of two caches. */
  public PrefetchCounts plus(PrefetchCounts other) {
    return new PrefetchCounts(issued + other.issued, useful + other.useful, late + other.late);
  }
}
