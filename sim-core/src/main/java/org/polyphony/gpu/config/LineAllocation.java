package org.polyphony.gpu.config;

/** When a cache allocates a line for a miss. */
public enum LineAllocation {
  /** On fill: outstanding misses are limited by MSHRs only. */
  FILL,

  /** On miss: a set whose lines all await data blocks further misses, as in GPGPU-Sim 3. */
  MISS;

  @Override
  public String toString() {
    return this == MISS ? "miss" : "fill";
  }
}
