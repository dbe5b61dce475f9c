package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.config.GpuConfig;

/**
 * Copies from the host on their way through L2, without traffic to DRAM that is modelled: their
 * clean sectors displace others, dirty ones too. Where the device leaves host copies in L2, they
 * are found there; else they only displace. The reference simulator does the latter, as it cuts the
 * addresses of copies to 32 bits.
 *
 * <p>Of a long copy only the end leaves a trace. Once {@link #ROUNDS} times as many of its lines as
 * a set has ways have gone through the set, it holds the same whatever it held before: lines that
 * were there when the copy began are displaced after twice the ways, so that the last ones all
 * displaced another. Only lines that await data stay; where the copy holds such a line, all of it
 * goes through.
 */
final class HostCopies {
  private static final int ROUNDS = 3;

  /** Differs between the address of a line that nothing finds and addresses of processes. */
  private static final long NEVER_READ = 1L << 47;

  private final AddressMapping mapping;
  private final L2Slice[] slices;
  private final long alias;
  private final int fillBytes;
  private final int lineBytes;
  private final int runBytes; // that lie in one line of one slice
  private final int sets; // of a slice
  private final int enough; // runs to a set that are surely of enough lines to decide what it holds
  private final int[] seen; // by slice and set: runs of a copy, counted from its end

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

  /** Returns where the end begins that decides what L2 holds afterwards. */
  private long decisive(long first, long end) {
    long whole = (first + runBytes - 1) & -runBytes;
    if ((end - whole) / runBytes < (long) enough * seen.length) {
      return first; // too short to decide every set
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
