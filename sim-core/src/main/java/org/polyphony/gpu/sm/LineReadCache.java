package org.polyphony.gpu.sm;

import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.SectoredTags;

/**
 * A small read-only cache of whole lines, for instructions or constants: look-up without delay,
 * misses fetched from L2 sector by sector.
 *
 * <p>State per outstanding line: its number, the sectors still to come and the waiters as a bit
 * mask of warps. Source: L1I and constant cache of GPU Maestro Table 2.
 */
final class LineReadCache {
  private static final int SECTOR_BYTES = 32;

  private final int kind;
  private final int sm;
  private final MemoryRequests requests;
  private final SectoredTags tags;
  private final int sectorsPerLine;
  private final int lineBytes;
  private final long[] line;
  private final int[] missing;
  private final long[] waiters;
  private final RequestFifo misses = new RequestFifo(16);
  private int outstanding;
  private long hits;
  private long missed;

  LineReadCache(
      int kind, int bytes, int ways, int lineBytes, int mshrs, int sm, MemoryRequests requests) {
    this.kind = kind;
    this.sm = sm;
    this.requests = requests;
    this.lineBytes = lineBytes;
    this.sectorsPerLine = Math.max(1, lineBytes / SECTOR_BYTES);
    this.tags =
        new SectoredTags(
            bytes / (ways * lineBytes), ways, lineBytes, lineBytes / sectorsPerLine, false);
    this.line = new long[mshrs];
    this.missing = new int[mshrs];
    this.waiters = new long[mshrs];
  }

  /** What a look-up found. */
  enum Result {
    /** The line is there. */
    HIT,
    /** The line is on its way; the warp will be woken. */
    MISS,
    /** No MSHR is free: try again. */
    BLOCKED
  }

  /**
   * Looks a line up for a warp.
   *
   * @param address any byte of it
   * @param warp who waits when it misses
   * @param kernel KCB row on whose behalf it is fetched
   */
  Result lookUp(long address, int warp, int kernel) {
    long wanted = tags.line(address);
    int entry = tags.find(wanted);
    if (entry != SectoredTags.NONE) {
      tags.touch(entry);
      hits++;
      return Result.HIT;
    }
    for (int m = 0; m < line.length; m++) {
      if (missing[m] > 0 && line[m] == wanted) {
        waiters[m] |= 1L << warp;
        return Result.MISS;
      }
    }
    return outstanding < line.length ? open(wanted, warp, kernel) : Result.BLOCKED;
  }

  private Result open(long wanted, int warp, int kernel) {
    int m = 0;
    while (missing[m] > 0) {
      m++;
    }
    line[m] = wanted;
    missing[m] = sectorsPerLine;
    waiters[m] = 1L << warp;
    outstanding++;
    missed++;
    for (int s = 0; s < sectorsPerLine; s++) {
      long address = wanted * lineBytes + (long) s * SECTOR_BYTES;
      misses.add(requests.take(kind, address, sm, kernel, m, 0));
    }
    return Result.MISS;
  }

  /** Returns the request that waits longest for the network, or {@link MemoryRequests#NONE}. */
  int outgoing() {
    return misses.isEmpty() ? MemoryRequests.NONE : misses.head();
  }

  /** Takes notice that the outgoing request has left. */
  void sent() {
    misses.poll();
  }

  /**
   * Takes an arrived sector.
   *
   * @return the warps to wake, 0 while the line is not complete
   */
  long fill(int request) {
    int m = requests.token(request);
    requests.free(request);
    missing[m]--;
    if (missing[m] > 0) {
      return 0;
    }
    outstanding--;
    int entry = tags.victim(line[m]);
    tags.allocate(entry, line[m]);
    tags.fill(entry, (1 << sectorsPerLine) - 1);
    return waiters[m];
  }

  boolean isQuiet() {
    return outstanding == 0;
  }

  long hits() {
    return hits;
  }

  long misses() {
    return missed;
  }
}
