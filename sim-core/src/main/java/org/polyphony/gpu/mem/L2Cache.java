package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.prefetch.Prefetchers;

/**
 * Tags and outstanding misses of an L2 slice: results and effects of look-ups, without timing.
 *
 * <p>Write-back, LRU or another replacement policy, allocate on miss. A miss fills a sector or the
 * whole line, which is then called a sector here. A write either allocates without a fetch, so that
 * a later read of a partially written sector fetches it, or is forwarded to DRAM while the sector
 * is fetched. The dirty sectors of an evicted line are written back by one request. Source: the
 * data cache of the reference simulator with write-back and lazy fetch on read; that of GPGPU-Sim
 * 3.2.2.
 */
final class L2Cache {
  /** Result of a look-up. */
  enum Result {
    /** The request is complete and can be replied to. */
    REPLY,
    /** As {@link #REPLY}, with data from the other L2 half than the SM's. */
    REPLY_FROM_AFAR,
    /**
     * The request must go to DRAM: to fetch its sector, or to write it, possibly along with {@link
     * #readForWrite}.
     */
    TO_DRAM,
    /** Merged into a pending miss; the request is replied to when the sector arrives. */
    MERGED,
    /** Nothing changed: the look-up needs more room in the miss queue. */
    NO_ROOM,
    /** Nothing changed: the look-up needs a fill or a reply first. */
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
  private final MissLists misses; // the key is the entry of the sector
  private final int sectors;
  private final PrefetchedLines prefetched; // null without a prefetcher
  private final char[] listOf; // miss list of each pending sector, by entry and sector
  private final boolean fetchesOnWriteMiss;
  private final int sectorBytes;
  private int set; // of the request being looked up
  private int atomicsMissing;
  private int readForWrite;
  private int writeBack;
  private int writeBackSectors;
  private int portCycles;

  /**
   * Creates the cache of a slice.
   *
   * @param tags the lines that it holds, which other copies of the slice may share
   */
  L2Cache(int index, L2Config config, MemoryTables tables, SectoredTags tags) {
    this.index = index;
    this.tags = tags;
    mapping = tables.mapping();
    requests = tables.requests();
    bytes = tables.bytes();
    counters = tables.counters();
    int lineBytes = config.lineBytes();
    sectorBytes = config.fillBytes();
    fetchesOnWriteMiss = config.fetchesOnWriteMiss();
    copies = new FarCopies(config.farLatency() > 0, mapping, tags, this, requests);
    misses = new MissLists(config.mshrEntries(), config.mshrMerges(), requests);
    sectors = lineBytes / sectorBytes;
    listOf = new char[tags.entries() * sectors];
    boolean hasPrefetcher = !Prefetchers.KIND.isDefault(config.prefetcher());
    prefetched = hasPrefetcher ? new PrefetchedLines(config.mshrEntries(), tags.entries()) : null;
  }

  /** Returns the empty lines of a slice, with ways for each process that has its own. */
  static SectoredTags tags(L2Config config, Copies copies, Parts parts) {
    int ways = config.ways() * copies.of(Resource.L2_CAPACITY);
    boolean hashed = config.hashedSets();
    int sets = config.setsPerSlice();
    TagShape shape = TagShape.full(sets, ways, config.lineBytes(), config.fillBytes(), hashed);
    return new SectoredTags(shape, config.replacement(), "l2.replacement", parts);
  }

  Result access(int request, int room) {
    long address = requests.address(request);
    begin(address);
    int entry = tags.findInSet(set, tags.line(address));
    return requests.kind(request) == MemoryRequests.WRITE
        ? write(request, address, entry, room)
        : read(request, address, entry, room);
  }

  private void begin(long address) {
    writeBack = NONE;
    writeBackSectors = 0;
    readForWrite = NONE;
    portCycles = 0;
    set = set(address);
  }

  /**
   * Reserves a sector for a prefetch.
   *
   * @param request an {@link MemoryRequests#ALLOCATE} for the sector, for which no reply waits
   * @return false, with nothing changed, if the sector is here or on its way, or something that a
   *     miss needs is missing
   */
  boolean fetchAhead(int request, int room) {
    long address = requests.address(request);
    begin(address);
    int found = tags.findInSet(set, tags.line(address));
    boolean isKnown =
        found != SectoredTags.NONE
            && ((tags.validSectors(found) | tags.reservedSectors(found)) >>> tags.sector(address)
                    & 1)
                != 0;
    if (isKnown || room < ROOM_FOR_READ || !misses.canOpen()) {
      return false;
    }
    int entry = found == SectoredTags.NONE ? replace(request) : found;
    if (entry == SectoredTags.NONE) {
      return false;
    }
    await(request, entry, tags.sector(address));
    prefetched.issued(requests.mark(request));
    return true;
  }

  /** Returns what became of the prefetches. */
  PrefetchCounts prefetches() {
    return prefetched == null ? PrefetchCounts.NONE : prefetched.counts();
  }

  int roomFor(int kind) {
    int roomForWrite = fetchesOnWriteMiss ? ROOM_FOR_WRITE_ON : ROOM_FOR_WRITE;
    return kind == MemoryRequests.WRITE ? roomForWrite : ROOM_FOR_READ;
  }

  /** Returns the write-back caused by the last look-up, or {@link #NONE}. */
  int writeBack() {
    return writeBack;
  }

  /** Returns the read caused by the last look-up (of a write), or {@link #NONE}. */
  int readForWrite() {
    return readForWrite;
  }

  /** Returns the cycles for which the last look-up occupies the data port. */
  int portCycles() {
    return portCycles + writeBackSectors;
  }

  private Result read(int request, long address, int found, int room) {
    int sector = tags.sector(address);
    boolean isHere = found != SectoredTags.NONE;
    boolean isAwaited = isHere && (tags.reservedSectors(found) >>> sector & 1) != 0;
    if (!isAwaited && copies.serves(request)) {
      hit(request);
      return Result.REPLY;
    }
    if (!isHere || (tags.validSectors(found) >>> sector & 1) == 0) {
      return readMiss(request, found, sector, room);
    }
    tags.hit(found);
    if (prefetched != null) {
      prefetched.read(found, sector);
    }
    if (requests.kind(request) == MemoryRequests.ATOMIC) {
      tags.write(found, sector, writtenBytes(request));
    }
    boolean isFar = copies.keep(request, room >= ROOM_FOR_READ);
    hit(request);
    return isFar ? Result.REPLY_FROM_AFAR : Result.REPLY;
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
    int list = misses.open(entry, request);
    listOf[entry * sectors + sector] = (char) list;
    requests.mark(request, list);
    counters.dramRead(requests.kernel(request), bytes.sectorsOfFill());
  }

  private Result merge(int request, int entry, int sector, int room) {
    int list = listOf[entry * sectors + sector];
    if (!misses.canAdd(list)) {
      return Result.HELD;
    }
    misses.add(list, request);
    if (prefetched != null) {
      prefetched.merged(list);
    }
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
    boolean isHit = holdsSome(entry, sector);
    if (isHit) {
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
    if (isHit) {
      tags.hit(entry);
    } else {
      tags.touch(entry);
    }
    tags.write(entry, sector, writtenBytes(request));
    if (prefetched != null) {
      prefetched.replaced(entry, 1 << sector);
    }
    return Result.REPLY;
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

  /** Converts a request's written bytes to parts of this cache's sector, which may be larger. */
  private int writtenBytes(int request) {
    return bytes.inSector(request, sectorBytes);
  }

  private boolean holdsSome(int entry, int sector) {
    return entry != SectoredTags.NONE
        && ((tags.validSectors(entry) | tags.dirtySectors(entry)) >>> sector & 1) != 0;
  }

  private int replace(int request) {
    long address = requests.address(request);
    return replace(request, tags.line(address), victim(address));
  }

  /**
   * Allocates an entry for a line, without sectors, and writes back the victim's dirty sectors as
   * one request.
   *
   * @param request the request being looked up; its address selects the set
   * @param victim {@link SectoredTags#NONE} if the whole set awaits fills
   * @return the victim
   */
  private int replace(int request, long line, int victim) {
    if (victim == SectoredTags.NONE) {
      return victim;
    }
    if (!tags.isEmpty(victim)) {
      countLoss(tags.address(victim), requests.address(request));
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
    if (prefetched != null) {
      prefetched.replaced(victim, -1);
    }
    return victim;
  }

  /** Counts a line that makes room for one of another process. */
  private void countLoss(long evicted, long address) {
    int loser = AddressMapping.process(evicted);
    if (loser != AddressMapping.process(address)) {
      counters.lostLine(loser);
    }
  }

  /**
   * Allocates an entry for a copy of a line if that needs no write-back or there is room for one.
   *
   * @return the entry, or {@link SectoredTags#NONE}
   */
  int replaceByCopy(int request, long copy, boolean mayWriteBack) {
    int victim = victim(requests.address(request));
    boolean isFree = victim == SectoredTags.NONE || tags.dirtySectors(victim) == 0;
    boolean replaces = isFree || (mayWriteBack && writeBack == NONE);
    return replaces ? replace(request, copy, victim) : SectoredTags.NONE;
  }

  /**
   * Fills the sector of a request that has returned from DRAM, and performs atomics on it.
   *
   * @return the list of requests that can now be replied to
   */
  int fill(int request) {
    int list = requests.mark(request);
    int entry = (int) misses.key(list);
    int sector = tags.sector(requests.address(request));
    tags.fill(entry, 1 << sector);
    if (prefetched != null) {
      prefetched.filled(list, entry, sector);
    }
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

  /**
   * Takes the first request of a list whose sector has arrived; see {@link MissLists#takeFirst}.
   */
  int takeReply(int list) {
    return misses.takeFirst(list);
  }

  private int victim(long address) {
    return mapping.hasOwnWays()
        ? tags.victimInWays(set, mapping.firstWay(address), mapping.endWay(address), address)
        : tags.victimInSet(set, address);
  }

  /**
   * Returns the entry of the copy of a line that is being looked up, or {@link SectoredTags#NONE}.
   */
  int findCopy(long copy) {
    return tags.findInSet(set, copy);
  }

  int set(long address) {
    return tags.setOf(mapping.setKey(address));
  }

  /**
   * Places clean sectors in the cache without traffic.
   *
   * @param address of the first sector
   */
  void prefill(long address, int count) {
    set = set(address);
    int entry = tags.findInSet(set, tags.line(address));
    if (entry == SectoredTags.NONE) {
      entry = victim(address);
      if (entry == SectoredTags.NONE) {
        return;
      }
      tags.allocate(entry, tags.line(address));
      if (prefetched != null) {
        prefetched.replaced(entry, -1);
      }
    }
    int wanted = ((1 << count) - 1) << tags.sector(address);
    int missing = wanted & ~(tags.validSectors(entry) | tags.reservedSectors(entry));
    if (missing != 0) {
      tags.touch(entry);
      tags.fill(entry, missing);
    }
  }

  /**
   * Returns whether a line awaits a sector whose address, after applying {@code alias}, is in a
   * range; scans all entries.
   *
   * @param from first byte of the range, aligned to a line
   * @param to end of the range, exclusive
   */
  boolean awaits(long from, long to, long alias) {
    boolean awaits = false;
    for (int entry = 0; entry < tags.entries(); entry++) {
      long line = tags.address(entry) ^ alias;
      awaits |= tags.reservedSectors(entry) != 0 && line >= from && line < to;
    }
    return awaits;
  }

  /** Returns the number of dirty sectors; scans all entries. */
  int dirtySectors() {
    int dirty = 0;
    for (int entry = 0; entry < tags.entries(); entry++) {
      dirty += Integer.bitCount(tags.dirtySectors(entry));
    }
    return dirty;
  }

  /** Returns whether no sector is pending and no request waits for a reply. */
  boolean isQuiet() {
    return misses.size() == 0;
  }
}
