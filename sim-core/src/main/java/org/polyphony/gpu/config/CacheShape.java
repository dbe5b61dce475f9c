package org.polyphony.gpu.config;

import org.polyphony.input.Violation;

/** The checks that every cache has in common. */
final class CacheShape {
  private CacheShape() {}

  private static final int MOST_LINES = 65535;

  static Violation.Checks check(int bytes, int ways, int lineBytes, int sectorBytes) {
    boolean line = isPowerOfTwo(lineBytes) && lineBytes >= 4 && lineBytes <= 1024;
    boolean checkable = ways >= 1 && line;
    long set = (long) ways * lineBytes;
    boolean divisible = !checkable || (bytes > 0 && bytes % set == 0);
    boolean sets = !checkable || !divisible || isSetCount(bytes / set, ways);
    return new Violation.Checks()
        .require(divisible, "bytes", bytes, "a multiple of ways * lineBytes")
        .require(sets, "bytes", bytes, "a power of two of sets, 65535 lines or fewer")
        .atLeast(1, "ways", ways)
        .require(line, "lineBytes", lineBytes, "a power of two from 4 to 1024")
        .require(
            isPowerOfTwo(sectorBytes) && sectorBytes >= 4 && sectorBytes <= lineBytes,
            "sectorBytes",
            sectorBytes,
            "a power of two from 4 to lineBytes");
  }

  static boolean isSetCount(long sets, int ways) {
    return Long.bitCount(sets) == 1 && sets * (ways + 1) <= MOST_LINES; // and a list each
  }

  private static boolean isPowerOfTwo(int value) {
    return value > 0 && Integer.bitCount(value) == 1;
  }
}
