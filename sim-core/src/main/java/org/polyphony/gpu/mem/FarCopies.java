package org.polyphony.gpu.mem;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * What an L2 of two halves keeps twice: a sector that an SM has read from memory behind the other
 * half than its own stays in both. SMs of the other half are then served from the copy, those near
 * to the memory from its home.
 *
 * <p>A copy has an entry in the set of its home, not in a slice of the other half: half of all
 * memory belongs to each half, so that in either place copies take the same room. Copies are never
 * dirty; a write drops them. Source: experiments/hardware/l2-room.cu, an NVIDIA H200, whose L2 of
 * 60 MB holds 30 MB that all SMs read, 38 MB that one SM reads, and 60 MB that SMs of one half read
 * of which its own half serves 30.
 */
final class FarCopies {
  private static final long COPY = 1L << 62; // of the number of a line

  private final boolean kept;
  private final AddressMapping mapping;
  private final SectoredTags tags;
  private final L2Cache cache;
  private final MemoryRequests requests;

  /**
   * Makes the copies of a slice.
   *
   * @param kept false for an L2 that is whole: nothing is kept twice
   */
  FarCopies(
      boolean kept,
      AddressMapping mapping,
      SectoredTags tags,
      L2Cache cache,
      MemoryRequests requests) {
    this.kept = kept;
    this.mapping = mapping;
    this.tags = tags;
    this.cache = cache;
    this.requests = requests;
  }

  /** Returns whether a request reads memory behind the other half of L2 than that of its SM. */
  private boolean isFar(int request) {
    return kept
        && requests.kind(request) != MemoryRequests.ATOMIC
        && mapping.isFar(requests.sm(request), requests.address(request));
  }

  /** Returns whether a copy answers a read; it is then the most recent of its set. */
  boolean serves(int request) {
    if (!isFar(request)) {
      return false;
    }
    long address = requests.address(request);
    int entry = tags.find(copyOf(address));
    if (entry == SectoredTags.NONE || (tags.validSectors(entry) & sector(address)) == 0) {
      return false;
    }
    tags.touch(entry);
    return true;
  }

  /**
   * Keeps a copy of what a request reads; an atomic operation drops it. What would have to be
   * written back first stays where there is no room for it.
   *
   * @return whether the request reads memory behind the other half of L2 than that of its SM
   */
  @CanIgnoreReturnValue
  boolean keep(int request, boolean mayWriteBack) {
    if (requests.kind(request) == MemoryRequests.ATOMIC) {
      drop(requests.address(request));
      return false;
    }
    boolean isFar = isFar(request);
    if (isFar) {
      keepRead(request, mayWriteBack);
    }
    return isFar;
  }

  private void keepRead(int request, boolean mayWriteBack) {
    long address = requests.address(request);
    int entry = tags.find(copyOf(address));
    if (entry == SectoredTags.NONE) {
      entry = cache.replaceByCopy(request, copyOf(address), mayWriteBack);
    }
    if (entry != SectoredTags.NONE) {
      tags.touch(entry);
      tags.fill(entry, sector(address));
    }
  }

  /** Drops the copy of a sector, which is written. */
  void drop(long address) {
    if (!kept) {
      return;
    }
    int entry = tags.find(copyOf(address));
    if (entry != SectoredTags.NONE) {
      tags.invalidate(entry, sector(address));
    }
  }

  private long copyOf(long address) {
    return tags.line(address) | COPY;
  }

  private int sector(long address) {
    return 1 << tags.sector(address);
  }
}
