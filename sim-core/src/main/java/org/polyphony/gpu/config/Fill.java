package org.polyphony.gpu.config;

import java.util.Locale;

/** What a miss brings into a cache. */
public enum Fill {
  /** The sector that was asked for, as caches of Maxwell and newer. */
  SECTOR,

  /** That sector and the other of its aligned pair, as L2 of Hopper: 64 B. */
  PAIR,

  /** The whole line, as GPGPU-Sim 3 and caches of Fermi. */
  LINE;

  /** Returns the bytes that a miss brings, at most a line. */
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
