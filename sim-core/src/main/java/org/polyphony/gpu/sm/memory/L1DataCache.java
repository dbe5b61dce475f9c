package org.polyphony.gpu.sm.memory;

import java.util.Arrays;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.mem.AddressHash;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MshrTable;
import org.polyphony.gpu.mem.PrefetchCounts;
import org.polyphony.gpu.mem.PrefetchedLines;
import org.polyphony.gpu.mem.Prefetching;
import org.polyphony.gpu.mem.SectoredTags;
import org.polyphony.gpu.mem.TagShape;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.DelayQueue;
import org.polyphony.gpu.queue.RequestFifo;

/**
 * L1 data cache of an SM: banks with a fixed latency, tags, MSHRs, a miss queue.
 *
 * <p>A request enters the delay queue of its bank, is looked up at its end, and blocks the bank
 * while the MSHRs or the miss queue are full. A load miss is sent as one fill request, or several
 * if a miss fetches more than one L2 request covers. Lines are allocated on fill or on miss. Stores
 * write through, and may allocate. A prefetch is a miss that no load waits for. Source: GPU Maestro
 * Table 2; the streaming L1 of Accel-Sim.
 */
public final class L1DataCache implements Prefetching.Cache {
  /** Token of a load that only a prefetch stands for. */
  private static final int AHEAD = AccessBuffers.NO_LOAD;

  private final L1dConfig config;
  private final int sm;
  private final MemoryRequests requests;
  private final SectoredTags tags;
  private final MshrTable mshrs;
  private final DelayQueue[] banks;
  private final int sectorShift;
  private int firstBank;
  private int waitForData; // banks whose head is blocked until data arrives
  private int waitForRoom; // banks whose head is blocked until a request leaves
  private long due = Long.MAX_VALUE; // when the head of a bank that does not wait is looked up
  private final int requestBytes;
  private final int requestsPerFill;
  private final int[] toCome; // outstanding fill requests per MSHR
  private final RequestFifo misses;
  private boolean needsRoom; // the last refusal was due to a full miss queue
  private final RequestFifo replies = new RequestFifo(64); // loads whose data has arrived
  private final LoadTable loads;
  private final Prefetching prefetching; // null without a prefetcher, as is the next one
  private final PrefetchedLines prefetched;

  // look-up results by row of the kernel control block; one read covers the bytes fetched per miss
  private final long[] accesses = new long[KernelControlBlocks.ROWS];
  private final long[] hits = new long[KernelControlBlocks.ROWS]; // not on pending misses

  /**
   * Creates an empty cache.
   *
   * @param requestBytes bytes covered by one request to L2, at most those of a fill
   * @param parts of the run
   * @param loads by the tokens of their requests
   */
  L1DataCache(
      L1dConfig config,
      int sm,
      MemoryRequests requests,
      int requestBytes,
      Parts parts,
      LoadTable loads) {
    this.config = config;
    this.sm = sm;
    this.requests = requests;
    this.tags =
        new SectoredTags(
            new TagShape(
                config.sets(),
                config.ways(),
                config.lineBytes(),
                config.fillBytes(),
                setHash(config),
                config.bytes() / config.lineBytes()),
            config.replacement(),
            "l1d.replacement",
            parts);
    this.mshrs = new MshrTable(config.mshrEntries(), config.mshrMerges(), requests);
    this.banks = new DelayQueue[config.banks()];
    Arrays.setAll(banks, bank -> new DelayQueue(config.hitLatency()));
    this.sectorShift = Integer.numberOfTrailingZeros(config.fillBytes());
    this.requestBytes = requestBytes;
    this.requestsPerFill = config.fillBytes() / requestBytes;
    this.toCome = new int[config.mshrEntries()];
    this.misses = new RequestFifo(config.missQueue());
    this.loads = loads;
    this.prefetching =
        Prefetching.of(
            config.prefetcher(),
            "l1d.prefetcher",
            this,
            requests,
            config.lineBytes(),
            config.fillBytes(),
            parts);
    this.prefetched =
        prefetching == null ? null : new PrefetchedLines(config.mshrEntries(), tags.entries());
  }

  private static AddressHash setHash(L1dConfig config) {
    int shift = Integer.numberOfTrailingZeros(config.lineBytes());
    return config.setHash().isEmpty() ? null : AddressHash.parities(config.setHash(), shift);
  }

  int bankCount() {
    return banks.length;
  }

  private int bank(long address) {
    return (int) (address >>> sectorShift) & banks.length - 1;
  }

  boolean canEnter(long address, long cycle) {
    return banks[bank(address)].canEnter(cycle);
  }

  void enter(long cycle, int request) {
    int bank = bank(requests.address(request));
    banks[bank].enter(cycle, request);
    due = waits(bank) ? due : Math.min(due, banks[bank].readyAt());
  }

  private boolean waits(int bank) {
    return ((waitForData | waitForRoom) >>> bank & 1) != 0;
  }

  /**
   * Returns the bank to look up first: with separate banks, the one after the last that was served,
   * so that the sectors of a line leave together.
   */
  int firstBank() {
    return firstBank;
  }

  /** Returns whether a request at the end of any bank is due for look-up. */
  boolean isDue(long cycle) {
    return due <= cycle;
  }

  /** Returns whether the request at the end of a bank is due for look-up. */
  boolean isDue(int bank, long cycle) {
    return banks[bank].isReady(cycle) && !waits(bank);
  }

  /**
   * Looks up the request at the end of a bank for which {@link #isDue} holds.
   *
   * @return a load that hit and leaves the cache; {@link MemoryRequests#NONE} otherwise
   */
  int lookUp(int bank, long cycle) {
    int request = banks[bank].head();
    boolean isWrite = requests.kind(request) == MemoryRequests.WRITE;
    boolean isHit = !isWrite && hits(request);
    if (isHit || (isWrite ? write(request) : miss(request))) {
      banks[bank].leave(cycle);
      firstBank = config.banksApart() ? (bank + 1) & (banks.length - 1) : 0;
      if (prefetching != null && !isWrite) {
        int load = requests.token(request);
        prefetching.loaded(request, isHit, loads.warp(load).slot(), loads.instruction(load).pc);
      }
    } else if (needsRoom) {
      waitForRoom |= 1 << bank;
    } else {
      waitForData |= 1 << bank;
    }
    findDue();
    return isHit ? request : MemoryRequests.NONE;
  }

  private void findDue() {
    due = Long.MAX_VALUE;
    for (int bank = 0; bank < banks.length; bank++) {
      due = waits(bank) ? due : Math.min(due, banks[bank].readyAt());
    }
  }

  private boolean hits(int request) {
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    int sector = 1 << tags.sector(address);
    if (entry == SectoredTags.NONE || (tags.validSectors(entry) & sector) == 0) {
      return false;
    }
    tags.hit(entry);
    if (prefetched != null) {
      prefetched.read(entry, tags.sector(address));
    }
    count(accesses, request);
    count(hits, request);
    return true;
  }

  private boolean write(int request) {
    needsRoom = misses.isFull();
    if (needsRoom) {
      return false;
    }
    long address = requests.address(request);
    int entry = tags.find(tags.line(address));
    int sector = 1 << tags.sector(address);
    if (entry != SectoredTags.NONE && (tags.validSectors(entry) & sector) != 0) {
      count(hits, request);
      if (config.writeEvicts()) {
        tags.invalidate(entry, sector);
      }
    }
    if (config.writeAllocates()) {
      keepWritten(request);
    }
    count(accesses, request);
    misses.push(request);
    return true;
  }

  private void keepWritten(int request) {
    long address = requests.address(request);
    int entry = entryOf(tags.line(address));
    if (entry != SectoredTags.NONE) {
      tags.write(entry, tags.sector(address), requests.byteMask(request));
      if (prefetched != null) {
        prefetched.replaced(entry, 1 << tags.sector(address));
      }
    }
  }

  private int entryOf(long line) {
    int entry = tags.find(line);
    if (entry != SectoredTags.NONE) {
      tags.touch(entry);
      return entry;
    }
    entry = tags.victim(line);
    if (entry != SectoredTags.NONE) {
      tags.allocate(entry, line);
    }
    return entry;
  }

  private boolean miss(int request) {
    long address = requests.address(request);
    int entry = mshrs.find(address >>> sectorShift);
    if (entry != MshrTable.NONE) {
      needsRoom = false;
      if (!mshrs.canMerge(entry)) {
        return false;
      }
      count(accesses, request);
      mshrs.merge(entry, request);
      if (prefetched != null) {
        prefetched.merged(entry);
      }
      return true;
    }
    needsRoom = mshrs.canAllocate() && misses.capacity() - misses.size() < requestsPerFill;
    if (!mshrs.canAllocate() || needsRoom || !reserve(address)) {
      return false;
    }
    count(accesses, request);
    open(address, request);
    return true;
  }

  /** Sends the fill requests of a load; returns its MSHR. */
  private int open(long address, int request) {
    int mshr = mshrs.open(address >>> sectorShift, request);
    toCome[mshr] = requestsPerFill;
    int kernel = requests.kernel(request);
    for (int i = 0; i < requestsPerFill; i++) {
      long from = address + (long) i * requestBytes;
      int token = MemoryRequests.OF_FILL | mshr;
      misses.push(requests.take(MemoryRequests.READ, from, sm, kernel, token, 0));
    }
    return mshr;
  }

  @Override
  public void fetchAhead(long address, int cause) {
    int entry = tags.find(tags.line(address));
    boolean isHere =
        entry != SectoredTags.NONE && (tags.validSectors(entry) >>> tags.sector(address) & 1) != 0;
    boolean isAwaited = mshrs.find(address >>> sectorShift) != MshrTable.NONE;
    boolean hasRoom = mshrs.canAllocate() && misses.capacity() - misses.size() >= requestsPerFill;
    boolean isBlocked = (waitForData | waitForRoom) != 0; // loads come first
    if (!isHere && !isAwaited && hasRoom && !isBlocked && reserve(address)) {
      int kernel = requests.kernel(cause);
      int load = requests.take(MemoryRequests.READ, address, sm, kernel, AHEAD, 0);
      prefetched.issued(open(address, load));
    }
  }

  /** Returns what became of the prefetches. */
  PrefetchCounts prefetches() {
    return prefetched == null ? PrefetchCounts.NONE : prefetched.counts();
  }

  /** Allocates a line for a miss if the cache allocates on miss; returns false if none is free. */
  private boolean reserve(long address) {
    if (!config.allocatesOnMiss()) {
      return true;
    }
    long line = tags.line(address);
    int entry = tags.find(line);
    if (entry == SectoredTags.NONE) {
      entry = tags.victim(line);
      if (entry == SectoredTags.NONE) {
        return false;
      }
      tags.allocate(entry, line);
    }
    tags.reserve(entry, 1 << tags.sector(address));
    return true;
  }

  /** Returns the oldest request waiting for the network, or {@link MemoryRequests#NONE}. */
  int outgoing() {
    return misses.isEmpty() ? MemoryRequests.NONE : misses.peek();
  }

  /** Called when the outgoing request has left. */
  void sent() {
    misses.pop();
    // another bank may allocate the line
    wake(waitForRoom | (config.allocatesOnMiss() ? waitForData : 0));
  }

  private void wake(int waiting) {
    if (waiting != 0) {
      waitForRoom &= ~waiting;
      waitForData &= ~waiting;
      findDue();
    }
  }

  /** Handles arrived data; the last request of a fill completes all waiting loads. */
  void fill(int fillRequest) {
    long address = requests.address(fillRequest);
    int mshr = requests.index(fillRequest);
    requests.free(fillRequest);
    if (requestsPerFill > 1 && --toCome[mshr] > 0) {
      return;
    }
    wake(waitForData);
    keep(address, mshr);
    int request = mshrs.release(mshr);
    while (request != MemoryRequests.NONE) {
      int next = requests.next(request);
      if (requests.token(request) == AHEAD) {
        requests.free(request);
      } else {
        replies.push(request);
      }
      request = next;
    }
  }

  private void keep(long address, int mshr) {
    int entry = entryOf(tags.line(address));
    if (entry != SectoredTags.NONE) { // none if the reserved line was dropped
      tags.fill(entry, 1 << tags.sector(address));
    }
    if (prefetched != null) {
      prefetched.filled(mshr, entry, tags.sector(address));
    }
  }

  /** Returns whether a load is waiting to write its registers. */
  boolean hasReply() {
    return !replies.isEmpty();
  }

  int takeReply() {
    return replies.pop();
  }

  public void invalidate() {
    tags.invalidateAll();
  }

  /**
   * Returns the next cycle after {@code cycle} in which a request can be looked up, unless data
   * arrives or a request leaves earlier.
   */
  long nextLookUp(long cycle) {
    return Math.max(due, cycle + 1);
  }

  boolean isQuiet() {
    boolean quiet = misses.isEmpty() && replies.isEmpty() && mshrs.size() == 0;
    for (DelayQueue bank : banks) {
      quiet &= bank.isEmpty();
    }
    return quiet;
  }

  /** Returns the look-ups of a kernel. */
  public long accesses(int kernelRow) {
    return accesses[kernelRow];
  }

  /** Returns the look-ups of a kernel that missed, including hits on pending misses. */
  public long misses(int kernelRow) {
    return accesses[kernelRow] - hits[kernelRow];
  }

  private void count(long[] byRow, int request) {
    byRow[requests.kernel(request)]++;
  }
}
