package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.GpuConfig;

/**
 * Copies from the host that pass through L2 without modelled DRAM traffic: their clean sectors
 * evict other lines, even dirty ones. On devices configured to keep host copies in L2, the data is
 * hit there; otherwise it only evicts. The latter matches the reference simulator, which truncates
 * copy addresses to 32 bits.
 *
 * <p>Only the end of a long copy matters: once {@link #ROUNDS} times as many of its lines as a set
 * has ways have passed through the set, its contents no longer depend on what it held before,
 * because LRU evicts all earlier lines after twice the ways (with another replacement policy, that
 * is an approximation). Only lines awaiting data stay; if the copy contains such a line, it is
 * simulated in full.
 */
final class HostCopies {
  private static final int ROUNDS = 3;

  /** Distinguishes lines that must never hit from addresses of processes. */
  private static final long NEVER_READ = 1L << 47;

  private final AddressMapping mapping;
  private final L2Slice[] slices;
  private final long alias;
  private final int fillBytes;
  private final int lineBytes;
  private final int runBytes; // within one line of one slice
  private final int sets; // of a slice
  private final int enough; // runs per set that are enough to determine its contents
  private final int[] seen; // by slice and set: runs of the copy, counted from its end

  HostCopies(GpuConfig config, AddressMapping mapping, L2Slice[] slices) {
    this.mapping = mapping;
    this.slices = slices;
    alias = config.l2().filledByHostCopies() ? 0 : NEVER_READ;
    fillBytes = config.l2().fillBytes();
    lineBytes = config.l2().lineBytes();
    runBytes = Math.min(lineBytes, mapping.bytesInOneSlice());
    sets = config.l2().setsPerSlice();
    enough = ROUNDS * config.l2().ways() * (lineBytes / runBytes);
    seen = new int[slices.length * sets];
  }

  void pass(long address, long bytes) {
    long first = address & -fillBytes;
    long end = address + bytes;
    for (long at = decisive(first, end); at < end; ) {
      long next = Math.min((at & -runBytes) + runBytes, end);
      int sectors = (int) ((next - at + fillBytes - 1) / fillBytes);
      long placed = at ^ alias;
      slices[mapping.slice(placed)].cache().prefill(placed, sectors);
      at = next;
    }
  }

  /** Returns the start of the tail that determines the contents of L2. */
  private long decisive(long first, long end) {
    long whole = (first + runBytes - 1) & -runBytes;
    if ((end - whole) / runBytes < (long) enough * seen.length) {
      return first; // too short to determine every set
    }
    Arrays.fill(seen, 0);
    int undecided = seen.length;
    long at = end & -runBytes;
    while (undecided > 0 && at > whole) {
      at -= runBytes;
      long placed = at ^ alias;
      int slice = mapping.slice(placed);
      L2Cache cache = slices[slice].cache();
      int set = slice * sets + cache.set(placed);
      undecided -= ++seen[set] == enough ? 1 : 0;
    }
    return undecided > 0 || awaits(first, at) ? first : at;
  }

  private boolean awaits(long from, long to) {
    boolean awaits = false;
    for (L2Slice slice : slices) {
      L2Cache cache = slice.cache();
      awaits |= !cache.isQuiet() && cache.awaits(from & -lineBytes, to, alias);
    }
    return awaits;
  }
}
