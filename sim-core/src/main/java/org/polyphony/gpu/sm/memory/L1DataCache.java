package org.polyphony.gpu.sm.memory;

import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MshrTable;
import org.polyphony.gpu.mem.SectoredTags;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.RequestFifo;

/**
 * L1 data cache of an SM: banks with a fixed latency, sectored tags, MSHRs, a miss queue.
 *
 * <p>A request enters the delay queue of its bank, is looked up when it has passed it, and blocks
 * the bank while the MSHRs or the miss queue cannot take it. Loads that miss travel as requests of
 * their own with token {@link #FILL}; lines are allocated when their data arrives. Stores go
 * through. A head that was refused is looked up again when data has come or a request has left:
 * until then the answer would be the same. Source: GPU Maestro Table 2; the streaming L1 of
 * Accel-Sim.
 */
public final class L1DataCache {
  /**
   * A request whose answer fills this cache has the token {@code FILL - entry}, with the entry of
   * the MSHRs that waits for it; no other request has one as low.
   */
  public static final int FILL = -1024;

  private final L1dConfig config;
  private final int sm;
  private final MemoryRequests requests;
  private final SectoredTags tags;
  private final MshrTable mshrs;
  private final DelayQueue[] banks;
  private final int sectorShift;
  private final RequestFifo misses;
  private int refused; // banks whose head was refused, as long as nothing has come or left
  private final RequestFifo answers = new RequestFifo(64); // loads whose data has arrived

  private long readHits;
  private long readMisses;
  private long readMerges;
  private long writes;
  private long writeHits;

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

  /** Returns true when the request at the end of a bank is to be looked up. */
  boolean isDue(int bank, long cycle) {
    return banks[bank].isReady(cycle) && (refused >>> bank & 1) == 0;
  }

  /**
   * Looks up the request at the end of a bank, for which {@link #isDue} holds.
   *
   * @return a load that hit, which leaves the cache; {@link MemoryRequests#NONE} otherwise
   */
  int lookUp(int bank, long cycle) {
    DelayQueue queue = banks[bank];
    int request = queue.head();
    boolean isWrite = requests.kind(request) == MemoryRequests.WRITE;
    boolean isHit = !isWrite && hits(request);
    if (isHit || (isWrite ? write(request) : miss(request))) {
      queue.leave(cycle);
    } else {
      refused |= 1 << bank;
    }
    return isHit ? request : MemoryRequests.NONE;
  }

  private boolean hits(int request) {
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    int sector = 1 << tags.sector(address);
    if (entry == SectoredTags.NONE || (tags.validSectors(entry) & sector) == 0) {
      return false;
    }
    tags.touch(entry);
    readHits++;
    return true;
  }

  private boolean write(int request) {
    if (misses.isFull()) {
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
    misses.push(request);
    return true;
  }

  private boolean miss(int request) {
    long address = requests.address(request);
    int entry = mshrs.find(address);
    if (entry != MshrTable.NONE) {
      if (!mshrs.canMerge(entry)) {
        return false;
      }
      readMerges++;
      mshrs.merge(entry, request);
      return true;
    }
    if (!mshrs.canAllocate() || misses.isFull()) {
      return false;
    }
    readMisses++;
    int token = FILL - mshrs.open(address, request);
    misses.push(
        requests.take(MemoryRequests.READ, address, sm, requests.kernel(request), token, 0));
    return true;
  }

  /** Returns the request that waits longest for the network, or {@link MemoryRequests#NONE}. */
  int outgoing() {
    return misses.isEmpty() ? MemoryRequests.NONE : misses.peek();
  }

  /** Takes notice that the outgoing request has left. */
  void sent() {
    misses.pop();
    refused = 0;
  }

  /** Takes arrived data: fills the sector and answers every load that waits for it. */
  void fill(int fillRequest) {
    long address = requests.address(fillRequest);
    int mshr = FILL - requests.token(fillRequest);
    requests.free(fillRequest);
    refused = 0;
    long line = tags.line(address);
    int entry = tags.find(line);
    if (entry == SectoredTags.NONE) {
      entry = tags.victim(line);
      tags.allocate(entry, line);
    } else {
      tags.touch(entry);
    }
    tags.fill(entry, 1 << tags.sector(address));
    int request = mshrs.release(mshr);
    while (request != MemoryRequests.NONE) {
      int next = requests.next(request);
      answers.push(request);
      request = next;
    }
  }

  /** Returns true when a load waits to write its registers. */
  boolean hasAnswer() {
    return !answers.isEmpty();
  }

  int takeAnswer() {
    return answers.pop();
  }

  /** Drops every line, as at the end of a kernel. */
  public void invalidate() {
    tags.invalidateAll();
  }

  /**
   * Returns the next cycle after {@code cycle} at which a request can be looked up, unless data
   * comes or a request leaves.
   */
  long nextLookUp(long cycle) {
    long next = Long.MAX_VALUE;
    for (int b = 0; b < banks.length; b++) {
      next = (refused >>> b & 1) == 0 ? Math.min(next, banks[b].readyAt()) : next;
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

  /** Returns the sectors read that were there. */
  public long readHits() {
    return readHits;
  }

  /** Returns the sectors read that were fetched. */
  public long readMisses() {
    return readMisses;
  }

  /** Returns the sectors read that were on their way already. */
  public long readMerges() {
    return readMerges;
  }

  /** Returns the sectors written. */
  public long writes() {
    return writes;
  }

  /** Returns the sectors written that were there. */
  public long writeHits() {
    return writeHits;
  }

  private int bank(long address) {
    return (int) (address >>> sectorShift) & banks.length - 1;
  }
}
