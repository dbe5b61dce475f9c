package org.polyphony.gpu.part.replacement;

/**
 * Chooses the lines that a cache evicts. Each cache has a policy of its own: each L2 slice, each
 * SM's L1, each level of each SM's constant cache. Its public constructor takes {@link CacheSets},
 * or that and a record of parameters.
 *
 * <p>A line belongs to one workload, and only that workload accesses it. A policy must be
 * deterministic: it draws random numbers from {@link CacheSets#seed} only.
 */
public interface ReplacementPolicy {
  /**
   * Returns the way to evict for a new line. Called only if each way of the set holds a line or is
   * out of the workload's reach. The call evicts nothing, and the cache may call again before it
   * evicts.
   *
   * @param workload that needs the way
   * @return a way for which {@link CacheSets#mayEvict} holds; there is at least one
   */
  int victim(int set, int workload);

  /** Called when a way has received a new line, which a workload has asked for. */
  default void filled(int set, int way, int workload) {}

  /** Called when a request has found its data in a way. */
  default void hit(int set, int way, int workload) {}

  /**
   * Called when a request has used a line without finding its data there: the sector is missing, is
   * on its way, arrives, or is written for the first time.
   */
  default void touched(int set, int way, int workload) {}

  /** Called before a way loses its line, which was evicted or invalidated. */
  default void evicted(int set, int way, int workload) {}
}
