package org.polyphony.gpu.mem;

/**
 * Gives entries of an L2 slice to lines that have none, and writes back what was dirty in them: as
 * one request with all its sectors.
 */
final class L2Victims {
  private final int slice;
  private final SectoredTags tags;
  private final L2Lines lines;
  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final MemoryCounters counters;
  private int writeBack;
  private int portCycles;

  L2Victims(
      int slice,
      SectoredTags tags,
      L2Lines lines,
      MemoryRequests requests,
      RequestBytes bytes,
      MemoryCounters counters) {
    this.slice = slice;
    this.tags = tags;
    this.lines = lines;
    this.requests = requests;
    this.bytes = bytes;
    this.counters = counters;
  }

  /** Begins a look-up, which replaces nothing as yet. */
  void begin() {
    writeBack = L2Cache.NONE;
    portCycles = 0;
  }

  /**
   * Gives an entry to a line, without any sector.
   *
   * @param request what looks up, whose address says the set
   * @param line number of the line, or of a copy of it
   * @return the entry, or {@link SectoredTags#NONE} when all of the set await a fill
   */
  int replace(int request, long line) {
    int victim = tags.victimInSet(lines.set(requests.address(request)));
    if (victim == SectoredTags.NONE) {
      return victim;
    }
    int dirty = tags.dirtySectors(victim);
    if (dirty != 0) {
      int count = Integer.bitCount(dirty);
      int kernel = requests.kernel(request);
      long evicted = tags.address(victim);
      writeBack = requests.take(MemoryRequests.WRITE_BACK, evicted, slice, kernel, count, dirty);
      counters.dramWrite(kernel, count * bytes.sectorsOfFill());
      portCycles = count * bytes.sectorsOfFill();
    }
    tags.allocate(victim, line);
    return victim;
  }

  /**
   * Gives an entry to a copy of a line, as {@link #replace} does, if nothing has to be written back
   * for it or there is room for that.
   *
   * @param mayWriteBack whether one write-back in this look-up has room
   */
  int replaceByCopy(int request, long copy, boolean mayWriteBack) {
    int victim = tags.victimInSet(lines.set(requests.address(request)));
    boolean isFree = victim == SectoredTags.NONE || tags.dirtySectors(victim) == 0;
    boolean replaces = isFree || (mayWriteBack && writeBack == L2Cache.NONE);
    return replaces ? replace(request, copy) : SectoredTags.NONE;
  }

  /** Returns the write-back that the look-up has caused, or {@link L2Cache#NONE}. */
  int writeBack() {
    return writeBack;
  }

  /** Returns the cycles for which what is written back holds the data port. */
  int portCycles() {
    return portCycles;
  }
}
