package org.polyphony.gpu;

import org.polyphony.gpu.mem.MemoryCounters;

/**
 * What kernels have asked of L1 data caches, L2 and DRAM since the start of the run, by row of the
 * kernel control block; raw counts that never fall. A row that is used again counts on: a policy
 * takes the difference of two readings.
 *
 * <p>An access to L1 is what a miss fills at once (a sector of 32 bytes on the GTX 980), or, for a
 * write, what a request covers. L2 is asked by L1 misses, by writes, which pass through L1, by
 * atomics, and by fetches of instructions and constants.
 */
public final class KernelTraffic {
  private final SmArray sms;
  private final MemoryCounters memory;
  private final int sectorBytes;

  /**
   * Makes a view of the counters.
   *
   * @param sectorBytes of L2, in which traffic with DRAM is counted
   */
  KernelTraffic(SmArray sms, MemoryCounters memory, int sectorBytes) {
    this.sms = sms;
    this.memory = memory;
    this.sectorBytes = sectorBytes;
  }

  /** Returns accesses to the L1 data caches, reads and writes, of all SMs. */
  public long l1Accesses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.count(); sm++) {
      sum += l1Accesses(sm, kernelRow);
    }
    return sum;
  }

  /** Returns those of {@link #l1Accesses(int)} whose data was not there, or was on its way. */
  public long l1Misses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.count(); sm++) {
      sum += l1Misses(sm, kernelRow);
    }
    return sum;
  }

  /** Returns accesses to the L1 data cache of one SM. */
  public long l1Accesses(int sm, int kernelRow) {
    return sms.l1d(sm).accesses(kernelRow);
  }

  /** Returns those of {@link #l1Accesses(int, int)} whose data was not there, or on its way. */
  public long l1Misses(int sm, int kernelRow) {
    return sms.l1d(sm).misses(kernelRow);
  }

  /** Returns look-ups in L2, of all slices and all kinds of requests. */
  public long l2Accesses(int kernelRow) {
    return memory.l2Accesses(kernelRow);
  }

  /** Returns those of {@link #l2Accesses} that found neither their data nor a request for it. */
  public long l2Misses(int kernelRow) {
    return memory.l2Misses(kernelRow);
  }

  /**
   * Returns bytes read from DRAM and written to it: fills of L2, and what the kernel's own requests
   * wrote or displaced, which another kernel may have written before.
   */
  public long dramBytes(int kernelRow) {
    return (memory.dramReads(kernelRow) + memory.writeBackSectors(kernelRow)) * sectorBytes;
  }

  /** Returns requests that reached a DRAM channel: sectors or lines read or written. */
  public long dramRequests(int kernelRow) {
    return memory.dramRequests(kernelRow);
  }

  /**
   * Returns those of {@link #dramRequests} that found their row open, or opened for the request
   * before them.
   */
  public long dramRowHits(int kernelRow) {
    return memory.rowHits(kernelRow);
  }

  /** Returns reads and atomics that SMs have sent to L2 and that are answered. */
  public long answered(int kernelRow) {
    return memory.answered(kernelRow);
  }

  /**
   * Returns for how long reads and atomics have been between SM and answer, summed over them, in
   * core cycles; those under way count until now. Over a stretch of time, its growth by that of
   * {@link #answered} is the mean latency (Little's law).
   */
  public long waitedCycles(long cycle, int kernelRow) {
    return memory.waitedCycles(cycle, kernelRow);
  }
}
