package org.polyphony.gpu.part.replacement;

/**
 * What a {@link ReplacementPolicy} sees of its cache. Sets and ways are numbered from 0. Uses of a
 * cache (fills, hits and touches) are numbered from 1 and serve as its clock.
 */
public interface CacheSets {
  /** No workload: of an empty way. */
  int NONE = -1;

  int sets();

  /** Returns the ways of each set, those of all processes together. */
  int ways();

  /** Returns the workloads of the run; they are numbered from 0. */
  int workloads();

  /** Returns a seed for this policy, at least 0; each cache has another, derived from the run's. */
  long seed();

  /**
   * Returns whether a way may be evicted now: it holds a line, awaits no data, and the workload
   * that needs a way may use it.
   */
  boolean mayEvict(int set, int way);

  /**
   * Returns the workload whose line a way holds, or {@link #NONE}. Saved contexts of preempted
   * thread blocks belong to workload 0 unless the device is divided.
   */
  int workload(int set, int way);

  /** Returns the number of a way's line: its address / line size. */
  long line(int set, int way);

  /** Returns the use of the cache that last used a way; 0 if none has. */
  long lastUse(int set, int way);

  /** Returns the use of the cache that filled a way; 0 if none has. */
  long filledAt(int set, int way);

  /** Returns the number of the cache's last use. */
  long uses();
}
