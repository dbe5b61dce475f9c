package org.polyphony.gpu.config;

import org.polyphony.input.Violation;

/** Consistency checks shared by all cache configs. */
final class CacheShape {
  private static final int MOST_LINES = 65535;

  private CacheShape() {}

  static void check(Violation.Checks checks, int bytes, int ways, int lineBytes) {
    long set = (long) ways * lineBytes;
    checks
        .require(bytes % set == 0, "bytes", bytes, "a multiple of ways * lineBytes (" + set + ")")
        .require(
            bytes % set != 0 || isSetCount(bytes / set, ways),
            "bytes",
            bytes,
            "a power of two of sets, 65535 lines or fewer");
  }

  static void checkSectors(Violation.Checks checks, int sectorBytes, int lineBytes) {
    checks.require(
        sectorBytes <= lineBytes && lineBytes <= 8L * sectorBytes,
        "sectorBytes",
        sectorBytes,
        "a power of two from an eighth of lineBytes to lineBytes, at most 32");
  }

  static boolean isSetCount(long sets, int ways) {
    return Long.bitCount(sets) == 1 && sets * (ways + 1) <= MOST_LINES; // plus a list head each
  }
}
