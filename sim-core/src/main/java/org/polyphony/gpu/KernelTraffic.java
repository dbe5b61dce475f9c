package org.polyphony.gpu;

/**
 * What kernels have asked of L1 data caches, L2 and DRAM since the start of the run, by row of the
 * kernel control block; raw counts that never fall. A row that is used again counts on: a policy
 * takes the difference of two readings.
 *
 * <p>An access to L1 is what a miss fills at once (a sector of 32 bytes on the GTX 980), or, for a
 * write, what a request covers. L2 is asked by L1 misses, by writes, which pass through L1, by
 * atomics, and by fetches of instructions and constants.
 */
public interface KernelTraffic {
  /** Returns accesses to the L1 data caches, reads and writes, of all SMs. */
  long l1Accesses(int kernelRow);

  /** Returns those of {@link #l1Accesses(int)} whose data was not there, or was on its way. */
  long l1Misses(int kernelRow);

  /** Returns accesses to the L1 data cache of one SM. */
  long l1Accesses(int sm, int kernelRow);

  /** Returns those of {@link #l1Accesses(int, int)} whose data was not there, or on its way. */
  long l1Misses(int sm, int kernelRow);

  /** Returns look-ups in L2, of all slices and all kinds of requests. */
  long l2Accesses(int kernelRow);

  /** Returns those of {@link #l2Accesses} that found neither their data nor a request for it. */
  long l2Misses(int kernelRow);

  /**
   * Returns bytes read from DRAM and written to it: fills of L2, and what the kernel's own requests
   * wrote or displaced, which another kernel may have written before.
   */
  long dramBytes(int kernelRow);

  /** Returns requests that reached a DRAM channel: sectors or lines read or written. */
  long dramRequests(int kernelRow);

  /**
   * Returns those of {@link #dramRequests} that found their row open, or opened for the request
   * before them.
   */
  long dramRowHits(int kernelRow);

  /** Returns reads and atomics that SMs have sent to L2 and that are answered. */
  long answered(int kernelRow);

  /**
   * Returns for how long reads and atomics have been between SM and answer, summed over them, in
   * core cycles; those under way count until now. Over a stretch of time, its growth by that of
   * {@link #answered} is the mean latency (Little's law).
   */
  long waitedCycles(long cycle, int kernelRow);
}
