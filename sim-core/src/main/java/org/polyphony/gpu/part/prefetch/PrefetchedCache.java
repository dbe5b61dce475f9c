package org.polyphony.gpu.part.prefetch;

/** What a {@link Prefetcher} sees of its cache. */
public interface PrefetchedCache {
  /** Most proposals for one load; further ones are dropped. */
  int MOST = 8;

  /** Returns the bytes of a line, a power of two. */
  int lineBytes();

  /** Returns the bytes that a miss or a prefetch fetches: a sector, two of them, or a line. */
  int fillBytes();

  /** Returns the workloads of the run; they are numbered from 0. */
  int workloads();

  /** Returns a seed for this prefetcher, at least 0; each cache has another, from the run's. */
  long seed();

  /**
   * Proposes to fetch the fill unit that contains an address; for use in {@link Prefetcher#missed}
   * and {@link Prefetcher#hit} only.
   *
   * <p>A prefetch takes an MSHR and a place in the miss queue as a miss does. It is dropped if its
   * data are in the cache or on their way, if one of these or a line that can be evicted is
   * missing, if a load waits for one, or if the address belongs to another process.
   */
  void prefetch(long address);
}
