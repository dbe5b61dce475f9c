package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.L2Config;

/**
 * One slice of the L2 cache: look-ups in order, one per cycle.
 *
 * <p>Request network -> fixed delay -> look-up queue -> tags; misses -> miss queue -> queue to
 * DRAM; fills -> MSHR -> queue to the reply network. Sectored, write-back, allocation on a miss; a
 * write allocates without a fetch and a later read of a sector written in part fetches it. A
 * write-back of a line is one request with its dirty sectors. Source: the sub-partition of the
 * reference simulator, step for step; the fill port is as wide as a sector and so never holds up a
 * fill.
 */
final class L2Slice {
  private final int index;
  private final int latency;
  private final int acceptLimit;
  private final MemoryRequests requests;
  private final AddressMapping mapping;
  private final MemoryCounters counters;
  private final CrossbarNetwork requestNetwork;
  private final CrossbarNetwork replyNetwork;

  private final SectoredTags tags;
  private final MshrTable mshr;
  private final TimedFifo delay;
  private final RequestFifo lookUps;
  private final RequestFifo missQueue;
  private final RequestFifo filledEntries; // MSHR entries whose sector has come
  private final RequestFifo toDram;
  private final RequestFifo fromDram;
  private final RequestFifo toCrossbar;
  private long dataPortFreeAt;
  private int atomicsMissing;

  L2Slice(
      int index,
      L2Config config,
      AddressMapping mapping,
      MemoryRequests requests,
      MemoryCounters counters,
      CrossbarNetwork[] networks) {
    this.index = index;
    this.mapping = mapping;
    this.requests = requests;
    this.counters = counters;
    requestNetwork = networks[0];
    replyNetwork = networks[1];
    latency = config.latency();
    int sectors = config.lineBytes() / config.sectorBytes();
    acceptLimit = Math.max(1, config.queue() - (sectors - 1));
    tags =
        new SectoredTags(
            config.setsPerSlice(),
            config.ways(),
            config.lineBytes(),
            config.sectorBytes(),
            config.hashedSets());
    mshr = new MshrTable(config.mshrEntries(), config.mshrMerges(), requests);
    delay = new TimedFifo(Math.max(16, latency));
    lookUps = new RequestFifo(config.queue());
    missQueue = new RequestFifo(config.missQueue());
    filledEntries = new RequestFifo(config.mshrEntries());
    toDram = new RequestFifo(config.queue());
    fromDram = new RequestFifo(config.queue());
    toCrossbar = new RequestFifo(config.queue());
  }

  RequestFifo toDram() {
    return toDram;
  }

  RequestFifo fromDram() {
    return fromDram;
  }

  /**
   * Does the work of a core cycle.
   *
   * @return the next cycle with work unless a queue fills from outside, or {@link Long#MAX_VALUE}
   */
  long tick(long cycle) {
    sendReply();
    acceptRequest(cycle);
    answerFilled();
    fill();
    forwardMiss();
    lookUp(cycle);
    endDelay(cycle);
    return nextTick(cycle);
  }

  private long nextTick(long cycle) {
    boolean busy =
        !lookUps.isEmpty()
            || !toCrossbar.isEmpty()
            || !missQueue.isEmpty()
            || !filledEntries.isEmpty()
            || !fromDram.isEmpty();
    if (busy) {
      return cycle + 1;
    }
    long next = delay.isEmpty() ? Long.MAX_VALUE : delay.peekTime();
    if (requestNetwork.isOccupied(index)) {
      next = Math.min(next, Math.max(cycle + 1, requestNetwork.arrival(index)));
    }
    return next;
  }

  private void sendReply() {
    if (toCrossbar.isEmpty() || !replyNetwork.canSend(index)) {
      return;
    }
    int request = toCrossbar.pop();
    int bytes = MemorySystem.replyBytes(requests.kind(request));
    replyNetwork.send(index, requests.sm(request), request, bytes);
  }

  private void acceptRequest(long cycle) {
    if (!requestNetwork.isOccupied(index)) {
      return;
    }
    if (lookUps.size() >= acceptLimit) {
      counters.sliceQueueFull++;
      return;
    }
    int request = requestNetwork.peek(index, cycle);
    if (request != CrossbarNetwork.NONE) {
      requestNetwork.pop(index);
      delay.push(request, cycle + latency);
    }
  }

  private void answerFilled() {
    if (filledEntries.isEmpty() || toCrossbar.isFull()) {
      return;
    }
    int entry = filledEntries.peek();
    int request = mshr.takeFirst(entry);
    if (requests.next(request) == MemoryRequests.NONE) {
      filledEntries.pop();
    }
    toCrossbar.push(request);
  }

  private void fill() {
    if (fromDram.isEmpty()) {
      return;
    }
    long address = requests.address(fromDram.pop());
    int entry = tags.find(tags.line(address));
    assert entry != SectoredTags.NONE : "fill of a line that is not awaited: " + address;
    tags.fill(entry, 1 << tags.sector(address));
    int mshrEntry = mshr.entryOf(address);
    if (atomicsMissing > 0) {
      performAtomics(entry, mshr.first(mshrEntry));
    }
    filledEntries.push(mshrEntry);
  }

  private void performAtomics(int entry, int firstRequest) {
    for (int r = firstRequest; r != MemoryRequests.NONE; r = requests.next(r)) {
      if (requests.kind(r) == MemoryRequests.ATOMIC) {
        tags.write(entry, tags.sector(requests.address(r)), requests.byteMask(r));
        atomicsMissing--;
      }
    }
  }

  private void forwardMiss() {
    if (!missQueue.isEmpty() && !toDram.isFull()) {
      toDram.push(missQueue.pop());
    }
  }

  private void lookUp(long cycle) {
    if (lookUps.isEmpty()) {
      return;
    }
    boolean ports = !toDram.isFull() && !toCrossbar.isFull() && dataPortFreeAt <= cycle;
    if (ports && access(lookUps.peek(), cycle)) {
      lookUps.pop();
    } else {
      counters.sliceStalls++;
    }
  }

  private boolean access(int request, long cycle) {
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    if (requests.kind(request) == MemoryRequests.WRITE) {
      return write(request, address, entry, cycle);
    }
    int sector = tags.sector(address);
    if (entry == SectoredTags.NONE || (tags.validSectors(entry) >>> sector & 1) == 0) {
      return readMiss(request, address, entry, cycle);
    }
    tags.touch(entry);
    if (requests.kind(request) == MemoryRequests.ATOMIC) {
      tags.write(entry, sector, requests.byteMask(request));
    }
    counters.hit(requests.kernel(request), requests.kind(request));
    dataPortFreeAt = cycle + 1;
    toCrossbar.push(request);
    return true;
  }

  private boolean readMiss(int request, long address, int found, long cycle) {
    int mshrEntry = mshr.entryOf(address);
    boolean outstanding = mshrEntry != MshrTable.NONE;
    // room for the read and for the write-back of a victim
    if (missQueue.size() + 1 >= missQueue.capacity()
        || !(outstanding ? mshr.canMergeInto(mshrEntry) : mshr.canAllocate())) {
      return false;
    }
    int victim = found == SectoredTags.NONE ? victim(address) : found;
    if (victim == SectoredTags.NONE) {
      return false;
    }
    if (!outstanding) {
      missQueue.push(request);
    }
    int entry = found == SectoredTags.NONE ? replace(victim, request, cycle) : found;
    tags.touch(entry);
    tags.reserve(entry, 1 << tags.sector(address));
    mshr.add(address, request);
    countMiss(request, outstanding);
    return true;
  }

  private void countMiss(int request, boolean outstanding) {
    int kernel = requests.kernel(request);
    int kind = requests.kind(request);
    if (kind == MemoryRequests.ATOMIC) {
      atomicsMissing++;
    }
    if (outstanding) {
      counters.pendingHit(kernel, kind);
    } else {
      counters.miss(kernel, kind);
      counters.dramRead(kernel);
    }
  }

  private boolean write(int request, long address, int found, long cycle) {
    int sector = tags.sector(address);
    int entry = found;
    int kernel = requests.kernel(request);
    if (entry != SectoredTags.NONE
        && ((tags.validSectors(entry) | tags.dirtySectors(entry)) >>> sector & 1) != 0) {
      counters.hit(kernel, MemoryRequests.WRITE);
      dataPortFreeAt = cycle + 1;
    } else {
      if (missQueue.isFull()) {
        return false;
      }
      if (entry == SectoredTags.NONE) {
        int victim = victim(address);
        if (victim == SectoredTags.NONE) {
          return false;
        }
        entry = replace(victim, request, cycle);
      }
      counters.miss(kernel, MemoryRequests.WRITE);
    }
    tags.touch(entry);
    tags.write(entry, sector, requests.byteMask(request));
    toCrossbar.push(request);
    return true;
  }

  private int victim(long address) {
    return tags.victimInSet(tags.setOf(mapping.setKey(address)));
  }

  /** Gives the victim's entry to the line of a request; queues the write-back of what is dirty. */
  private int replace(int victim, int request, long cycle) {
    int dirty = tags.dirtySectors(victim);
    if (dirty != 0) {
      int sectors = Integer.bitCount(dirty);
      int kernel = requests.kernel(request);
      long evicted = tags.address(victim);
      missQueue.push(
          requests.take(MemoryRequests.WRITE_BACK, evicted, index, kernel, sectors, dirty));
      counters.writeBack(kernel, sectors);
      dataPortFreeAt = cycle + sectors;
    }
    tags.allocate(victim, tags.line(requests.address(request)));
    return victim;
  }

  private void endDelay(long cycle) {
    if (delay.isDue(cycle) && !lookUps.isFull()) {
      lookUps.push(delay.pop());
    }
  }

  /** Leaves a sector clean in the cache, without any traffic. */
  void prefill(long address) {
    int entry = tags.find(tags.line(address));
    if (entry == SectoredTags.NONE) {
      entry = victim(address);
      if (entry == SectoredTags.NONE) {
        return;
      }
      tags.allocate(entry, tags.line(address));
    }
    int sector = 1 << tags.sector(address);
    if (((tags.validSectors(entry) | tags.reservedSectors(entry)) & sector) == 0) {
      tags.touch(entry);
      tags.fill(entry, sector);
    }
    counters.prefilledSectors++;
  }

  /** Returns dirty sectors held, walks all entries. */
  int dirtySectors() {
    int dirty = 0;
    for (int entry = 0; entry < tags.entries(); entry++) {
      dirty += Integer.bitCount(tags.dirtySectors(entry));
    }
    return dirty;
  }

  /** Returns whether no request is in the slice. */
  boolean isEmpty() {
    return delay.isEmpty()
        && lookUps.isEmpty()
        && missQueue.isEmpty()
        && filledEntries.isEmpty()
        && toDram.isEmpty()
        && fromDram.isEmpty()
        && toCrossbar.isEmpty()
        && mshr.size() == 0;
  }
}
