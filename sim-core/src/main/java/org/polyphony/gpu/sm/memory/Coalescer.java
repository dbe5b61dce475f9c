package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.SharedMemoryConfig;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Coalesces the lane addresses of a memory instruction into accesses to sectors or lines (both
 * called sectors here), or counts the passes over the shared-memory banks.
 *
 * <p>Lanes in the same sector share an access; accesses are in ascending address order. State: the
 * accesses of the last instruction. Source: coalescing of Maxwell and newer in Accel-Sim (32 B
 * segments whatever the access width).
 */
final class Coalescer {
  /** Maximum sectors of one instruction: 32 lanes of 16 B, unaligned. */
  static final int MAX_ACCESSES = 64;

  final long[] address = new long[MAX_ACCESSES];
  final int[] bytes = new int[MAX_ACCESSES]; // written: bit i for byte i or the i-th of 32 parts
  private final long[] words = new long[Kernel.WARP_SIZE];
  private final long[] firstWord = new long[Kernel.WARP_SIZE]; // by bank
  private final int bankShift;
  private final int bankMask;
  private int count;

  Coalescer(SharedMemoryConfig shared) {
    this.bankShift = Integer.numberOfTrailingZeros(shared.bankBytes());
    this.bankMask = shared.banks() - 1;
  }

  /**
   * Computes the sectors that the active lanes touch.
   *
   * @return the number of accesses, at most {@link #MAX_ACCESSES}
   */
  int sectors(long[] lanes, int mask, int width, int sectorBytes) {
    count = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long from = lanes[Integer.numberOfTrailingZeros(rest)];
      int offset = (int) from & (sectorBytes - 1);
      add(from - offset, byteMask(offset, Math.min(width, sectorBytes - offset), sectorBytes));
      if (offset + width > sectorBytes) {
        add(from - offset + sectorBytes, byteMask(0, offset + width - sectorBytes, sectorBytes));
      }
    }
    return count;
  }

  /**
   * Computes the accesses of an atomic: lanes in the same sector share an access unless they update
   * the same byte, in which case they are serialized.
   *
   * @return the number of accesses
   */
  int atomics(long[] lanes, int mask, int width, int sectorBytes) {
    count = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long from = lanes[Integer.numberOfTrailingZeros(rest)];
      int offset = (int) from & (sectorBytes - 1);
      int touched = byteMask(offset, Math.min(width, sectorBytes - offset), sectorBytes);
      int at = 0;
      while (at < count && (address[at] != from - offset || (bytes[at] & touched) != 0)) {
        at++;
      }
      address[at] = from - offset;
      bytes[at] = at == count ? touched : bytes[at] | touched;
      count = Math.max(count, at + 1);
    }
    return count;
  }

  /**
   * Computes the accesses of a constant load, one per distinct address, since different words are
   * served one after another.
   *
   * @return the number of accesses
   */
  int words(long[] lanes, int mask) {
    count = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long from = lanes[Integer.numberOfTrailingZeros(rest)];
      int at = 0;
      while (at < count && address[at] != from) {
        at++;
      }
      address[at] = from;
      count = Math.max(count, at + 1);
    }
    return count;
  }

  /** Lane addresses mostly ascend, so the search from the end usually stops at once. */
  private void add(long sector, int written) {
    int at = count - 1;
    while (at >= 0 && address[at] > sector) {
      at--;
    }
    if (at >= 0 && address[at] == sector) {
      bytes[at] |= written;
      return;
    }
    for (int i = count - 1; i > at; i--) {
      address[i + 1] = address[i];
      bytes[i + 1] = bytes[i];
    }
    address[at + 1] = sector;
    bytes[at + 1] = written;
    count++;
  }

  private static int byteMask(int offset, int length, int sectorBytes) {
    int partShift = Math.max(0, Integer.numberOfTrailingZeros(sectorBytes) - 5); // of 32 parts
    int first = offset >>> partShift;
    int parts = ((offset + length - 1) >>> partShift) - first + 1;
    int ones = parts >= 32 ? -1 : (1 << parts) - 1;
    return ones << first;
  }

  /**
   * Returns the passes over the banks: the maximum number of distinct words in one bank, at least 1
   * if a lane is active. A word read by several lanes is broadcast.
   *
   * @param lanes shared-memory addresses; each lane counts with its first word
   */
  int bankPasses(long[] lanes, int mask) {
    int taken = 0; // banks with at least one word so far
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long word = lanes[Integer.numberOfTrailingZeros(rest)] >> bankShift;
      int bank = (int) word & bankMask;
      if ((taken >>> bank & 1) != 0 && firstWord[bank] != word) {
        return conflictingPasses(lanes, mask);
      }
      firstWord[bank] = word;
      taken |= 1 << bank;
    }
    return mask == 0 ? 0 : 1;
  }

  private int conflictingPasses(long[] lanes, int mask) {
    int most = 1;
    int seen = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long word = lanes[Integer.numberOfTrailingZeros(rest)] >> bankShift;
      int inBank = 1;
      boolean repeated = false;
      for (int i = 0; i < seen; i++) {
        repeated |= words[i] == word;
        inBank += ((words[i] ^ word) & bankMask) == 0 ? 1 : 0;
      }
      if (!repeated) {
        words[seen++] = word;
        most = Math.max(most, inBank);
      }
    }
    return most;
  }
}
