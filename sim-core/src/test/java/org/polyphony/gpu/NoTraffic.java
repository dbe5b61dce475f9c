package org.polyphony.gpu;

/** Of a device without memory. */
public final class NoTraffic implements KernelTraffic {
  public NoTraffic() {}

  @Override
  public long l1Accesses(int kernelRow) {
    return 0;
  }

  @Override
  public long l1Misses(int kernelRow) {
    return 0;
  }

  @Override
  public long l1Accesses(int sm, int kernelRow) {
    return 0;
  }

  @Override
  public long l1Misses(int sm, int kernelRow) {
    return 0;
  }

  @Override
  public long l2Accesses(int kernelRow) {
    return 0;
  }

  @Override
  public long l2Misses(int kernelRow) {
    return 0;
  }

  @Override
  public long dramBytes(int kernelRow) {
    return 0;
  }

  @Override
  public long dramRequests(int kernelRow) {
    return 0;
  }

  @Override
  public long dramRowHits(int kernelRow) {
    return 0;
  }

  @Override
  public long answered(int kernelRow) {
    return 0;
  }

  @Override
  public long waitedCycles(long cycle, int kernelRow) {
    return 0;
  }
}
