package org.polyphony.workload.kernel;

import java.util.Arrays;
import java.util.List;

/**
 * The variables of a running kernel: 0 to 2 block indices, 3 to 8 thread variables, from 9 the
 * counters of the enclosing loops, outermost first.
 */
final class Variables {
  static final int BLOCK_COUNT = 3;
  static final int FIRST_THREAD = 3;
  static final int FIRST_COUNTER = 9;

  /** Names of variables 0 to 8, as models write them. */
  static final List<String> NAMES =
      List.of("bx", "by", "bz", "tx", "ty", "tz", "lane", "warp", "thread");

  private Variables() {}

  static boolean isThread(int id) {
    return id >= FIRST_THREAD && id < FIRST_COUNTER;
  }

  /**
   * Returns the values of the thread variables, indexed by variable minus {@link #FIRST_THREAD} and
   * then by thread, padded to whole warps.
   *
   * @param block threads in x, y, z
   */
  static long[][] threadValues(int[] block) {
    int threads = block[0] * block[1] * block[2];
    int padded = (threads + 31) / 32 * 32;
    long[][] values = new long[FIRST_COUNTER - FIRST_THREAD][padded];
    for (int t = 0; t < padded; t++) {
      int inBlock = Math.min(t, threads - 1); // lanes past the block are never active
      values[0][t] = inBlock % block[0];
      values[1][t] = inBlock / block[0] % block[1];
      values[2][t] = inBlock / block[0] / block[1];
      values[3][t] = t % 32;
      values[4][t] = t / 32;
      values[5][t] = inBlock;
    }
    return values;
  }

  /** Returns the largest value of each variable 0 to 8; the smallest is 0. */
  static long[] maxima(long[] grid, int[] block) {
    int threads = block[0] * block[1] * block[2];
    long[] maxima = new long[FIRST_COUNTER];
    Arrays.setAll(maxima, i -> i < BLOCK_COUNT ? grid[i] - 1 : 0);
    for (int i = 0; i < 3; i++) {
      maxima[FIRST_THREAD + i] = block[i] - 1L;
    }
    maxima[6] = Math.min(31, threads - 1);
    maxima[7] = (threads - 1L) / 32;
    maxima[8] = threads - 1L;
    return maxima;
  }
}
