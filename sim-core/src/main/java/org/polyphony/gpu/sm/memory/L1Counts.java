package org.polyphony.gpu.sm.memory;

import java.util.Arrays;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * What the look-ups in the L1 data cache of an SM found, by row of the kernel control block.
 *
 * <p>A read is what a miss fills at once, a write what a request covers.
 */
public final class L1Counts {
  final long[] readHits = new long[KernelControlBlocks.ROWS];
  final long[] readMisses = new long[KernelControlBlocks.ROWS];
  final long[] readMerges = new long[KernelControlBlocks.ROWS];
  final long[] writes = new long[KernelControlBlocks.ROWS];
  final long[] writeHits = new long[KernelControlBlocks.ROWS];

  L1Counts() {}

  public long readHits() {
    return sum(readHits);
  }

  public long readMisses() {
    return sum(readMisses);
  }

  /** Returns the reads of what was on its way already. */
  public long readMerges() {
    return sum(readMerges);
  }

  public long writes() {
    return sum(writes);
  }

  /** Returns the writes to what was there. */
  public long writeHits() {
    return sum(writeHits);
  }

  public long accesses(int kernelRow) {
    long reads = readHits[kernelRow] + readMisses[kernelRow] + readMerges[kernelRow];
    return reads + writes[kernelRow];
  }

  public long misses(int kernelRow) {
    long reads = readMisses[kernelRow] + readMerges[kernelRow];
    return reads + writes[kernelRow] - writeHits[kernelRow];
  }

  private static long sum(long[] byKernel) {
    return Arrays.stream(byKernel).sum();
  }
}
