package org.polyphony.gpu.mem;

/**
 * What a cache remembers of its prefetches: which outstanding fills no load has asked for, and
 * which fill units of its lines no load has read since.
 */
public final class PrefetchedLines {
  private final boolean[] isAhead; // by MSHR
  private final int[] unread; // by entry of the tags: a mask of sectors
  private long issued;
  private long useful;
  private long late;

  /** Creates the record of an empty cache. */
  public PrefetchedLines(int mshrs, int entries) {
    isAhead = new boolean[mshrs];
    unread = new int[entries];
  }

  /** Notes a prefetch that awaits its data. */
  public void issued(int mshr) {
    isAhead[mshr] = true;
    issued++;
  }

  /** Notes a request that was merged into an outstanding fill. */
  public void merged(int mshr) {
    late += isAhead[mshr] ? 1 : 0;
    isAhead[mshr] = false;
  }

  /**
   * Notes that data have arrived.
   *
   * @param entry where they are; {@link SectoredTags#NONE} if there was no line left
   */
  public void filled(int mshr, int entry, int sector) {
    if (entry != SectoredTags.NONE) {
      unread[entry] &= ~(1 << sector);
      unread[entry] |= isAhead[mshr] ? 1 << sector : 0;
    }
    isAhead[mshr] = false;
  }

  /** Notes a load that hit. */
  public void read(int entry, int sector) {
    useful += unread[entry] >>> sector & 1;
    unread[entry] &= ~(1 << sector);
  }

  /** Notes that a sector was written or an entry received another line. */
  public void replaced(int entry, int mask) {
    unread[entry] &= ~mask;
  }

  /** Returns what became of the prefetches. */
  public PrefetchCounts counts() {
    return new PrefetchCounts(issued, useful, late);
  }
}
