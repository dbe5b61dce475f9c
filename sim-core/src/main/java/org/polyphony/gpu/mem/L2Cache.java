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
  /** The request is done and can be answered. */
  static final int ANSWER = 0;

  /** The sector must be read from DRAM, for which the request is to be sent there. */
  static final int FETCH = 1;

  /** The sector has been asked for; the request will be answered with it. */
  static final int MERGED = 2;

  /** Nothing has changed: the look-up needs more room in the miss queue. */
  static final int NO_ROOM = 3;

  /** Nothing has changed: the look-up needs a fill or an answer first. */
  static final int HELD = 4;

  /** The write must go on to DRAM, which answers it; {@link #readForWrite} may go with it. */
  static final int WRITE_ON = 5;

  /** As {@link #ANSWER}, with data that comes from the other half of L2 than the SM's. */
  static final int ANSWER_FROM_AFAR = 6;

  /** No request. */
  static final int NONE = -1;

  private static final int ROOM_FOR_READ = 2; // the read, and the write-back of a victim
  private static final int ROOM_FOR_WRITE = 1; // the write-back
  private static final int ROOM_FOR_WRITE_ON = 3; // the write, a read, and the write-back

  private final int index;
  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final MemoryCounters counters;
  private final SectoredTags tags;
  private final L2Lines lines;
  private final L2Victims victims;
  private final FarCopies copies;
  private final MissLists misses;
  private final int sectors;
  private final char[] listOf; // of each awaited sector, by entry and sector
  private final boolean fetchesOnWriteMiss;
  private final int sectorBytes;
  private int atomicsMissing;
  private int readForWrite;
  private int portCycles;

  L2Cache(
      int index,
      L2Config config,
      AddressMapping mapping,
      MemoryRequests requests,
      RequestBytes bytes,
      MemoryCounters counters) {
    this.index = index;
    this.requests = requests;
    this.bytes = bytes;
    this.counters = counters;
    int sets = config.setsPerSlice();
    int lineBytes = config.lineBytes();
    sectorBytes = config.fillBytes();
    fetchesOnWriteMiss = config.fetchesOnWriteMiss();
    boolean hashed = config.hashedSets();
    tags = new SectoredTags(TagShape.full(sets, config.ways(), lineBytes, sectorBytes, hashed));
    lines = new L2Lines(tags, mapping);
    victims = new L2Victims(index, tags, lines, requests, bytes, counters);
    copies = new FarCopies(config.farLatency() > 0, tags, victims, requests);
    misses = new MissLists(config.mshrEntries(), config.mshrMerges(), requests);
    sectors = lineBytes / sectorBytes;
    listOf = new char[tags.entries() * sectors];
  }

  /**
   * Looks a request up.
   *
   * @param room requests that the miss queue can take
   * @return one of the constants of this class
   */
  int access(int request, int room) {
    victims.begin();
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
    return victims.writeBack();
  }

  /** Returns the read that the last look-up, a write, has caused, or {@link #NONE}. */
  int readForWrite() {
    return readForWrite;
  }

  /** Returns the cycles for which the last look-up holds the data port. */
  int portCycles() {
    return portCycles + victims.portCycles();
  }

  private int read(int request, long address, int found, int room) {
    int sector = tags.sector(address);
    boolean isHere = found != SectoredTags.NONE;
    boolean isAwaited = isHere && (tags.reservedSectors(found) >>> sector & 1) != 0;
    if (!isAwaited && copies.serves(request)) {
      hit(request);
      return ANSWER;
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
    return isFar ? ANSWER_FROM_AFAR : ANSWER;
  }

  private void hit(int request) {
    counters.hit(requests.kernel(request), requests.kind(request));
    portCycles = bytes.sectors(request);
  }

  private int readMiss(int request, int found, int sector, int room) {
    if (room < ROOM_FOR_READ) {
      return NO_ROOM;
    }
    if (found != SectoredTags.NONE && (tags.reservedSectors(found) >>> sector & 1) != 0) {
      return merge(request, found, sector, room);
    }
    if (!misses.canOpen()) {
      return HELD;
    }
    int entry = found == SectoredTags.NONE ? replace(request) : found;
    if (entry == SectoredTags.NONE) {
      return HELD;
    }
    await(request, entry, sector);
    copies.keep(request, room >= ROOM_FOR_READ);
    int kind = requests.kind(request);
    atomicsMissing += kind == MemoryRequests.ATOMIC ? 1 : 0;
    counters.miss(requests.kernel(request), kind);
    return FETCH;
  }

  private void await(int request, int entry, int sector) {
    tags.touch(entry);
    tags.reserve(entry, 1 << sector);
    int list = misses.open(request);
    listOf[entry * sectors + sector] = (char) list;
    requests.mark(request, entry << 16 | list);
    counters.dramRead(requests.kernel(request), bytes.sectorsOfFill());
  }

  private int merge(int request, int entry, int sector, int room) {
    int list = listOf[entry * sectors + sector];
    if (!misses.canAdd(list)) {
      return HELD;
    }
    misses.add(list, request);
    tags.touch(entry);
    copies.keep(request, room >= ROOM_FOR_READ);
    int kind = requests.kind(request);
    atomicsMissing += kind == MemoryRequests.ATOMIC ? 1 : 0;
    counters.pendingHit(requests.kernel(request), kind);
    return MERGED;
  }

  private int write(int request, long address, int found, int room) {
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
        return NO_ROOM;
      }
      entry = entry == SectoredTags.NONE ? replace(request) : entry;
      if (entry == SectoredTags.NONE) {
        return HELD;
      }
      counters.miss(kernel, MemoryRequests.WRITE);
    }
    copies.drop(address);
    tags.touch(entry);
    tags.write(entry, sector, writtenBytes(request));
    return ANSWER;
  }

  private int writeOn(int request, int found, int sector, int room) {
    if (room < ROOM_FOR_WRITE_ON) {
      return NO_ROOM;
    }
    boolean awaited =
        found != SectoredTags.NONE && (tags.reservedSectors(found) >>> sector & 1) != 0;
    if (awaited ? !misses.canAdd(listOf[found * sectors + sector]) : !misses.canOpen()) {
      return HELD;
    }
    int entry = found == SectoredTags.NONE ? replace(request) : found;
    if (entry == SectoredTags.NONE) {
      return HELD;
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
    return WRITE_ON;
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
    return victims.replace(request, tags.line(requests.address(request)));
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

  L2Lines lines() {
    return lines;
  }

  /** Returns whether no sector is on its way, or has requests to answer. */
  boolean isQuiet() {
    return misses.size() == 0;
  }
}
