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
  private final TimedFifo toDram; // time: cycle from which DRAM sees it
  private final int toDramCapacity;
  private final RequestFifo fromDram;
  private long dataPortFreeAt;
  private boolean firstWaits; // for a fill or an answer: nothing else lets it be looked up
  private boolean firstMisses; // and waits for room in the miss queue
  private boolean heldUp; // the request network has a request for which there is no room
  private boolean wakesChannel;
  private long lastTick = -1;
  private long lastForward = -1;
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
    delay = new TimedFifo(latency + config.queue());
    lookUps = new RequestFifo(config.queue());
    missQueue = new RequestFifo(config.missQueue());
    filledEntries = new RequestFifo(config.mshrEntries());
    toDram = new TimedFifo(config.queue());
    toDramCapacity = config.queue();
    fromDram = new RequestFifo(config.queue());
  }

  TimedFifo toDram() {
    return toDram;
  }

  /** Returns the requests that {@link #toDram} holds at most. */
  int toDramCapacity() {
    return toDramCapacity;
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
    long skipped = cycle - lastTick - 1;
    counters.sliceStalls += lookUps.isEmpty() ? 0 : skipped;
    counters.sliceQueueFull += heldUp ? skipped : 0;
    lastTick = cycle;
    wakesChannel = false;
    endDelay(cycle - 1); // of the last cycle, unless that had a tick
    acceptRequest(cycle);
    answerFilled();
    fill();
    forwardMiss(cycle);
    lookUp(cycle);
    endDelay(cycle);
    heldUp =
        isCrowded()
            && requestNetwork.isOccupied(index)
            && requestNetwork.arrival(index) <= cycle + 1;
    return nextTick(cycle);
  }

  private long nextTick(long cycle) {
    if (!filledEntries.isEmpty() || !fromDram.isEmpty()) {
      return cycle + 1;
    }
    long next = Long.MAX_VALUE;
    if (!missQueue.isEmpty() && !dramQueueIsFull()) {
      next = lastForward + 1;
    }
    if (!lookUps.isEmpty() && mayLookUp()) {
      next = Math.min(next, dataPortFreeAt);
    }
    next = Math.min(next, nextDelayEnd());
    if (requestNetwork.isOccupied(index) && !heldUp) {
      next = Math.min(next, requestNetwork.arrival(index));
    }
    return Math.max(next, cycle + 1);
  }

  /** An empty look-up queue can take a request late: the look-up is in the next cycle anyway. */
  private long nextDelayEnd() {
    if (delay.isEmpty() || lookUps.isFull()) {
      return Long.MAX_VALUE;
    }
    return lookUps.isEmpty() ? delay.peekTime() + 1 : delay.peekTime();
  }

  /** Returns whether the look-up queue might have no room for the sectors of a whole line. */
  boolean isCrowded() {
    return lookUps.size() >= acceptLimit;
  }

  /**
   * Takes a request that reaches the slice in a cycle, and which it has room for.
   *
   * @return the next cycle with work for it
   */
  long accept(int request, long cycle) {
    delay.push(request, cycle + latency);
    return Math.max(nextDelayEnd(), cycle);
  }

  private boolean dramQueueIsFull() {
    return toDram.size() >= toDramCapacity;
  }

  /** Returns whether the last tick put a request into the queue to DRAM, or freed that from it. */
  boolean wakesChannel() {
    return wakesChannel;
  }

  private void acceptRequest(long cycle) {
    if (!requestNetwork.isOccupied(index)) {
      return;
    }
    int request = requestNetwork.peek(index, cycle);
    if (request == CrossbarNetwork.NONE) {
      return;
    }
    if (isCrowded()) {
      counters.sliceQueueFull++;
      return;
    }
    requestNetwork.pop(index);
    delay.push(request, cycle + latency);
  }

  private void answerFilled() {
    if (filledEntries.isEmpty() || !replyNetwork.canSend(index)) {
      return;
    }
    firstWaits = false;
    int entry = filledEntries.peek();
    int request = mshr.takeFirst(entry);
    if (requests.next(request) == MemoryRequests.NONE) {
      filledEntries.pop();
    }
    answer(request);
  }

  private void fill() {
    if (fromDram.isEmpty()) {
      return;
    }
    firstWaits = false;
    firstMisses = false;
    wakesChannel |= fromDram.isFull();
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

  private void forwardMiss(long cycle) {
    if (!missQueue.isEmpty() && lastForward < cycle && !dramQueueIsFull()) {
      forward(missQueue.pop(), cycle);
    }
  }

  private void forward(int request, long cycle) {
    toDram.push(request, cycle + 1);
    lastForward = cycle;
    wakesChannel = true;
  }

  /** Queues a request of a look-up for DRAM; in the next cycle, it goes on if it is the first. */
  private void queueMiss(int request, long cycle) {
    if (missQueue.isEmpty() && lastForward <= cycle && !dramQueueIsFull()) {
      forward(request, cycle + 1);
    } else {
      missQueue.push(request);
    }
  }

  private void answer(int request) {
    int bytes = MemorySystem.replyBytes(requests.kind(request));
    replyNetwork.send(index, requests.sm(request), request, bytes);
  }

  private void lookUp(long cycle) {
    if (lookUps.isEmpty()) {
      return;
    }
    if (dataPortFreeAt <= cycle && mayLookUp() && access(lookUps.peek(), cycle)) {
      lookUps.pop();
      firstMisses = false;
    } else {
      counters.sliceStalls++;
    }
  }

  /** Returns whether the first request can be looked up as far as queues are concerned. */
  private boolean mayLookUp() {
    if (dramQueueIsFull() || !replyNetwork.canSend(index) || firstWaits) {
      return false;
    }
    return !(firstMisses && missQueue.size() + 1 >= missQueue.capacity());
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
    answer(request);
    return true;
  }

  private boolean readMiss(int request, long address, int found, long cycle) {
    // room for the read and for the write-back of a victim
    if (missQueue.size() + 1 >= missQueue.capacity()) {
      firstMisses = true;
      return false;
    }
    int mshrEntry = mshr.entryOf(address);
    boolean outstanding = mshrEntry != MshrTable.NONE;
    int victim = found == SectoredTags.NONE ? victim(address) : found;
    if (victim == SectoredTags.NONE
        || !(outstanding ? mshr.canMergeInto(mshrEntry) : mshr.canAllocate())) {
      firstWaits = true;
      return false;
    }
    if (!outstanding) {
      queueMiss(request, cycle);
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
          firstWaits = true;
          return false;
        }
        entry = replace(victim, request, cycle);
      }
      counters.miss(kernel, MemoryRequests.WRITE);
    }
    tags.touch(entry);
    tags.write(entry, sector, requests.byteMask(request));
    answer(request);
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
      int writeBack =
          requests.take(MemoryRequests.WRITE_BACK, evicted, index, kernel, sectors, dirty);
      queueMiss(writeBack, cycle);
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
        && mshr.size() == 0;
  }
}
