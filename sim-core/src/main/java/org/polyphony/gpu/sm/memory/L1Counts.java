package org.polyphony.gpu.sm.memory;

import java.util.Arrays;
import org.polyphony.gpu.KernelControlBlocks;

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

  /** Returns the reads that were there. */
  public long readHits() {
    return sum(readHits);
  }

  /** Returns the reads that were fetched. */
  public long readMisses() {
    return sum(readMisses);
  }

  /** Returns the reads of what was on its way already. */
  public long readMerges() {
    return sum(readMerges);
  }

  /** Returns the writes. */
  public long writes() {
    return sum(writes);
  }

  /** Returns the writes to what was there. */
  public long writeHits() {
    return sum(writeHits);
  }

  /** Returns all look-ups of a kernel. */
  public long accesses(int kernelRow) {
    long reads = readHits[kernelRow] + readMisses[kernelRow] + readMerges[kernelRow];
    return reads + writes[kernelRow];
  }

  /** Returns the look-ups of a kernel that did not find their data, that on its way included. */
  public long misses(int kernelRow) {
    long reads = readMisses[kernelRow] + readMerges[kernelRow];
    return reads + writes[kernelRow] - writeHits[kernelRow];
  }

  private static long sum(long[] byKernel) {
    return Arrays.stream(byKernel).sum();
  }
}
