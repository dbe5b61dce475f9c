package org.polyphony.gpu.config;

/** When a line of a cache is given to what missed. */
public enum LineAllocation {
  /** When the data comes: as many misses as there are MSHRs can be under way. */
  FILL,

  /** At once: a set whose lines all await data takes no other miss, as in GPGPU-Sim 3. */
  MISS;

  @Override
  public String toString() {
    return this == MISS ? "miss" : "fill";
  }
}
