package org.polyphony.gpu.config;

import org.polyphony.input.Violation;

/** The checks that every cache has in common. */
final class CacheShape {
  private CacheShape() {}

  static Violation.Checks check(int bytes, int ways, int lineBytes, int sectorBytes) {
    boolean line = Integer.bitCount(lineBytes) == 1 && lineBytes >= 4;
    boolean divisible = ways < 1 || !line || (bytes > 0 && bytes % ((long) ways * lineBytes) == 0);
    return new Violation.Checks()
        .require(divisible, "bytes", bytes, "a multiple of ways * lineBytes")
        .atLeast(1, "ways", ways)
        .require(line, "lineBytes", lineBytes, "a power of two")
        .require(
            Integer.bitCount(sectorBytes) == 1 && sectorBytes >= 4 && sectorBytes <= lineBytes,
            "sectorBytes",
            sectorBytes,
            "a power of two from 4 to lineBytes");
  }
}
