package org.polyphony.gpu.mem;

import java.util.Arrays;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;

/**
 * Tag store of a sectored set-associative cache with LRU replacement, or with another policy; there
 * may be fewer data lines than tags.
 *
 * <p>A line is identified by its number, address / line bytes. State per entry: the line, and masks
 * with bit i for sector i: valid (readable), dirty (newer than the level below), reserved (awaits a
 * fill); and the written bytes of each sector. A sector that is dirty but not valid has been
 * written only partially. The entries of a set are linked from the next victim to the most recently
 * used; empty entries come first. They are adjacent in memory, with the head of their list behind
 * them, for host cache locality; so a set of few ways is searched, and only wide ones have an
 * index.
 */
public final class SectoredTags {
  /** No entry. */
  public static final int NONE = -1;

  private static final long NO_LINE = -1; // of an empty entry
  private static final int MOST_SEARCHED = 16; // ways

  // the second long of an entry: masks of 8 bits each, links of 16 bits each
  private static final int DIRTY = 8;
  private static final int RESERVED = 16;
  private static final int MASK = 255;
  private static final int SECTORS = (1 << 24) - 1; // all masks
  private static final int OLDER = 32;
  private static final int NEWER = 48;
  private static final long LINK = 0xffffL;

  private final int ways;
  private final int stride; // entries of a set and the head of their list
  private final int sets;
  private final int sectors;
  private final int lineShift;
  private final int sectorShift;
  private final int fullSector;
  private final long reciprocalOfStride; // 2^32 / stride, rounded up
  private final AddressHash hash; // null if the low bits of the line select the set

  private final LineIndex index; // null if sets are searched
  private final long[] table; // two longs per entry or head
  private final int[] bytes;
  private final int capacity; // number of data lines
  private int lineCount;
  private int nextToEvict; // the next set to give up a line if tags are free but data lines are not
  private int lastFound; // consecutive look-ups often hit the same line
  private final ReplacedLines replaced; // null if the policy is LRU

  /**
   * Creates an empty store.
   *
   * @param replacement its policy; null for LRU
   * @param place key of the policy in the device's config
   * @throws IllegalArgumentException if a line has more than 8 sectors, or entries plus sets exceed
   *     65535
   */
  public SectoredTags(TagShape shape, PartConfig replacement, String place, Parts parts) {
    sets = shape.sets();
    ways = shape.ways();
    stride = ways + 1;
    sectors = shape.lineBytes() / shape.sectorBytes();
    lineShift = Integer.numberOfTrailingZeros(shape.lineBytes());
    sectorShift = Integer.numberOfTrailingZeros(shape.sectorBytes());
    fullSector = shape.sectorBytes() >= 32 ? -1 : (1 << shape.sectorBytes()) - 1;
    reciprocalOfStride = (1L << 32) / stride + 1;
    hash = shape.setHash();
    capacity = shape.lines();
    int entries = sets * stride;
    if (sectors > 8 || entries > Character.MAX_VALUE) {
      throw new IllegalArgumentException(
          "more than 8 sectors or 65535 entries: " + sectors + ", " + entries);
    }
    table = new long[entries * 2];
    index = ways > MOST_SEARCHED ? new LineIndex(entries, table, 1) : null;
    bytes = new int[entries * sectors];
    linkInOrder();
    boolean isLru = replacement == null || ReplacementPolicies.KIND.isDefault(replacement);
    replaced = isLru ? null : new ReplacedLines(this, shape, replacement, place, parts);
  }

  public long line(long address) {
    return address >>> lineShift;
  }

  /** Returns the start address of an entry's line. */
  public long address(int entry) {
    return table[entry * 2] << lineShift;
  }

  /** Returns the line of an entry. */
  long lineOf(int entry) {
    return table[entry * 2];
  }

  /** Returns whether an entry has no line. */
  boolean isEmpty(int entry) {
    return table[entry * 2] == NO_LINE;
  }

  /** Returns the sector of an address within its line, from 0. */
  public int sector(long address) {
    return (int) (address >>> sectorShift) & (sectors - 1);
  }

  public int setOf(long line) {
    return hash == null ? (int) line & (sets - 1) : hash.apply(line);
  }

  /** Returns the entry of a line, or {@link #NONE} if no sector of it is present or reserved. */
  public int find(long line) {
    return table[lastFound * 2] == line ? lastFound : search(setOf(line), line);
  }

  /** Returns {@link #find} of a line that is in a set of the caller's choice. */
  int findInSet(int set, long line) {
    return table[lastFound * 2] == line ? lastFound : search(set, line);
  }

  private int search(int set, long line) {
    int entry = index == null ? searchWays(set * stride, line) : index.get(line);
    lastFound = entry == NONE ? 0 : entry;
    return entry;
  }

  private int searchWays(int first, long line) {
    for (int entry = first; entry < first + ways; entry++) {
      if (table[entry * 2] == line) {
        return entry;
      }
    }
    return NONE;
  }

  /** Returns the readable sectors; bit i is sector i. */
  public int validSectors(int entry) {
    return (int) table[entry * 2 + 1] & MASK;
  }

  /** Returns the sectors with bytes newer than the level below. */
  public int dirtySectors(int entry) {
    return ((int) table[entry * 2 + 1] >>> DIRTY) & MASK;
  }

  public int reservedSectors(int entry) {
    return ((int) table[entry * 2 + 1] >>> RESERVED) & MASK;
  }

  /** Notes that a request has found its data in a line. */
  public void hit(int entry) {
    renew(entry);
    if (replaced != null) {
      replaced.hit(entry);
    }
  }

  /** Notes any other use of a line. */
  public void touch(int entry) {
    renew(entry);
    if (replaced != null) {
      replaced.touched(entry);
    }
  }

  /** Makes a line the most recently used of its set. */
  private void renew(int entry) {
    int head = head(entry);
    if (older(head) != entry) {
      unlink(entry);
      linkBetween(entry, older(head), head);
    }
  }

  /** Returns {@link #victimInSet} for the set of a line. */
  public int victim(long line) {
    return victimInSet(setOf(line), line << lineShift);
  }

  /**
   * Returns the entry of a set to replace next: an empty one, else the one that the policy chooses
   * (LRU: the least recently used one) among those without reserved sectors; {@link #NONE} if all
   * have reserved sectors.
   *
   * @param address of the line that needs the entry
   */
  public int victimInSet(int set, long address) {
    int head = set * stride + ways;
    int entry = newer(head);
    while (entry != head && reservedSectors(entry) != 0) {
      entry = newer(entry);
    }
    return entry == head ? NONE : chosen(entry, set, 0, ways, address);
  }

  /** Returns the entry that replacement by LRU takes, or that the policy takes in its place. */
  private int chosen(int entry, int set, int first, int end, long address) {
    return replaced == null || isEmpty(entry)
        ? entry
        : replaced.victim(set, first, end, AddressMapping.process(address));
  }

  /**
   * Returns {@link #victimInSet} among some ways of the set.
   *
   * @param end the way after the last one
   */
  public int victimInWays(int set, int first, int end, long address) {
    int head = set * stride + ways;
    int entry = newer(head);
    while (entry != head && (reservedSectors(entry) != 0 || !isIn(entry, set, first, end))) {
      entry = newer(entry);
    }
    return entry == head ? NONE : chosen(entry, set, first, end, address);
  }

  private boolean isIn(int entry, int set, int first, int end) {
    int way = entry - set * stride;
    return way >= first && way < end;
  }

  /**
   * Assigns an entry to a line that has none, without sectors, as the most recently used; its
   * previous contents are lost, and a line of another set if no data line is free. The caller then
   * fills, reserves or writes a sector.
   */
  public void allocate(int entry, long line) {
    forget(entry);
    if (lineCount >= capacity) {
      evictFromNextSet(line << lineShift);
    }
    table[entry * 2] = line;
    if (index != null) {
      index.put(entry);
    }
    lineCount++;
    renew(entry);
    if (replaced != null) {
      replaced.filled(entry);
    }
  }

  /** Sets take turns to give up the line to replace next, for a line at an address. */
  private void evictFromNextSet(long address) {
    for (int i = 0; i < sets; i++) {
      int set = nextToEvict;
      int head = set * stride + ways;
      nextToEvict = (nextToEvict + 1) & (sets - 1);
      for (int entry = newer(head); entry != head; entry = newer(entry)) {
        if (table[entry * 2] != NO_LINE && reservedSectors(entry) == 0) {
          invalidate(chosen(entry, set, 0, ways, address), (1 << sectors) - 1);
          return;
        }
      }
    }
  }

  /** Makes sectors readable and no longer reserved. */
  public void fill(int entry, int sectorMask) {
    long state = table[entry * 2 + 1];
    table[entry * 2 + 1] = (state | sectorMask) & ~((long) sectorMask << RESERVED);
  }

  /**
   * Reserves sectors for a fill; until then they are unreadable, and the line cannot be evicted.
   */
  public void reserve(int entry, int sectorMask) {
    long state = table[entry * 2 + 1];
    table[entry * 2 + 1] = (state & ~(long) sectorMask) | ((long) sectorMask << RESERVED);
  }

  /** Writes bytes of a sector: it becomes dirty, and readable once every byte is written. */
  public void write(int entry, int sector, int byteMask) {
    int written = bytes[entry * sectors + sector] |= byteMask;
    long full = written == fullSector ? 1 : 0;
    table[entry * 2 + 1] |= ((1L << DIRTY) | full) << sector;
  }

  /** Drops sectors in any state; a line without sectors frees its entry. */
  public void invalidate(int entry, int sectorMask) {
    table[entry * 2 + 1] &= ~(sectorMask * (1L | (1L << DIRTY) | (1L << RESERVED)));
    for (int sector = 0; sector < sectors; sector++) {
      if ((sectorMask >>> sector & 1) != 0) {
        bytes[entry * sectors + sector] = 0;
      }
    }
    if ((table[entry * 2 + 1] & SECTORS) == 0) {
      forget(entry);
      unlink(entry);
      int head = head(entry);
      linkBetween(entry, head, newer(head));
    }
  }

  public void invalidateAll() {
    if (lineCount == 0) {
      return;
    }
    for (int entry = 0; replaced != null && entry < entries(); entry++) {
      if (!isEmpty(entry)) {
        replaced.evicted(entry);
      }
    }
    if (index != null) {
      index.clear();
    }
    Arrays.fill(table, 0);
    Arrays.fill(bytes, 0);
    linkInOrder();
    lineCount = 0;
  }

  /** Returns the exclusive upper bound of entries; one of each set is the head, which is empty. */
  public int entries() {
    return sets * stride;
  }

  private void forget(int entry) {
    if (table[entry * 2] == NO_LINE) {
      return;
    }
    if (replaced != null) {
      replaced.evicted(entry);
    }
    if (index != null) {
      index.remove(entry);
    }
    table[entry * 2] = NO_LINE;
    lineCount--;
    long state = table[entry * 2 + 1];
    if ((state & (MASK << DIRTY)) != 0) {
      Arrays.fill(bytes, entry * sectors, entry * sectors + sectors, 0);
    }
    table[entry * 2 + 1] = state & -(1L << OLDER); // keeps the links
  }

  private int head(int entry) {
    return (int) ((entry * reciprocalOfStride) >>> 32) * stride + ways;
  }

  private int older(int entry) {
    return (int) (table[entry * 2 + 1] >>> OLDER & LINK);
  }

  private int newer(int entry) {
    return (int) (table[entry * 2 + 1] >>> NEWER);
  }

  private void setOlder(int entry, int link) {
    long state = table[entry * 2 + 1];
    table[entry * 2 + 1] = (state & ~(LINK << OLDER)) | ((long) link << OLDER);
  }

  private void setNewer(int entry, int link) {
    long state = table[entry * 2 + 1];
    table[entry * 2 + 1] = (state & ~(LINK << NEWER)) | ((long) link << NEWER);
  }

  private void linkInOrder() {
    for (int set = 0; set < sets; set++) {
      int head = set * stride + ways;
      table[head * 2] = NO_LINE;
      setOlder(head, head);
      setNewer(head, head);
      for (int entry = set * stride; entry < head; entry++) {
        table[entry * 2] = NO_LINE;
        linkBetween(entry, older(head), head);
      }
    }
  }

  private void linkBetween(int entry, int before, int after) {
    setOlder(entry, before);
    setNewer(entry, after);
    setNewer(before, entry);
    setOlder(after, entry);
  }

  private void unlink(int entry) {
    int before = older(entry);
    int after = newer(entry);
    setNewer(before, after);
    setOlder(after, before);
  }
}
