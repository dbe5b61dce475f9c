package org.polyphony.gpu.mem;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.dram.DramQueue;
import org.polyphony.gpu.part.dram.DramScheduler;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.usercode.UserCodeException;

/**
 * The scheduler queue of a DRAM channel whose scheduler is not FR-FCFS, in order of arrival: asks
 * the scheduler for the next request.
 *
 * <p>State per entry: the command clock of its arrival, and its workload.
 */
final class ScheduledQueue implements DramQueue {
  private static final String PLACE = "dram.scheduler";
  private final DramRequests entries;
  private final MemoryRequests requests;
  private final DramBanks banks;
  private final int bankCount;
  private final int workloads;
  private final long seed;
  private final int[] order; // entries, the oldest first
  private final long[] arrival;
  private final int[] workload;
  private final DramScheduler scheduler;
  private int size;
  private int bank; // offered to the scheduler

  /**
   * Creates an empty queue.
   *
   * @param bankCount banks of the channel
   * @param capacity exclusive upper bound of entries
   */
  ScheduledQueue(
      PartConfig config,
      MemoryTables tables,
      DramRequests entries,
      DramBanks banks,
      int bankCount,
      int capacity) {
    this.entries = entries;
    this.requests = tables.requests();
    this.banks = banks;
    this.bankCount = bankCount;
    Parts parts = tables.parts();
    workloads = parts.workloads();
    seed = parts.nextSeed();
    order = new int[capacity];
    arrival = new long[capacity];
    workload = new int[capacity];
    scheduler = DramSchedulers.KIND.make(config, this, parts);
  }

  void add(int entry, long clock) {
    order[size++] = entry;
    arrival[entry] = clock;
    workload[entry] = AddressMapping.process(requests.address(entries.request(entry)));
  }

  /**
   * Removes and returns the next request to serve. Idle banks are offered in turn, as FR-FCFS does,
   * until the scheduler chooses a request of one, so that the order of banks is no property of the
   * scheduler.
   *
   * @param candidates idle banks with requests, at least one; bit b is bank b
   * @return {@link DramRequests#NONE} if the scheduler waits
   */
  int take(long clock, long candidates) {
    int index = DramScheduler.NONE;
    for (long rest = candidates; rest != 0 && index == DramScheduler.NONE; rest &= ~(1L << bank)) {
      bank = banks.inTurn(rest);
      index = chosen(clock);
    }
    if (index == DramScheduler.NONE) {
      return DramRequests.NONE;
    }
    int entry = order[index];
    size--;
    System.arraycopy(order, index + 1, order, index, size - index);
    return entry;
  }

  private int chosen(long clock) {
    int index;
    try {
      index = scheduler.choose(clock);
    } catch (Throwable e) {
      String call = "choose(clock %d, with %d requests)".formatted(clock, size);
      throw UserCodeException.thrown(Parts.name(PLACE, scheduler) + call, e);
    }
    if (index < DramScheduler.NONE || index >= size || (index >= 0 && !mayServe(index))) {
      String call = "choose(clock %d) returned %d".formatted(clock, index);
      String allowed = ", allowed: -1, or one of %d requests that mayServe allows".formatted(size);
      throw new UserCodeException(Parts.name(PLACE, scheduler) + call + allowed);
    }
    return index;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int banks() {
    return bankCount;
  }

  @Override
  public int workloads() {
    return workloads;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public int workload(int request) {
    return workload[order[request]];
  }

  @Override
  public int bank(int request) {
    return entries.bank(order[request]);
  }

  @Override
  public int row(int request) {
    return entries.row(order[request]);
  }

  @Override
  public long arrival(int request) {
    return arrival[order[request]];
  }

  @Override
  public boolean isWrite(int request) {
    return entries.isWrite(order[request]);
  }

  @Override
  public int bursts(int request) {
    return entries.bursts(order[request]);
  }

  @Override
  public boolean mayServe(int request) {
    return bank(request) == bank;
  }

  @Override
  public boolean isRowHit(int request) {
    return row(request) == openRow(bank(request));
  }

  @Override
  public int openRow(int bank) {
    return banks.openRow(bank);
  }

  @Override
  public int firstBank() {
    return bank;
  }
}
