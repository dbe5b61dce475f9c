package org.polyphony.workload.kernel;

import java.util.Arrays;
import java.util.List;

/**
 * The variables of a running kernel: 0 to 2 block indices, 3 to 8 thread variables, from 9 the
 * arguments of the launch, from 32 the counters of the enclosing loops, outermost first. Sets of
 * them are bit masks.
 */
final class Variables {
  static final int BLOCK_COUNT = 3;
  static final int FIRST_THREAD = 3;
  static final int FIRST_ARGUMENT = 9;
  static final int FIRST_COUNTER = 32;
  static final int MOST = 64;

  /** The thread variables. */
  static final long THREAD_MASK = (1L << FIRST_ARGUMENT) - (1L << FIRST_THREAD);

  /** The warp of the block, which all lanes of a warp share. */
  static final long WARP_MASK = 1L << 7;

  /** Names of variables 0 to 8, as models write them. */
  static final List<String> NAMES =
      List.of("bx", "by", "bz", "tx", "ty", "tz", "lane", "warp", "thread");

  private Variables() {}

  static boolean isThread(int id) {
    return id >= FIRST_THREAD && id < FIRST_ARGUMENT;
  }

  /** Returns the level of the innermost loop whose counter is in a set; -1 when there is none. */
  static int loopLevel(long variables) {
    int last = MOST - 1 - Long.numberOfLeadingZeros(variables);
    return Math.max(-1, last - FIRST_COUNTER);
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
    long[][] values = new long[FIRST_ARGUMENT - FIRST_THREAD][padded];
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

  /**
   * Returns the ranges of block indices, thread variables and arguments, by variable.
   *
   * @param grid thread blocks in x, y, z
   * @param block threads in x, y, z
   * @param arguments ranges of the launch's arguments
   */
  static Bounds[] ranges(long[] grid, int[] block, List<Bounds> arguments) {
    int threads = block[0] * block[1] * block[2];
    Bounds[] ranges = new Bounds[MOST];
    Arrays.setAll(ranges, i -> new Bounds(0, 0));
    for (int i = 0; i < 3; i++) {
      ranges[i] = new Bounds(0, grid[i] - 1);
      ranges[FIRST_THREAD + i] = new Bounds(0, block[i] - 1L);
    }
    ranges[6] = new Bounds(0, Math.min(31, threads - 1));
    ranges[7] = new Bounds(0, (threads - 1L) / 32);
    ranges[8] = new Bounds(0, threads - 1L);
    for (int i = 0; i < arguments.size(); i++) {
      ranges[FIRST_ARGUMENT + i] = arguments.get(i);
    }
    return ranges;
  }
}
