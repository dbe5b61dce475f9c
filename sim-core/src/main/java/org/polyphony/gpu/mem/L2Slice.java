package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.queue.RequestFifo;
import org.polyphony.gpu.queue.TimedFifo;

/**
 * One slice of L2: an {@link L2Cache} and its queues. Look-ups are in order, one per cycle; if the
 * data differs from the last access, only as often as the data array can be accessed.
 *
 * <p>Request network -> fixed delay -> look-up queue -> tags; misses -> miss queue -> queue to
 * DRAM; fills and hits -> replies -> reply network, whose input buffer is the slice's reply queue.
 * Steps that cannot affect timing are done early or late, so that a hit costs one tick. Source: the
 * sub-partition of the reference simulator, step for step; data port and fill port are one sector
 * wide.
 */
final class L2Slice {
  private static final int NONE = -1;
  private static final long NOTHING = -1;
  private static final int PROPOSALS = 16;

  private final int index;
  private final int latency;
  private final RequestBytes bytes;
  private final int acceptLimit;
  private final AddressMapping mapping;
  private final MemoryRequests requests;
  private final CreditLinks in; // from the request network
  private final CreditLinks out; // to the reply network
  private final CrossbarNetwork replyNetwork;

  private final L2Cache cache;
  private final TimedFifo delay;
  private final RequestFifo lookUps;
  private final RequestFifo missQueue;
  private final TimedFifo[] toDram; // by copy of DRAM; time: first cycle in which DRAM sees it
  private final int toDramCapacity;
  private final RequestFifo[] fromDram; // by copy of DRAM
  private int filled; // the copy whose data came last
  private final RequestFifo filledLists; // miss lists whose sector has arrived
  private final TimedFifo fromAfar; // hits with data from the other L2 half
  private final int farLatency;
  private final int accessCycles;
  private final long blockMask; // address mask of one access: two sectors
  private long accessed = NOTHING; // address of the last access (two sectors)
  private long dataPortFreeAt;
  private long fillPortFreeAt;
  private final boolean sharesTags; // with copies of the slice
  private boolean firstWaits; // blocked until a fill or a reply
  private int roomNeeded; // room the first request needs, if nothing fills
  private boolean heldUp; // the request network has a request that does not fit
  private boolean wakesChannel;
  private SlicePrefetches prefetches; // null without a prefetcher
  private final TimedFifo proposals = new TimedFifo(PROPOSALS); // of the prefetcher
  private long lastForward = -1;

  /**
   * Creates a slice.
   *
   * @param tags the lines that it holds, which other copies of the slice may share
   * @param networks of requests and of replies
   */
  L2Slice(
      int index,
      L2Config config,
      MemoryTables tables,
      SectoredTags tags,
      CrossbarNetwork[] networks) {
    this.index = index;
    mapping = tables.mapping();
    requests = tables.requests();
    bytes = tables.bytes();
    in = networks[0].to();
    replyNetwork = networks[1];
    out = replyNetwork.from();
    latency = config.latency();
    farLatency = config.farLatency();
    accessCycles = config.accessCycles();
    blockMask = -2L * config.sectorBytes();
    int requestsOfLine = config.lineBytes() / config.fillBytes();
    acceptLimit = Math.max(1, config.queue() - (requestsOfLine - 1));
    cache = new L2Cache(index, config, tables, tags);
    sharesTags = tables.copies().of(Resource.L2_BANDWIDTH) > 1;
    filledLists = new RequestFifo(config.mshrEntries());
    fromAfar = new TimedFifo(Math.max(1, farLatency));
    delay = new TimedFifo(latency + config.queue());
    lookUps = new RequestFifo(config.queue());
    missQueue = new RequestFifo(config.missQueue());
    toDram = new TimedFifo[sharesTags ? 1 : tables.copies().of(Resource.DRAM)];
    fromDram = new RequestFifo[toDram.length];
    Arrays.setAll(toDram, copy -> new TimedFifo(config.queue()));
    Arrays.setAll(fromDram, copy -> new RequestFifo(config.queue()));
    toDramCapacity = config.queue();
  }

  /** Connects the slice with the prefetcher of L2. */
  void prefetchBy(SlicePrefetches ofL2) {
    prefetches = ofL2;
  }

  /** Returns whether the slice has room for another proposal of the prefetcher. */
  boolean canFetchAhead() {
    return proposals.size() < PROPOSALS;
  }

  /** Receives a proposal of the prefetcher, which the slice drops if it cannot fetch it at once. */
  void fetchAhead(int request, long cycle) {
    proposals.push(request, cycle);
  }

  private int dramCopyOf(int request) {
    return toDram.length == 1 ? 0 : AddressMapping.process(requests.address(request));
  }

  TimedFifo toDram(int copy) {
    return toDram[copy];
  }

  /** Returns the capacity of {@link #toDram}. */
  int toDramCapacity() {
    return toDramCapacity;
  }

  RequestFifo fromDram(int copy) {
    return fromDram[copy];
  }

  /**
   * Runs one core cycle.
   *
   * @return the next cycle with work unless a queue fills from outside or the reply network has
   *     room again, or {@link Long#MAX_VALUE}
   */
  long tick(long cycle) {
    wakesChannel = false;
    endDelay(cycle - 1); // catches up on the last cycle if it had no tick
    acceptRequest(cycle);
    firstWaits &= !replyToWaiting(cycle);
    fill(cycle);
    forwardMiss(cycle);
    lookUp(cycle);
    if (proposals.isDue(cycle)) {
      fetchProposed(cycle);
    }
    endDelay(cycle);
    heldUp = isCrowded() && in.arrival(index) <= cycle + 1;
    return nextTick(cycle);
  }

  private long nextTick(long cycle) {
    if (nextFilled() != NONE) {
      return cycle + 1;
    }
    long next = nextReply(cycle);
    if (!missQueue.isEmpty() && !dramQueueIsFull(missQueue.peek())) {
      next = Math.min(next, lastForward + 1);
    }
    if (!lookUps.isEmpty() && mayLookUp(cycle)) {
      next = Math.min(next, portFreeAt(requests.address(lookUps.peek())));
    }
    next = Math.min(next, Math.min(nextDelayEnd(), proposals.peekTime()));
    if (!heldUp) {
      next = Math.min(next, in.arrival(index));
    }
    return Math.max(next, cycle + 1);
  }

  /**
   * A request may enter an empty look-up queue late, since its look-up is in the next cycle anyway.
   */
  private long nextDelayEnd() {
    if (delay.isEmpty() || lookUps.isFull()) {
      return Long.MAX_VALUE;
    }
    return lookUps.isEmpty() ? delay.peekTime() + 1 : delay.peekTime();
  }

  /** Returns whether the look-up queue might lack room for the sectors of a whole line. */
  boolean isCrowded() {
    return lookUps.size() >= acceptLimit;
  }

  /**
   * Accepts a request that arrives at the slice, which must have room for it.
   *
   * @return the next cycle with work for it
   */
  long accept(int request, long cycle) {
    delay.push(request, cycle + latency);
    return Math.max(nextDelayEnd(), cycle);
  }

  private boolean dramQueueIsFull(int request) {
    return toDram[dramCopyOf(request)].size() >= toDramCapacity;
  }

  /** Returns the copy of DRAM from which data is taken next, in turn, or {@link #NONE}. */
  private int nextFilled() {
    for (int i = 1; i <= fromDram.length; i++) {
      int copy = fromDram.length == 1 ? 0 : (filled + i) % fromDram.length;
      if (!fromDram[copy].isEmpty()) {
        return copy;
      }
    }
    return NONE;
  }

  /**
   * Returns whether the last tick added a request to the queue to DRAM or made room in the one from
   * it.
   */
  boolean wakesChannel() {
    return wakesChannel;
  }

  private void acceptRequest(long cycle) {
    if (in.arrival(index) <= cycle && !isCrowded()) {
      delay.push(Packet.request(in.take(index, cycle)), cycle + latency);
    }
  }

  private void fill(long cycle) {
    int copy = nextFilled();
    if (copy == NONE || fillPortFreeAt > cycle) {
      return;
    }
    RequestFifo data = fromDram[copy];
    boolean written = requests.kind(data.peek()) == MemoryRequests.WRITE;
    if (written && !out.hasCredit(index, cycle)) {
      return;
    }
    filled = copy;
    firstWaits = false;
    roomNeeded = 0;
    wakesChannel |= data.isFull();
    if (written) {
      reply(data.pop(), cycle);
    } else {
      filledLists.push(cache.fill(data.pop()));
      fillPortFreeAt = cycle + bytes.sectorsOfFill();
    }
  }

  private void forwardMiss(long cycle) {
    if (!missQueue.isEmpty() && lastForward < cycle && !dramQueueIsFull(missQueue.peek())) {
      forward(missQueue.pop(), cycle);
    }
  }

  private void forward(int request, long cycle) {
    toDram[dramCopyOf(request)].push(request, cycle + 1);
    lastForward = cycle;
    wakesChannel = true;
  }

  /** Queues a miss for DRAM; it moves on in the next cycle if it is the first. */
  private void queueMiss(int request, long cycle) {
    if (missQueue.isEmpty() && lastForward <= cycle && !dramQueueIsFull(request)) {
      forward(request, cycle + 1);
    } else {
      missQueue.push(request);
    }
  }

  private void lookUp(long cycle) {
    if (lookUps.isEmpty()) {
      return;
    }
    boolean free = portFreeAt(requests.address(lookUps.peek())) <= cycle;
    if (free && mayLookUp(cycle) && access(lookUps.peek(), cycle)) {
      lookUps.pop();
      roomNeeded = 0;
    }
  }

  /** Fetches the oldest proposal of the prefetcher unless a request waits for room. */
  private void fetchProposed(long cycle) {
    int request = proposals.pop();
    int room = missQueue.capacity() - missQueue.size();
    boolean isBlocked = firstWaits || roomNeeded > 0;
    if (isBlocked || !cache.fetchAhead(request, room)) {
      requests.free(request);
      return;
    }
    queueMiss(request, cycle);
    if (cache.writeBack() != L2Cache.NONE) {
      queueMiss(cache.writeBack(), cycle);
    }
    dataPortFreeAt = Math.max(dataPortFreeAt, cycle + cache.portCycles());
  }

  /** Returns whether the queues allow the first request to be looked up. */
  private boolean mayLookUp(long cycle) {
    if (dramQueueIsFull(lookUps.peek()) || !out.hasCredit(index, cycle) || firstWaits) {
      return false;
    }
    return missQueue.capacity() - missQueue.size() >= roomNeeded;
  }

  private boolean access(int request, long cycle) {
    long address = requests.address(request);
    int kind = requests.kind(request);
    L2Cache.Result result = cache.access(request, missQueue.capacity() - missQueue.size());
    switch (result) {
      case NO_ROOM -> {
        roomNeeded = cache.roomFor(kind);
        return false;
      }
      case HELD -> {
        firstWaits = !sharesTags; // else a fill of another copy may help
        return false;
      }
      case TO_DRAM -> queueMiss(request, cycle);
      case REPLY -> reply(request, cycle);
      case REPLY_FROM_AFAR -> fromAfar.push(request, cycle + farLatency);
      case MERGED -> {} // replied to when the sector arrives
    }
    if (cache.readForWrite() != L2Cache.NONE) {
      queueMiss(cache.readForWrite(), cycle);
    }
    if (cache.writeBack() != L2Cache.NONE) {
      queueMiss(cache.writeBack(), cycle);
    }
    holdPort(address, cache.portCycles(), cycle);
    if (prefetches != null && kind == MemoryRequests.READ) {
      boolean isHit = result == L2Cache.Result.REPLY || result == L2Cache.Result.REPLY_FROM_AFAR;
      prefetches.loaded(request, isHit, cycle);
    }
    return true;
  }

  /** Returns the first cycle in which an address can be accessed; 0 if it can be at once. */
  private long portFreeAt(long address) {
    return accessCycles > 1 && (address & blockMask) == accessed ? 0 : dataPortFreeAt;
  }

  /**
   * Occupies the data port; one access provides two sectors to all consecutive requests for them.
   */
  private void holdPort(long address, int cycles, long cycle) {
    long block = address & blockMask;
    if (block == accessed) {
      dataPortFreeAt = Math.max(dataPortFreeAt, cycle + cycles);
    } else {
      accessed = block;
      dataPortFreeAt = cycle + Math.max(cycles, accessCycles);
    }
  }

  /** Sends a reply into the reply network, which must have room. */
  private void reply(int request, long cycle) {
    int port = mapping.port(requests.sm(request), requests.address(request));
    out.send(index, Packet.of(request, port, bytes.toSm(request)), cycle);
    replyNetwork.receive(index, cycle);
  }

  /**
   * Replies to a hit with data from the other L2 half, and a request whose sector has arrived from
   * DRAM.
   *
   * @return whether a request for a sector from DRAM was replied to
   */
  private boolean replyToWaiting(long cycle) {
    if (fromAfar.isDue(cycle) && out.hasCredit(index, cycle)) {
      reply(fromAfar.pop(), cycle);
    }
    if (filledLists.isEmpty() || !out.hasCredit(index, cycle)) {
      return false;
    }
    int request = cache.takeReply(filledLists.peek());
    if (requests.next(request) == MemoryRequests.NONE) {
      filledLists.pop();
    }
    if (requests.kind(request) == MemoryRequests.ALLOCATE) {
      requests.free(request);
    } else {
      reply(request, cycle);
    }
    return true;
  }

  /** Returns the next cycle in which a waiting reply can be sent. */
  private long nextReply(long cycle) {
    if ((filledLists.isEmpty() && fromAfar.isEmpty()) || !out.hasCredit(index, cycle)) {
      return Long.MAX_VALUE;
    }
    return filledLists.isEmpty() ? Math.max(fromAfar.peekTime(), cycle + 1) : cycle + 1;
  }

  private void endDelay(long cycle) {
    if (delay.isDue(cycle) && !lookUps.isFull()) {
      lookUps.push(delay.pop());
    }
  }

  L2Cache cache() {
    return cache;
  }

  private boolean areDramQueuesEmpty() {
    boolean areEmpty = true;
    for (int copy = 0; copy < toDram.length; copy++) {
      areEmpty &= toDram[copy].isEmpty() && fromDram[copy].isEmpty();
    }
    return areEmpty;
  }

  boolean isEmpty() {
    return delay.isEmpty()
        && proposals.isEmpty()
        && lookUps.isEmpty()
        && missQueue.isEmpty()
        && filledLists.isEmpty()
        && fromAfar.isEmpty()
        && areDramQueuesEmpty()
        && cache.isQuiet();
  }
}
