package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.L2Config;

/**
 * The port to the data of an L2 slice: an access gives two sectors, to all requests for them that
 * follow one another, and holds the port for some cycles.
 */
final class DataPort {
  private static final long NONE = -1;

  private final int accessCycles;
  private final long blockMask; // of the address of what one access gives: two sectors
  private long freeAt;
  private long accessed = NONE; // address of the two sectors that were accessed last

  DataPort(L2Config config) {
    accessCycles = config.accessCycles();
    blockMask = -2L * config.sectorBytes();
  }

  /** Returns the cycle from which an address can be accessed, 0 when it can be at once. */
  long freeAt(long address) {
    return accessCycles > 1 && (address & blockMask) == accessed ? 0 : freeAt;
  }

  /**
   * Holds the port.
   *
   * @param address that is accessed
   * @param cycles for the data of the request and of a line that it displaces
   */
  void hold(long address, int cycles, long cycle) {
    long block = address & blockMask;
    if (block == accessed) {
      freeAt = Math.max(freeAt, cycle + cycles);
    } else {
      accessed = block;
      freeAt = cycle + Math.max(cycles, accessCycles);
    }
  }
}
