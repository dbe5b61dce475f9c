package org.polyphony.gpu.mem;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/**
 * Duplicates in an L2 with two halves: a sector that an SM has read from memory behind the other
 * half stays in both. SMs of the other half are then served from the copy, near SMs from its home.
 *
 * <p>A copy occupies an entry in its home set, not in a slice of the other half. Since half of all
 * memory belongs to each half, copies take the same room either way. Copies are never dirty; a
 * write drops them. Source: experiments/hardware/l2-room.cu on an NVIDIA H200, whose 60 MB L2 holds
 * 30 MB read by all SMs, 38 MB read by one SM, and 60 MB read by SMs of one half, 30 MB of which
 * are served by their own half.
 */
final class FarCopies {
  private static final long COPY = 1L << 62; // flag in a line number

  private final boolean kept;
  private final AddressMapping mapping;
  private final SectoredTags tags;
  private final L2Cache cache;
  private final MemoryRequests requests;

  /**
   * Creates the copies of a slice.
   *
   * @param kept false for an L2 without halves, which keeps no copies
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

  /** Returns whether a request reads memory behind the other L2 half than its SM's. */
  private boolean isFar(int request) {
    return kept
        && requests.kind(request) != MemoryRequests.ATOMIC
        && mapping.isFar(requests.sm(request), requests.address(request));
  }

  /** Returns whether a copy serves a read; if so, the copy becomes the most recent of its set. */
  boolean serves(int request) {
    if (!isFar(request)) {
      return false;
    }
    long address = requests.address(request);
    int entry = cache.findCopy(copyOf(address));
    if (entry == SectoredTags.NONE || (tags.validSectors(entry) & sector(address)) == 0) {
      return false;
    }
    tags.hit(entry);
    return true;
  }

  /**
   * Keeps a copy of the data that a request reads; an atomic drops it. A line that would need a
   * write-back first is evicted only if there is room for the write-back.
   *
   * @return whether the request reads memory behind the other L2 half than its SM's
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
    int entry = cache.findCopy(copyOf(address));
    if (entry == SectoredTags.NONE) {
      entry = cache.replaceByCopy(request, copyOf(address), mayWriteBack);
    }
    if (entry != SectoredTags.NONE) {
      tags.touch(entry);
      tags.fill(entry, sector(address));
    }
  }

  /** Drops the copy of a sector that is written. */
  void drop(long address) {
    if (!kept) {
      return;
    }
    int entry = cache.findCopy(copyOf(address));
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
