package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.part.arbitration.Arbiter;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.queue.RequestFifo;
import org.polyphony.gpu.queue.TimedFifo;

/**
 * A memory controller and its DRAM channel.
 *
 * <p>Slice queues to DRAM -> arbiter with credits -> fixed delay -> scheduler queue -> banks ->
 * data pipe -> return queue -> slice queues from DRAM; one request per command clock at each arrow.
 * A slice has one credit of its own and shares the others. Requests from SMs in the other L2 half
 * have a longer delay. Source: the memory partition and DRAM model of the reference simulator.
 */
final class DramChannel {
  private final int latency;
  private final int farLatency;
  private final MemoryRequests requests;
  private final AddressMapping mapping;
  private final MemoryCounters counters;
  private final DramClock clocks;
  private final RequestBytes bytes;
  private final int burstBytes;
  private final TimedFifo[] fromL2;
  private final RequestFifo[] toL2;
  private final ArbitratedPort[] arbitrated; // empty if slices send in turn
  private final int l2Queue;

  private final DramRequests entries;
  private final TimedFifo delay; // time: command clock
  private final TimedFifo farDelay; // requests from the other L2 half
  private final FrFcfsQueue queue;
  private final ScheduledQueue scheduled; // the same requests; null if the scheduler is FR-FCFS
  private final DramBanks banks;
  private final TimedFifo pipe; // time: clock minus stalled clocks of the pipe
  private final RequestFifo returns;
  private final boolean rowAndColumnTogether;
  private final long allBanks;
  private final boolean[] ownCreditUsed;
  private final int sharedCredits;
  private int sharedCreditsUsed;
  private int lastSlice;
  private long standstill;
  private long lastPipeTime = -1;
  private long served; // slices that received data or room in the last tick

  /**
   * Creates an empty channel.
   *
   * @param firstRefresh command clock of the first refresh
   * @param slices that it serves
   * @param copy which of their copies of DRAM it is
   */
  DramChannel(
      long firstRefresh,
      GpuConfig gpu,
      MemoryTables tables,
      L2Slice[] slices,
      int copy,
      DramClock clocks) {
    requests = tables.requests();
    mapping = tables.mapping();
    counters = tables.counters();
    bytes = tables.bytes();
    this.clocks = clocks;
    DramConfig config = gpu.dram();
    burstBytes = gpu.burstBytes();
    latency = config.latency();
    farLatency = config.farLatency();
    rowAndColumnTogether = config.rowAndColumnTogether();
    fromL2 = new TimedFifo[slices.length];
    l2Queue = slices[0].toDramCapacity();
    toL2 = new RequestFifo[slices.length];
    Arrays.setAll(fromL2, s -> slices[s].toDram(copy));
    Arrays.setAll(toL2, s -> slices[s].fromDram(copy));
    arbitrated = ArbitratedPort.of(gpu.l2().arbiter(), "l2.arbiter", tables, 1, slices.length);
    ownCreditUsed = new boolean[slices.length];
    sharedCredits =
        Math.max(0, config.schedulerQueue() + config.returnQueue() - (slices.length - 1));
    lastSlice = slices.length - 1;
    entries = new DramRequests(sharedCredits + slices.length);
    delay = new TimedFifo(sharedCredits + slices.length);
    farDelay = new TimedFifo(farLatency == 0 ? 1 : sharedCredits + slices.length);
    int bankCount = config.banks() * tables.copies().of(Resource.DRAM_ROWS);
    queue = new FrFcfsQueue(config.schedulerQueue(), bankCount, entries);
    banks = new DramBanks(config, bankCount, burstBytes, firstRefresh, entries, counters);
    scheduled =
        DramSchedulers.KIND.isDefault(config.scheduler())
            ? null
            : new ScheduledQueue(
                config.scheduler(),
                tables,
                entries,
                banks,
                bankCount,
                sharedCredits + slices.length);
    allBanks = bankCount == 64 ? -1L : (1L << bankCount) - 1;
    pipe = new TimedFifo(32);
    returns = new RequestFifo(config.returnQueue());
  }

  /**
   * Runs one command clock.
   *
   * @param clock the command clock, later than that of the last call
   * @param cycle the core cycle that contains it
   * @return the next clock with work unless a slice queues a request, or {@link Long#MAX_VALUE}
   */
  long tick(long clock, long cycle) {
    served = 0;
    returnToL2();
    banks.refresh(clock);
    long pipeTime = advancePipe(clock);
    assignBank(clock);
    issueCommands(clock, pipeTime);
    boolean accepted = arbitrated.length == 0 ? arbitrate(cycle) : askArbiter(cycle);
    enqueue(clock);
    boolean goesOn = accepted || freeBanks() != 0;
    return goesOn ? clock + 1 : nextClock(clock, cycle, pipeTime);
  }

  private long nextClock(long clock, long cycle, long pipeTime) {
    boolean standsStill = returns.isFull();
    if (standsStill || (!returns.isEmpty() && !toL2[firstReturn()].isFull())) {
      return clock + 1;
    }
    long next = banks.nextCommand();
    if (!pipe.isEmpty()) {
      next = Math.min(next, clock + pipe.peekTime() - pipeTime);
    }
    if (!queue.isFull()) {
      next = Math.min(next, Math.min(delay.peekTime(), farDelay.peekTime()));
    }
    return Math.max(Math.min(next, nextArrival(cycle)), clock + 1);
  }

  private long nextArrival(long cycle) {
    long next = Long.MAX_VALUE;
    for (TimedFifo slice : fromL2) {
      if (slice.peekTime() > cycle) { // else blocked until a request completes
        next = Math.min(next, slice.peekTime());
      }
    }
    return next == Long.MAX_VALUE ? next : clocks.firstClock(next);
  }

  /**
   * Returns the slices that received data or room in the last tick; bit s is the s-th slice of the
   * channel.
   */
  long servedSlices() {
    return served;
  }

  private void returnToL2() {
    if (returns.isEmpty()) {
      return;
    }
    int entry = returns.peek();
    int slice = firstReturn();
    if (!toL2[slice].isFull()) {
      returns.pop();
      toL2[slice].push(entries.request(entry));
      served |= 1L << slice;
      finish(entry);
    }
  }

  private int firstReturn() {
    return entries.slice(returns.peek());
  }

  private long advancePipe(long clock) {
    if (returns.isFull()) {
      standstill++;
      return clock - standstill;
    }
    long pipeTime = clock - standstill;
    if (pipe.isDue(pipeTime)) {
      int entry = pipe.pop();
      if (entry >= 0) { // else a burst that is not the last of its request
        leavePipe(entry);
      }
    }
    return pipeTime;
  }

  private void leavePipe(int entry) {
    if (requests.kind(entries.request(entry)) == MemoryRequests.WRITE_BACK) {
      requests.free(entries.request(entry));
      finish(entry);
    } else {
      returns.push(entry);
    }
  }

  private void finish(int entry) {
    int slice = entries.slice(entry);
    if (ownCreditUsed[slice]) {
      ownCreditUsed[slice] = false;
    } else {
      sharedCreditsUsed--;
    }
    entries.free(entry);
  }

  private void assignBank(long clock) {
    long candidates = freeBanks();
    if (candidates == 0) {
      return;
    }
    int entry;
    if (scheduled == null) {
      int bank = banks.inTurn(candidates);
      entry = queue.take(bank, banks.openRow(bank));
    } else {
      entry = scheduled.take(clock, candidates);
      if (entry == DramRequests.NONE) {
        return;
      }
      queue.remove(entry);
    }
    banks.serve(entries.bank(entry), entry);
    banks.advance();
  }

  private long freeBanks() {
    return queue.waitingBanks() & ~banks.servingBanks() & allBanks;
  }

  private void issueCommands(long clock, long pipeTime) {
    int entry = pipeIsFull(pipeTime) ? DramBanks.NONE : banks.issueColumn(clock);
    if (entry != DramBanks.NONE) {
      long time = Math.max(pipeTime + banks.columnLatency(), lastPipeTime + 1);
      pipe.push(entries.bursts(entry) == 0 ? entry : DramRequests.NONE, time);
      lastPipeTime = time;
    }
    if (entry == DramBanks.NONE || rowAndColumnTogether) {
      banks.issueRow(clock);
    }
  }

  /** The pipe has nCL + 1 places, and fills up while it is stalled. */
  private boolean pipeIsFull(long pipeTime) {
    return lastPipeTime - pipeTime > banks.readLatency();
  }

  private boolean arbitrate(long cycle) {
    int slice = lastSlice;
    for (int i = 0; i < fromL2.length; i++) {
      slice = slice + 1 == fromL2.length ? 0 : slice + 1;
      if (!fromL2[slice].isDue(cycle) || !hasCredit(slice) || toL2[slice].isFull()) {
        continue;
      }
      if (queue.isFull()) {
        return false;
      }
      accept(slice, cycle);
      return true;
    }
    return false;
  }

  /**
   * Accepts a request of the slice that the arbiter chooses.
   *
   * @return whether one was accepted or may be in the next clock
   */
  private boolean askArbiter(long cycle) {
    ArbitratedPort arbiter = arbitrated[0];
    arbiter.clear();
    for (int s = 0; s < fromL2.length && !queue.isFull(); s++) {
      if (fromL2[s].isDue(cycle) && hasCredit(s) && !toL2[s].isFull()) {
        int request = fromL2[s].peek();
        arbiter.add(s, request, bytes.atDram(request), fromL2[s].peekTime());
      }
    }
    int slice = arbiter.choose(cycle);
    if (slice != Arbiter.NONE) {
      accept(slice, cycle);
    }
    return arbiter.size() > 0;
  }

  private boolean hasCredit(int slice) {
    return !ownCreditUsed[slice] || sharedCreditsUsed < sharedCredits;
  }

  private void accept(int slice, long cycle) {
    served |= fromL2[slice].size() >= l2Queue ? 1L << slice : 0;
    int request = fromL2[slice].pop();
    if (ownCreditUsed[slice]) {
      sharedCreditsUsed++;
    } else {
      ownCreditUsed[slice] = true;
    }
    lastSlice = slice;
    long address = requests.address(request);
    int kernel = requests.kernel(request);
    int kind = requests.kind(request);
    boolean write = kind == MemoryRequests.WRITE_BACK || kind == MemoryRequests.WRITE;
    int moved = bytes.atDram(request);
    int bursts = (moved + burstBytes - 1) / burstBytes;
    int entry = entries.take(request, kernel, slice, write ? -bursts : bursts);
    entries.place(entry, mapping.bank(address), mapping.row(address));
    if (farLatency > 0 && kind != MemoryRequests.WRITE_BACK && isFar(request)) {
      farDelay.push(entry, clocks.firstClock(cycle + latency + farLatency));
    } else {
      delay.push(entry, clocks.firstClock(cycle + latency));
    }
    count(write, moved);
    counters.dramRequest(kernel);
  }

  private boolean isFar(int request) {
    return mapping.isFar(requests.sm(request), requests.address(request));
  }

  private void count(boolean write, int moved) {
    if (write) {
      counters.dramWriteBytes += moved;
    } else {
      counters.dramReadBytes += moved;
    }
  }

  private void enqueue(long clock) {
    TimedFifo first = farDelay.peekTime() < delay.peekTime() ? farDelay : delay;
    if (first.isDue(clock) && !queue.isFull()) {
      int entry = first.pop();
      queue.add(entry);
      if (scheduled != null) {
        scheduled.add(entry, clock);
      }
    }
  }

  boolean isEmpty() {
    return entries.live() == 0;
  }
}
