package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.L2Config;

/**
 * Tags and outstanding misses of an L2 slice: what a look-up finds and changes, without its timing.
 *
 * <p>Write-back, LRU; a line is allocated on a miss, which fills a sector or the whole line, here
 * called a sector too. A write allocates without a fetch, and a later read of a sector written in
 * part fetches it; or the write goes on to DRAM and the sector is fetched. What is dirty in a line
 * that is replaced leaves as one write-back request with all its sectors. Source: the data cache of
 * the reference simulator with write-back and lazy fetch on read; that of GPGPU-Sim 3.2.2.
 */
final class L2Cache {
  /** What a look-up says. */
  enum Result {
    /** The request is done and can be answered. */
    ANSWER,
    /** The same, with data that comes from the other half of L2 than the SM's. */
    ANSWER_FROM_AFAR,
    /**
     * The request is to be sent to DRAM: to fetch its sector, or to write it, for which {@link
     * #readForWrite} may go with it.
     */
    TO_DRAM,
    /** The sector has been asked for; the request will be answered with it. */
    MERGED,
    /** Nothing has changed: the look-up needs more room in the miss queue. */
    NO_ROOM,
    /** Nothing has changed: the look-up needs a fill or an answer first. */
    HELD
  }

  /** No request. */
  static final int NONE = -1;

  private static final int ROOM_FOR_READ = 2; // the read, and the write-back of a victim
  private static final int ROOM_FOR_WRITE = 1; // the write-back
  private static final int ROOM_FOR_WRITE_ON = 3; // the write, a read, and the write-back

  private final int index;
  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final MemoryCounters counters;
  private final AddressMapping mapping;
  private final SectoredTags tags;
  private final FarCopies copies;
  private final MissLists misses;
  private final int sectors;
  private final char[] listOf; // of each awaited sector, by entry and sector
  private final boolean fetchesOnWriteMiss;
  private final int sectorBytes;
  private int atomicsMissing;
  private int readForWrite;
  private int writeBack;
  private int writeBackSectors;
  private int portCycles;

  L2Cache(
      int index,
      L2Config config,
      AddressMapping mapping,
      MemoryRequests requests,
      RequestBytes bytes,
      MemoryCounters counters) {
    this.index = index;
    this.mapping = mapping;
    this.requests = requests;
    this.bytes = bytes;
    this.counters = counters;
    int sets = config.setsPerSlice();
    int lineBytes = config.lineBytes();
    sectorBytes = config.fillBytes();
    fetchesOnWriteMiss = config.fetchesOnWriteMiss();
    boolean hashed = config.hashedSets();
    tags = new SectoredTags(TagShape.full(sets, config.ways(), lineBytes, sectorBytes, hashed));
    copies = new FarCopies(config.farLatency() > 0, mapping, tags, this, requests);
    misses = new MissLists(config.mshrEntries(), config.mshrMerges(), requests);
    sectors = lineBytes / sectorBytes;
    listOf = new char[tags.entries() * sectors];
  }

  Result access(int request, int room) {
    writeBack = NONE;
    writeBackSectors = 0;
    readForWrite = NONE;
    portCycles = 0;
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    return requests.kind(request) == MemoryRequests.WRITE
        ? write(request, address, entry, room)
        : read(request, address, entry, room);
  }

  int roomFor(int kind) {
    int roomForWrite = fetchesOnWriteMiss ? ROOM_FOR_WRITE_ON : ROOM_FOR_WRITE;
    return kind == MemoryRequests.WRITE ? roomForWrite : ROOM_FOR_READ;
  }

  /** Returns the write-back that the last look-up has caused, or {@link #NONE}. */
  int writeBack() {
    return writeBack;
  }

  /** Returns the read that the last look-up, a write, has caused, or {@link #NONE}. */
  int readForWrite() {
    return readForWrite;
  }

  /** Returns the cycles for which the last look-up holds the data port. */
  int portCycles() {
    return portCycles + writeBackSectors;
  }

  private Result read(int request, long address, int found, int room) {
    int sector = tags.sector(address);
    boolean isHere = found != SectoredTags.NONE;
    boolean isAwaited = isHere && (tags.reservedSectors(found) >>> sector & 1) != 0;
    if (!isAwaited && copies.serves(request)) {
      hit(request);
      return Result.ANSWER;
    }
    if (!isHere || (tags.validSectors(found) >>> sector & 1) == 0) {
      return readMiss(request, found, sector, room);
    }
    tags.touch(found);
    if (requests.kind(request) == MemoryRequests.ATOMIC) {
      tags.write(found, sector, writtenBytes(request));
    }
    boolean isFar = copies.keep(request, room >= ROOM_FOR_READ);
    hit(request);
    return isFar ? Result.ANSWER_FROM_AFAR : Result.ANSWER;
  }

  private void hit(int request) {
    counters.hit(requests.kernel(request), requests.kind(request));
    portCycles = bytes.sectors(request);
  }

  private Result readMiss(int request, int found, int sector, int room) {
    if (room < ROOM_FOR_READ) {
      return Result.NO_ROOM;
    }
    if (found != SectoredTags.NONE && (tags.reservedSectors(found) >>> sector & 1) != 0) {
      return merge(request, found, sector, room);
    }
    if (!misses.canOpen()) {
      return Result.HELD;
    }
    int entry = found == SectoredTags.NONE ? replace(request) : found;
    if (entry == SectoredTags.NONE) {
      return Result.HELD;
    }
    await(request, entry, sector);
    copies.keep(request, room >= ROOM_FOR_READ);
    int kind = requests.kind(request);
    atomicsMissing += kind == MemoryRequests.ATOMIC ? 1 : 0;
    counters.miss(requests.kernel(request), kind);
    return Result.TO_DRAM;
  }

  private void await(int request, int entry, int sector) {
    tags.touch(entry);
    tags.reserve(entry, 1 << sector);
    int list = misses.open(request);
    listOf[entry * sectors + sector] = (char) list;
    requests.mark(request, entry << 16 | list);
    counters.dramRead(requests.kernel(request), bytes.sectorsOfFill());
  }

  private Result merge(int request, int entry, int sector, int room) {
    int list = listOf[entry * sectors + sector];
    if (!misses.canAdd(list)) {
      return Result.HELD;
    }
    misses.add(list, request);
    tags.touch(entry);
    copies.keep(request, room >= ROOM_FOR_READ);
    int kind = requests.kind(request);
    atomicsMissing += kind == MemoryRequests.ATOMIC ? 1 : 0;
    counters.pendingHit(requests.kernel(request), kind);
    return Result.MERGED;
  }

  private Result write(int request, long address, int found, int room) {
    int sector = tags.sector(address);
    int kernel = requests.kernel(request);
    int entry = found;
    if (holdsSome(entry, sector)) {
      counters.hit(kernel, MemoryRequests.WRITE);
      portCycles = bytes.sectors(request);
    } else if (fetchesOnWriteMiss) {
      return writeOn(request, found, sector, room);
    } else {
      if (room < ROOM_FOR_WRITE) {
        return Result.NO_ROOM;
      }
      entry = entry == SectoredTags.NONE ? replace(request) : entry;
      if (entry == SectoredTags.NONE) {
        return Result.HELD;
      }
      counters.miss(kernel, MemoryRequests.WRITE);
    }
    copies.drop(address);
    tags.touch(entry);
    tags.write(entry, sector, writtenBytes(request));
    return Result.ANSWER;
  }

  private Result writeOn(int request, int found, int sector, int room) {
    if (room < ROOM_FOR_WRITE_ON) {
      return Result.NO_ROOM;
    }
    boolean awaited =
        found != SectoredTags.NONE && (tags.reservedSectors(found) >>> sector & 1) != 0;
    if (awaited ? !misses.canAdd(listOf[found * sectors + sector]) : !misses.canOpen()) {
      return Result.HELD;
    }
    int entry = found == SectoredTags.NONE ? replace(request) : found;
    if (entry == SectoredTags.NONE) {
      return Result.HELD;
    }
    int kernel = requests.kernel(request);
    long address = requests.address(request);
    int read = requests.take(MemoryRequests.ALLOCATE, address, index, kernel, 0, 0);
    if (awaited) {
      misses.add(listOf[entry * sectors + sector], read);
      tags.touch(entry);
    } else {
      await(read, entry, sector);
      readForWrite = read;
    }
    copies.drop(address);
    counters.miss(kernel, MemoryRequests.WRITE);
    counters.dramWrite(kernel, bytes.sectors(request));
    return Result.TO_DRAM;
  }

  /** Returns what a request writes as the parts of a sector of this cache, which may be larger. */
  private int writtenBytes(int request) {
    return bytes.inSector(request, sectorBytes);
  }

  private boolean holdsSome(int entry, int sector) {
    return entry != SectoredTags.NONE
        && ((tags.validSectors(entry) | tags.dirtySectors(entry)) >>> sector & 1) != 0;
  }

  private int replace(int request) {
    return replace(request, tags.line(requests.address(request)));
  }

  /**
   * Gives an entry to a line, without any sector, and writes back what was dirty in it: as one
   * request with all its sectors.
   *
   * @param request what looks up, whose address says the set
   * @return the entry, or {@link SectoredTags#NONE} when all of the set await a fill
   */
  private int replace(int request, long line) {
    int victim = tags.victimInSet(set(requests.address(request)));
    if (victim == SectoredTags.NONE) {
      return victim;
    }
    int dirty = tags.dirtySectors(victim);
    if (dirty != 0) {
      int count = Integer.bitCount(dirty);
      int kernel = requests.kernel(request);
      long evicted = tags.address(victim);
      writeBack = requests.take(MemoryRequests.WRITE_BACK, evicted, index, kernel, count, dirty);
      writeBackSectors = count * bytes.sectorsOfFill();
      counters.dramWrite(kernel, writeBackSectors);
    }
    tags.allocate(victim, line);
    return victim;
  }

  /**
   * Gives an entry to a copy of a line if nothing has to be written back for it or there is room
   * for that.
   *
   * @return the entry, or {@link SectoredTags#NONE}
   */
  int replaceByCopy(int request, long copy, boolean mayWriteBack) {
    int victim = tags.victimInSet(set(requests.address(request)));
    boolean isFree = victim == SectoredTags.NONE || tags.dirtySectors(victim) == 0;
    boolean replaces = isFree || (mayWriteBack && writeBack == NONE);
    return replaces ? replace(request, copy) : SectoredTags.NONE;
  }

  /**
   * Fills the sector of a request that has come back from DRAM, and performs atomics on it.
   *
   * @return the list of the requests that can be answered now
   */
  int fill(int request) {
    int mark = requests.mark(request);
    int entry = mark >>> 16;
    int list = mark & 0xffff;
    tags.fill(entry, 1 << tags.sector(requests.address(request)));
    if (atomicsMissing > 0) {
      performAtomics(entry, list);
    }
    return list;
  }

  private void performAtomics(int entry, int list) {
    for (int r = misses.first(list); r != MemoryRequests.NONE; r = requests.next(r)) {
      if (requests.kind(r) == MemoryRequests.ATOMIC) {
        tags.write(entry, tags.sector(requests.address(r)), writtenBytes(r));
        atomicsMissing--;
      }
    }
  }

  /** Takes the first request of a list whose sector has come; see {@link MissLists#takeFirst}. */
  int takeAnswer(int list) {
    return misses.takeFirst(list);
  }

  int set(long address) {
    return tags.setOf(mapping.setKey(address));
  }

  /**
   * Leaves sectors clean in the cache, without any traffic.
   *
   * @param address of the first
   */
  void prefill(long address, int count) {
    int entry = tags.find(tags.line(address));
    if (entry == SectoredTags.NONE) {
      entry = tags.victimInSet(set(address));
      if (entry == SectoredTags.NONE) {
        return;
      }
      tags.allocate(entry, tags.line(address));
    }
    int wanted = ((1 << count) - 1) << tags.sector(address);
    int missing = wanted & ~(tags.validSectors(entry) | tags.reservedSectors(entry));
    if (missing != 0) {
      tags.touch(entry);
      tags.fill(entry, missing);
    }
  }

  /**
   * Returns whether a line awaits a sector whose address, after {@code alias} is applied to it, is
   * in a range; walks all entries.
   *
   * @param from first byte of the range, the first of a line
   * @param to the byte behind it
   */
  boolean awaits(long from, long to, long alias) {
    boolean awaits = false;
    for (int entry = 0; entry < tags.entries(); entry++) {
      long line = tags.address(entry) ^ alias;
      awaits |= tags.reservedSectors(entry) != 0 && line >= from && line < to;
    }
    return awaits;
  }

  /** Returns dirty sectors held, walks all entries. */
  int dirtySectors() {
    int dirty = 0;
    for (int entry = 0; entry < tags.entries(); entry++) {
      dirty += Integer.bitCount(tags.dirtySectors(entry));
    }
    return dirty;
  }

  /** Returns whether no sector is on its way, or has requests to answer. */
  boolean isQuiet() {
    return misses.size() == 0;
  }
}
