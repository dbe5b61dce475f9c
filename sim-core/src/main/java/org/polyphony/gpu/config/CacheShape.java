package org.polyphony.gpu.config;

import org.polyphony.input.Violation;

/** The checks that every cache has in common. */
final class CacheShape {
  private CacheShape() {}

  private static final int MOST_LINES = 65535;

  static Violation.Checks check(int bytes, int ways, int lineBytes, int sectorBytes) {
    boolean line = Violation.Checks.isPowerOfTwo(lineBytes, 4, 1024);
    boolean checkable = ways >= 1 && line;
    long set = (long) ways * lineBytes;
    boolean divisible = !checkable || (bytes > 0 && bytes % set == 0);
    boolean sets = !checkable || !divisible || isSetCount(bytes / set, ways);
    return new Violation.Checks()
        .require(divisible, "bytes", bytes, "a multiple of ways * lineBytes")
        .require(sets, "bytes", bytes, "a power of two of sets, 65535 lines or fewer")
        .atLeast(1, "ways", ways)
        .powerOfTwo(4, 1024, "lineBytes", lineBytes)
        .require(
            Violation.Checks.isPowerOfTwo(sectorBytes, 4, lineBytes),
            "sectorBytes",
            sectorBytes,
            "a power of two from 4 to lineBytes");
  }

  static boolean isSetCount(long sets, int ways) {
    return Long.bitCount(sets) == 1 && sets * (ways + 1) <= MOST_LINES; // and a list each
  }
}
