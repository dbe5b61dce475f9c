package org.polyphony.gpu;

import org.polyphony.gpu.mem.MemoryCounters;

/** The traffic of kernels, read from the counters of the caches and of the memory behind them. */
final class DeviceTraffic implements KernelTraffic {
  private final SmArray sms;
  private final MemoryCounters memory;
  private final int sectorBytes;

  /**
   * Makes a view of the counters.
   *
   * @param sectorBytes of L2, in which traffic with DRAM is counted
   */
  DeviceTraffic(SmArray sms, MemoryCounters memory, int sectorBytes) {
    this.sms = sms;
    this.memory = memory;
    this.sectorBytes = sectorBytes;
  }

  @Override
  public long l1Accesses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.count(); sm++) {
      sum += l1Accesses(sm, kernelRow);
    }
    return sum;
  }

  @Override
  public long l1Misses(int kernelRow) {
    long sum = 0;
    for (int sm = 0; sm < sms.count(); sm++) {
      sum += l1Misses(sm, kernelRow);
    }
    return sum;
  }

  @Override
  public long l1Accesses(int sm, int kernelRow) {
    return sms.l1d(sm).counts().accesses(kernelRow);
  }

  @Override
  public long l1Misses(int sm, int kernelRow) {
    return sms.l1d(sm).counts().misses(kernelRow);
  }

  @Override
  public long l2Accesses(int kernelRow) {
    return memory.l2Accesses(kernelRow);
  }

  @Override
  public long l2Misses(int kernelRow) {
    return memory.l2Misses(kernelRow);
  }

  @Override
  public long dramBytes(int kernelRow) {
    return (memory.dramReads(kernelRow) + memory.writeBackSectors(kernelRow)) * sectorBytes;
  }

  @Override
  public long dramRequests(int kernelRow) {
    return memory.dramRequests(kernelRow);
  }

  @Override
  public long dramRowHits(int kernelRow) {
    return memory.rowHits(kernelRow);
  }

  @Override
  public long answered(int kernelRow) {
    return memory.answered(kernelRow);
  }

  @Override
  public long waitedCycles(long cycle, int kernelRow) {
    return memory.waitedCycles(cycle, kernelRow);
  }
}
