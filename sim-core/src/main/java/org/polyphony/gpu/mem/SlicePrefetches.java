package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.gpu.queue.DueTimes;

/**
 * The prefetcher of L2 between the slices: sees the loads of all, and hands each proposal to the
 * slice of its address, which receives it in the next cycle.
 */
final class SlicePrefetches implements Prefetching.Cache {
  private final MemoryTables tables;
  private final L2Slice[] slices;
  private final DueTimes due; // of slices
  private final Prefetching prefetching; // null if there is none
  private long now;

  /**
   * Creates it between slices.
   *
   * @param due core cycles in which they have work
   */
  SlicePrefetches(L2Config config, MemoryTables tables, L2Slice[] slices, DueTimes due) {
    this.tables = tables;
    this.slices = slices;
    this.due = due;
    prefetching =
        Prefetching.of(
            config.prefetcher(),
            "l2.prefetcher",
            this,
            tables.requests(),
            config.lineBytes(),
            config.fillBytes(),
            tables.parts());
  }

  /** Connects the slices if there is a prefetcher. */
  void connect() {
    for (int s = 0; prefetching != null && s < slices.length; s++) {
      slices[s].prefetchBy(this);
    }
  }

  /** Informs the prefetcher of a load that a slice has looked up. */
  void loaded(int request, boolean isHit, long cycle) {
    now = cycle;
    prefetching.loaded(request, isHit, Prefetcher.UNKNOWN, Prefetcher.UNKNOWN);
  }

  @Override
  public void fetchAhead(long address, int cause) {
    int slice = tables.mapping().slice(address);
    if (slices[slice].canFetchAhead()) {
      MemoryRequests requests = tables.requests();
      int sm = requests.sm(cause);
      int kernel = requests.kernel(cause);
      int request = requests.take(MemoryRequests.ALLOCATE, address, sm, kernel, 0, 0);
      slices[slice].fetchAhead(request, now + 1);
      due.wake(slice, now + 1);
    }
  }
}
