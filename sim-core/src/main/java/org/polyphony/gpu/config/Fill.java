package org.polyphony.gpu.config;

/** What a miss brings into a cache. */
public enum Fill {
  /** The sector that was asked for, as caches of Maxwell and newer. */
  SECTOR,

  /** The whole line, as GPGPU-Sim 3 and caches of Fermi. */
  LINE;

  @Override
  public String toString() {
    return this == LINE ? "line" : "sector";
  }
}
