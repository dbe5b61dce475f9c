package org.polyphony.gpu;

import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemorySystem;

/**
 * L1D, L2 and DRAM traffic of kernels since the start of the run, by row of the kernel control
 * block. Counters are raw and monotonic and are not reset when a row is reused: take the difference
 * of two readings.
 *
 * <p>An L1D read access covers the bytes that a miss fetches (a sector of 32 B on the GTX 980); a
 * write access covers one request. L2 accesses are L1D misses, writes (L1D is write-through),
 * atomics, and fetches of instructions and constants.
 */
public final class KernelTraffic {
  private final SmArray sms;
  private final MemoryCounters memory;
  private final MemorySystem ports;
  private final int sectorBytes;

  /**
   * Creates a view of the counters.
   *
   * @param sectorBytes L2 sector size, the unit of DRAM traffic
   */
  KernelTraffic(SmArray sms, MemorySystem memory, int sectorBytes) {
    this.sms = sms;
    this.memory = memory.counters();
    this.ports = memory;
    this.sectorBytes = sectorBytes;
  }

  /** Returns read and write accesses to the L1D of all SMs. */
  public long l1Accesses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.smCount(); sm++) {
      sum += l1Accesses(sm, kernelRow);
    }
    return sum;
  }

  /** Returns L1D accesses that missed; a hit on a pending miss counts as a miss. */
  public long l1Misses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.smCount(); sm++) {
      sum += l1Misses(sm, kernelRow);
    }
    return sum;
  }

  /** Returns accesses to the L1D of one SM. */
  public long l1Accesses(int sm, int kernelRow) {
    return sms.l1Accesses(sm, kernelRow);
  }

  /** Returns L1D accesses of one SM that missed; a hit on a pending miss counts as a miss. */
  public long l1Misses(int sm, int kernelRow) {
    return sms.l1Misses(sm, kernelRow);
  }

  /** Returns L2 look-ups of all request kinds in all slices. */
  public long l2Accesses(int kernelRow) {
    return memory.l2Accesses(kernelRow);
  }

  /** Returns L2 look-ups that missed; a hit on a pending miss counts as a hit. */
  public long l2Misses(int kernelRow) {
    return memory.l2Misses(kernelRow);
  }

  /** Returns the lines of a process in L2 that requests of other processes evicted. */
  public long lostLines(int process) {
    return memory.lostLines(process);
  }

  /**
   * Returns bytes read from and written to DRAM: L2 fills, write-through data, and write-backs of
   * lines that the kernel's requests evicted, even if another kernel wrote them.
   */
  public long dramBytes(int kernelRow) {
    return (memory.dramReads(kernelRow) + memory.writeBackSectors(kernelRow)) * sectorBytes;
  }

  /** Returns requests to DRAM channels: sectors or lines read or written. */
  public long dramRequests(int kernelRow) {
    return memory.dramRequests(kernelRow);
  }

  /** Returns DRAM requests that hit an open row, or a row opened for the request before. */
  public long dramRowHits(int kernelRow) {
    return memory.rowHits(kernelRow);
  }

  /** Returns completed reads and atomics sent from SMs to L2. */
  public long loads(int kernelRow) {
    return ports.loads(kernelRow);
  }

  /**
   * Returns the total latency of reads and atomics in core cycles; pending ones count up to {@code
   * cycle}. Over an interval, its growth divided by that of {@link #loads} is the mean latency
   * (Little's law).
   */
  public long loadCycles(long cycle, int kernelRow) {
    return ports.loadCycles(cycle, kernelRow);
  }
}
