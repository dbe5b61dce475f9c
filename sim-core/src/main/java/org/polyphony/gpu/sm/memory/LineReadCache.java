package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.mem.SectoredTags;
import org.polyphony.gpu.mem.TagShape;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.RequestFifo;

/**
 * A small read-only cache of whole lines, for instructions or constants: look-ups without latency,
 * and MSHRs for lines pending from the next level.
 *
 * <p>State per outstanding line: its number, its kernel and the waiters as a bit mask. Source: L1I
 * and constant cache of GPU Maestro Table 2.
 */
public final class LineReadCache {
  /** No MSHR. */
  static final int NONE = -1;

  private final SectoredTags tags;
  private final int lineBytes;
  private final long[] line;
  private final int[] kernel;
  private final long[] waiters; // 0 in a free MSHR
  private final RequestFifo misses = new RequestFifo(16);
  private int outstanding;

  /** Creates an empty cache with LRU replacement. */
  public LineReadCache(int bytes, int ways, int lineBytes, int mshrs) {
    this(bytes, ways, lineBytes, mshrs, null, null);
  }

  /** Creates an empty constant cache; {@code replacement} is null for LRU. */
  LineReadCache(
      int bytes, int ways, int lineBytes, int mshrs, PartConfig replacement, Parts parts) {
    this.lineBytes = lineBytes;
    this.tags =
        new SectoredTags(
            TagShape.full(bytes / (ways * lineBytes), ways, lineBytes, lineBytes, false),
            replacement,
            "constantCache.replacement",
            parts);
    this.line = new long[mshrs];
    this.kernel = new int[mshrs];
    this.waiters = new long[mshrs];
  }

  /** Result of a look-up. */
  public enum Result {
    /** The line is present. */
    HIT,
    /** The line is pending; the waiter will be woken. */
    MISS,
    /** No MSHR is free; try again. */
    BLOCKED
  }

  /**
   * Looks up a line.
   *
   * @param waiter to wake after a miss, 0 to 63
   */
  public Result lookUp(long address, int waiter, int kernelRow) {
    long wanted = tags.line(address);
    int entry = tags.find(wanted);
    if (entry != SectoredTags.NONE) {
      tags.hit(entry);
      return Result.HIT;
    }
    for (int m = 0; m < line.length; m++) {
      if (waiters[m] != 0 && line[m] == wanted) {
        waiters[m] |= 1L << waiter;
        return Result.MISS;
      }
    }
    return outstanding < line.length ? open(wanted, waiter, kernelRow) : Result.BLOCKED;
  }

  private Result open(long wanted, int waiter, int kernelRow) {
    int m = 0;
    while (waiters[m] != 0) {
      m++;
    }
    line[m] = wanted;
    kernel[m] = kernelRow;
    waiters[m] = 1L << waiter;
    outstanding++;
    misses.push(m);
    return Result.MISS;
  }

  /** Returns the MSHR that has waited longest for its line to be requested, or {@link #NONE}. */
  int nextMiss() {
    return misses.isEmpty() ? NONE : misses.peek();
  }

  /** Called when the line of {@link #nextMiss} has been requested. */
  void missTaken() {
    misses.pop();
  }

  long address(int mshr) {
    return line[mshr] * lineBytes;
  }

  int kernel(int mshr) {
    return kernel[mshr];
  }

  int lineBytes() {
    return lineBytes;
  }

  /** Fills the line of an MSHR and returns the waiters to wake. */
  long fill(int mshr) {
    long woken = waiters[mshr];
    waiters[mshr] = 0;
    outstanding--;
    int entry = tags.victim(line[mshr]);
    tags.allocate(entry, line[mshr]);
    tags.fill(entry, 1);
    return woken;
  }

  boolean isQuiet() {
    return outstanding == 0;
  }
}
