package org.polyphony.workload.trace;

import java.util.Arrays;

/**
 * What one memory instruction of a warp touches: sectors and lines of global memory, or passes over
 * the banks of shared memory. Reused from instruction to instruction.
 */
final class WarpAccess {
  static final int SECTOR_SHIFT = 5;
  static final int LINE_SHIFT = 7;
  private static final int BANKS = 32;
  private static final int BANK_BYTES = 4;

  private final long[] distinct = new long[32 * 5];
  private final int[] wordsOfBank = new int[BANKS];
  private int distinctCount;

  /** Returns the distinct aligned pieces of {@code 1 << shift} bytes that the lanes touch. */
  int pieces(int mask, long[] lanes, int widthBytes, int shift) {
    distinctCount = 0;
    for (int left = mask; left != 0; left &= left - 1) {
      long address = lanes[Integer.numberOfTrailingZeros(left)];
      long last = (address + widthBytes - 1) >>> shift;
      for (long piece = address >>> shift; piece <= last; piece++) {
        addDistinct(piece);
      }
    }
    return distinctCount;
  }

  /** Returns the {@code i}-th piece found last by {@link #pieces}. */
  long piece(int i) {
    return distinct[i];
  }

  private boolean addDistinct(long value) {
    for (int i = distinctCount - 1; i >= 0; i--) {
      if (distinct[i] == value) {
        return false;
      }
    }
    distinct[distinctCount++] = value;
    return true;
  }

  /**
   * Returns how often the 32 banks of 4 bytes are passed over: the largest number of distinct words
   * in one bank, at least 1, summed over the halves of the warp for 8 bytes per lane and over its
   * quarters for 16, so that an access without conflicts takes 1, 2 or 4.
   */
  int bankPasses(int mask, long[] lanes, int widthBytes) {
    int passes = 0;
    for (int group = 0; group < groupCount(widthBytes); group++) {
      passes += groupPasses(mask & groupMask(group, widthBytes), lanes, widthBytes);
    }
    return passes;
  }

  /**
   * Returns the groups of lanes that have an active one: the passes of an access that is free of
   * conflicts.
   */
  int groups(int mask, int widthBytes) {
    int active = 0;
    for (int group = 0; group < groupCount(widthBytes); group++) {
      active += (mask & groupMask(group, widthBytes)) != 0 ? 1 : 0;
    }
    return active;
  }

  private static int groupCount(int widthBytes) {
    return Math.max(1, widthBytes / BANK_BYTES);
  }

  private static int groupMask(int group, int widthBytes) {
    int lanesPerGroup = 32 / groupCount(widthBytes);
    return (int) ((1L << lanesPerGroup) - 1) << (group * lanesPerGroup);
  }

  private int groupPasses(int mask, long[] lanes, int widthBytes) {
    distinctCount = 0;
    Arrays.fill(wordsOfBank, 0);
    int most = mask == 0 ? 0 : 1;
    for (int left = mask; left != 0; left &= left - 1) {
      long address = lanes[Integer.numberOfTrailingZeros(left)];
      long last = (address + widthBytes - 1) / BANK_BYTES;
      for (long word = address / BANK_BYTES; word <= last; word++) {
        if (addDistinct(word)) {
          int bank = (int) (word & (BANKS - 1));
          most = Math.max(most, ++wordsOfBank[bank]);
        }
      }
    }
    return most;
  }
}
