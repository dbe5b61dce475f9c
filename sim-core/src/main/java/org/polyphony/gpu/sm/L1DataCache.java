package org.polyphony.gpu.sm;

import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MshrTable;
import org.polyphony.gpu.mem.SectoredTags;

/**
 * L1 data cache of an SM: banks with a fixed latency, sectored tags, MSHRs, a miss queue.
 *
 * <p>A request enters the delay queue of its bank, is looked up when it has passed it, and blocks
 * the bank while the MSHRs or the miss queue cannot take it. Loads that miss travel as requests of
 * their own with token {@link #FILL}; lines are allocated when their data arrives. Stores go
 * through. Source: GPU Maestro Table 2; the streaming L1 of Accel-Sim.
 */
final class L1DataCache {
  /** Token of a request whose answer fills this cache. */
  static final int FILL = -2;

  private final L1dConfig config;
  private final int sm;
  private final MemoryRequests requests;
  private final SectoredTags tags;
  private final MshrTable mshrs;
  private final DelayQueue[] banks;
  private final int sectorShift;
  private final RequestFifo misses;
  private final RequestFifo answers = new RequestFifo(64); // loads whose data has arrived

  private long readHits;
  private long readMisses;
  private long readMerges;
  private long writes;
  private long writeHits;
  private long reservationFails;

  L1DataCache(L1dConfig config, int sm, MemoryRequests requests) {
    this.config = config;
    this.sm = sm;
    this.requests = requests;
    this.tags =
        new SectoredTags(
            config.sets(), config.ways(), config.lineBytes(), config.sectorBytes(), false);
    this.mshrs = new MshrTable(config.mshrEntries(), config.mshrMerges(), requests);
    this.banks = new DelayQueue[config.banks()];
    for (int b = 0; b < banks.length; b++) {
      banks[b] = new DelayQueue(config.hitLatency());
    }
    this.sectorShift = Integer.numberOfTrailingZeros(config.sectorBytes());
    this.misses = new RequestFifo(config.missQueue());
  }

  int bankCount() {
    return banks.length;
  }

  boolean canEnter(long address, long cycle) {
    return banks[bank(address)].canEnter(cycle);
  }

  void enter(long cycle, int request) {
    banks[bank(requests.address(request))].enter(cycle, request);
  }

  /**
   * Looks up the request at the end of a bank.
   *
   * @return a load that hit, which leaves the cache; {@link MemoryRequests#NONE} otherwise
   */
  int lookUp(int bank, long cycle) {
    DelayQueue queue = banks[bank];
    if (!queue.isReady(cycle)) {
      return MemoryRequests.NONE;
    }
    int request = queue.head();
    if (requests.kind(request) == MemoryRequests.WRITE) {
      if (write(request)) {
        queue.leave(cycle);
      }
      return MemoryRequests.NONE;
    }
    int entry = tags.find(tags.line(requests.address(request)));
    int sector = 1 << tags.sector(requests.address(request));
    if (entry != SectoredTags.NONE && (tags.validSectors(entry) & sector) != 0) {
      tags.touch(entry);
      readHits++;
      queue.leave(cycle);
      return request;
    }
    if (miss(request)) {
      queue.leave(cycle);
    }
    return MemoryRequests.NONE;
  }

  private boolean write(int request) {
    if (misses.size() >= config.missQueue()) {
      reservationFails++;
      return false;
    }
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    int sector = 1 << tags.sector(address);
    if (entry != SectoredTags.NONE && (tags.validSectors(entry) & sector) != 0) {
      writeHits++;
      if (config.writeEvicts()) {
        tags.invalidate(entry, sector);
      }
    }
    writes++;
    misses.add(request);
    return true;
  }

  private boolean miss(int request) {
    long address = requests.address(request);
    int entry = mshrs.find(address);
    if (entry != MshrTable.NONE) {
      if (!mshrs.canMerge(entry)) {
        reservationFails++;
        return false;
      }
      readMerges++;
      mshrs.merge(entry, request);
      return true;
    }
    if (!mshrs.canAllocate() || misses.size() >= config.missQueue()) {
      reservationFails++;
      return false;
    }
    readMisses++;
    mshrs.open(address, request);
    misses.add(requests.take(MemoryRequests.READ, address, sm, requests.kernel(request), FILL, 0));
    return true;
  }

  /** Returns the request that waits longest for the network, or {@link MemoryRequests#NONE}. */
  int outgoing() {
    return misses.isEmpty() ? MemoryRequests.NONE : misses.head();
  }

  /** Takes notice that the outgoing request has left. */
  void sent() {
    misses.poll();
  }

  /** Takes arrived data: fills the sector and answers every load that waits for it. */
  void fill(int fillRequest) {
    long address = requests.address(fillRequest);
    requests.free(fillRequest);
    long line = tags.line(address);
    int entry = tags.find(line);
    if (entry == SectoredTags.NONE) {
      entry = tags.victim(line);
      tags.allocate(entry, line);
    } else {
      tags.touch(entry);
    }
    tags.fill(entry, 1 << tags.sector(address));
    int request = mshrs.release(address);
    while (request != MemoryRequests.NONE) {
      int next = requests.next(request);
      answers.add(request);
      request = next;
    }
  }

  /** Returns true when a load waits to write its registers. */
  boolean hasAnswer() {
    return !answers.isEmpty();
  }

  int takeAnswer() {
    return answers.poll();
  }

  /** Drops every line, as at the end of a kernel. */
  void invalidate() {
    tags.invalidateAll();
  }

  /** Returns the next cycle after {@code cycle} at which a request can be looked up. */
  long nextLookUp(long cycle) {
    long next = Long.MAX_VALUE;
    for (DelayQueue bank : banks) {
      next = Math.min(next, bank.readyAt());
    }
    return Math.max(next, cycle + 1);
  }

  boolean isQuiet() {
    boolean quiet = misses.isEmpty() && answers.isEmpty() && mshrs.size() == 0;
    for (DelayQueue bank : banks) {
      quiet &= bank.isEmpty();
    }
    return quiet;
  }

  long readHits() {
    return readHits;
  }

  long readMisses() {
    return readMisses;
  }

  long readMerges() {
    return readMerges;
  }

  long writes() {
    return writes;
  }

  long writeHits() {
    return writeHits;
  }

  long reservationFails() {
    return reservationFails;
  }

  private int bank(long address) {
    return (int) (address >>> sectorShift) & banks.length - 1;
  }
}
