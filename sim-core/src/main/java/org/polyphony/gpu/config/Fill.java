package org.polyphony.gpu.config;

import java.util.Locale;

/** The unit that a cache fetches on a miss. */
public enum Fill {
  /** The requested sector, as in caches since Maxwell. */
  SECTOR,

  /** The aligned pair of sectors, 64 B, as in the L2 of Hopper. */
  PAIR,

  /** The whole line, as in GPGPU-Sim 3 and caches of Fermi. */
  LINE;

  /** Returns the bytes fetched per miss, at most a line. */
  int bytes(int sectorBytes, int lineBytes) {
    return switch (this) {
      case SECTOR -> sectorBytes;
      case PAIR -> Math.min(2 * sectorBytes, lineBytes);
      case LINE -> lineBytes;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
