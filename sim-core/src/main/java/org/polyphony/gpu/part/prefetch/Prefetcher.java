package org.polyphony.gpu.part.prefetch;

/**
 * Watches the loads of a cache and proposes what to fetch before a load needs it, by {@link
 * PrefetchedCache#prefetch}. Each L1 data cache has a prefetcher of its own; the slices of L2 share
 * one. Its public constructor takes {@link PrefetchedCache}, or that and a record of parameters.
 *
 * <p>A prefetcher must be deterministic: it draws random numbers from {@link PrefetchedCache#seed}
 * only. Parameters of both methods:
 *
 * <ul>
 *   <li>{@code address}: of the first byte of the fill unit that is read. It includes the address
 *       space of the process
 *   <li>{@code workload}: whose memory it is
 *   <li>{@code sm}: the SM that reads it
 *   <li>{@code warp}: the warp's slot in the SM; {@link #UNKNOWN} in L2
 *   <li>{@code pc}: the address of the load instruction; {@link #UNKNOWN} in L2
 * </ul>
 */
public interface Prefetcher {
  /** Warp and program counter of a load that L2 sees. */
  int UNKNOWN = -1;

  /** Called when a load has missed, or waits for data that are on their way. */
  void missed(long address, int workload, int sm, int warp, long pc);

  /** Called when a load has hit. */
  default void hit(long address, int workload, int sm, int warp, long pc) {}
}
