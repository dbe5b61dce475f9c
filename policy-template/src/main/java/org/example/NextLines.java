package org.example;

import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.input.Key;

/** A prefetcher that fetches the same part of the next lines when a load misses. */
public final class NextLines implements Prefetcher {
  /** The parameters, as {@code { "name": "NextLines.java", "lines": 2 }}. */
  public record Parameters(
      @Key(value = "lines to fetch", min = 1, max = PrefetchedCache.MOST, absent = "1") int lines) {}

  private final PrefetchedCache cache;
  private final int lines;

  public NextLines(PrefetchedCache cache, Parameters parameters) {
    this.cache = cache;
    lines = parameters.lines();
  }

  @Override
  public void missed(long address, int workload, int sm, int warp, long pc) {
    for (int i = 1; i <= lines; i++) {
      cache.prefetch(address + (long) i * cache.lineBytes());
    }
  }
}
