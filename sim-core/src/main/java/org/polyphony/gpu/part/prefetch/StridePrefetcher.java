package org.polyphony.gpu.part.prefetch;

import org.polyphony.gpu.part.PartKind;
import org.polyphony.input.Hash;
import org.polyphony.input.Key;

/**
 * Stride prefetcher with a reference prediction table: an entry for each warp and load instruction,
 * or for each 4 KB of memory where these are unknown. While its lines follow one another at the
 * same stride, each load prefetches the same fill unit some strides ahead.
 *
 * <p>State per entry: the last line, its distance from the one before in lines, and whether that is
 * confirmed. Source: Baer and Chen, Supercomputing 1991; per warp as in Lee et al., MICRO 2010.
 * Differs: prefetches only in the steady state; the table is direct mapped.
 */
final class StridePrefetcher implements Prefetcher {
  /** Its parameters. */
  public record Parameters(
      @Key(value = "entries of the table", min = 1, max = 1 << 16, absent = "256") int entries,
      @Key(
              value = "strides ahead of a load at which it prefetches",
              min = 1,
              max = 64,
              absent = "1")
          int distance,
      @Key(
              value = "strides that a load prefetches",
              min = 1,
              max = PrefetchedCache.MOST,
              absent = "1")
          int degree) {}

  static final PartKind.Bundled<Prefetcher, PrefetchedCache, Parameters> PART =
      new PartKind.Bundled<>(
          "stride",
          "a table of strides by warp and load; by 4 KB of memory in L2",
          "Baer and Chen, Supercomputing 1991; Lee et al., MICRO 2010",
          Parameters.class,
          StridePrefetcher::new);

  // states of an entry
  private static final byte INITIAL = 0;
  private static final byte TRANSIENT = 1;
  private static final byte STEADY = 2;
  private static final byte NO_PREDICTION = 3;

  private static final int REGION_SHIFT = 12;

  private final PrefetchedCache cache;
  private final int distance;
  private final int degree;
  private final int lineShift;
  private final long[] tag;
  private final long[] lastLine;
  private final long[] stride; // in lines
  private final byte[] state;

  StridePrefetcher(PrefetchedCache cache, Parameters parameters) {
    this.cache = cache;
    distance = parameters.distance();
    degree = parameters.degree();
    lineShift = Integer.numberOfTrailingZeros(cache.lineBytes());
    tag = new long[parameters.entries()];
    lastLine = new long[tag.length];
    stride = new long[tag.length];
    state = new byte[tag.length];
  }

  @Override
  public void missed(long address, int workload, int sm, int warp, long pc) {
    train(address, pc == UNKNOWN ? regionKey(address) : Hash.mix(Hash.mix(workload, pc), warp));
  }

  @Override
  public void hit(long address, int workload, int sm, int warp, long pc) {
    missed(address, workload, sm, warp, pc);
  }

  /** Regions of different processes differ, as their addresses do. */
  private static long regionKey(long address) {
    return Hash.mix(address >>> REGION_SHIFT, UNKNOWN);
  }

  private void train(long address, long key) {
    int entry = (int) Long.remainderUnsigned(key, tag.length);
    long line = address >>> lineShift;
    if (tag[entry] != key) {
      tag[entry] = key;
      stride[entry] = 0;
      state[entry] = INITIAL;
    } else if (line != lastLine[entry]) { // else another fill unit of the same line
      advance(entry, line - lastLine[entry]);
    }
    lastLine[entry] = line;
    for (int i = 0; state[entry] == STEADY && i < degree; i++) {
      cache.prefetch(address + ((stride[entry] * (distance + i)) << lineShift));
    }
  }

  private void advance(int entry, long step) {
    boolean isExpected = step == stride[entry];
    byte before = state[entry];
    if (isExpected) {
      state[entry] = before == NO_PREDICTION ? TRANSIENT : STEADY;
    } else {
      boolean isFirst = before == INITIAL;
      state[entry] = before == STEADY ? INITIAL : isFirst ? TRANSIENT : NO_PREDICTION;
      stride[entry] = before == STEADY ? stride[entry] : step;
    }
  }
}
