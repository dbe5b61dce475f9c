package org.polyphony.gpu.mem;

/**
 * The lines of an L2 slice apart from requests: where they lie, and what copies from the host do.
 */
final class L2Lines {
  private final SectoredTags tags;
  private final AddressMapping mapping;

  L2Lines(SectoredTags tags, AddressMapping mapping) {
    this.tags = tags;
    this.mapping = mapping;
  }

  int set(long address) {
    return tags.setOf(mapping.setKey(address));
  }

  /**
   * Leaves sectors clean in the cache, without any traffic.
   *
   * @param address of the first
   * @param count how many, all of one line
   */
  void prefill(long address, int count) {
    int entry = tags.find(tags.line(address));
    if (entry == SectoredTags.NONE) {
      entry = tags.victimInSet(set(address));
      if (entry == SectoredTags.NONE) {
        return;
      }
      tags.allocate(entry, tags.line(address));
    }
    int wanted = ((1 << count) - 1) << tags.sector(address);
    int missing = wanted & ~(tags.validSectors(entry) | tags.reservedSectors(entry));
    if (missing != 0) {
      tags.touch(entry);
      tags.fill(entry, missing);
    }
  }

  /**
   * Returns whether a line awaits a sector whose address, after {@code alias} is applied to it, is
   * in a range; walks all entries.
   *
   * @param from first byte of the range, the first of a line
   * @param to the byte behind it
   * @param alias bits that are inverted
   */
  boolean awaits(long from, long to, long alias) {
    boolean awaits = false;
    for (int entry = 0; entry < tags.entries(); entry++) {
      long line = tags.address(entry) ^ alias;
      awaits |= tags.reservedSectors(entry) != 0 && line >= from && line < to;
    }
    return awaits;
  }

  /** Returns dirty sectors held, walks all entries. */
  int dirtySectors() {
    int dirty = 0;
    for (int entry = 0; entry < tags.entries(); entry++) {
      dirty += Integer.bitCount(tags.dirtySectors(entry));
    }
    return dirty;
  }
}
