package org.polyphony.gpu.mem;

import java.util.Arrays;

/**
 * Tag store of a sectored set-associative cache with LRU replacement.
 *
 * <p>A line is named by its number, address / line bytes. State per entry (set * ways + way): the
 * line, and masks with bit i for sector i: valid (all bytes can be read), dirty (some bytes are
 * newer than below), reserved (a fill is awaited); and the written bytes of each sector. A sector
 * that is dirty but not valid has been written in part only. Entries of a set are linked from the
 * next victim to the most recent; entries that hold nothing come first.
 */
public final class SectoredTags {
  /** No entry. */
  public static final int NONE = -1;

  private static final int DIRTY = 8;
  private static final int RESERVED = 16;
  private static final int MASK = 255;

  private final int ways;
  private final int sets;
  private final int sectors;
  private final int lineShift;
  private final int sectorShift;
  private final int fullSector;
  private final PolynomialHash hash;

  private final LineIndex index;
  private final long[] lines;
  private final int[] states; // valid, from bit 8 dirty, from bit 16 reserved
  private final int[] bytes;
  private final char[] older;
  private final char[] newer;
  private final char[] heads; // of the list of an entry's set: a link of its own
  private final boolean[] used;
  private int lineCount;

  /**
   * Makes an empty store.
   *
   * @param sets sets, a power of two
   * @param ways entries of a set, at least 1
   * @param lineBytes bytes of a line, a power of two
   * @param sectorBytes bytes of a sector, a power of two of at most 32, divides {@code lineBytes}
   * @param hashedSets true when the set is a polynomial hash of the line, false for its low bits
   * @throws IllegalArgumentException when a line has more than 8 sectors, or entries and sets are
   *     more than 65535
   */
  public SectoredTags(int sets, int ways, int lineBytes, int sectorBytes, boolean hashedSets) {
    this.sets = sets;
    this.ways = ways;
    this.sectors = lineBytes / sectorBytes;
    this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
    this.sectorShift = Integer.numberOfTrailingZeros(sectorBytes);
    this.fullSector = sectorBytes == 32 ? -1 : (1 << sectorBytes) - 1;
    this.hash = hashedSets ? new PolynomialHash(Integer.numberOfTrailingZeros(sets)) : null;
    int entries = sets * ways;
    if (sectors > 8 || entries + sets > Character.MAX_VALUE) {
      throw new IllegalArgumentException(
          "more than 8 sectors or 65535 entries: " + sectors + ", " + entries);
    }
    lines = new long[entries];
    index = new LineIndex(lines);
    states = new int[entries];
    bytes = new int[entries * sectors];
    older = new char[entries + sets];
    newer = new char[entries + sets];
    heads = new char[entries];
    used = new boolean[entries];
    linkInOrder();
  }

  /** Returns the number of the line that holds an address. */
  public long line(long address) {
    return address >>> lineShift;
  }

  /** Returns the first address of an entry's line. */
  public long address(int entry) {
    return lines[entry] << lineShift;
  }

  /** Returns the sector of an address within its line, from 0. */
  public int sector(long address) {
    return (int) (address >>> sectorShift) & (sectors - 1);
  }

  /** Returns the set of a line. */
  public int setOf(long line) {
    return hash == null ? (int) line & (sets - 1) : hash.apply(line);
  }

  /** Returns the entry of a line, or {@link #NONE} when no sector of it is held or awaited. */
  public int find(long line) {
    return index.get(line);
  }

  /** Returns the line of an entry that holds or awaits a sector. */
  public long lineOf(int entry) {
    return lines[entry];
  }

  /** Returns the sectors that can be read, bit i for sector i. */
  public int validSectors(int entry) {
    return states[entry] & MASK;
  }

  /** Returns the sectors with bytes that are newer than below. */
  public int dirtySectors(int entry) {
    return (states[entry] >>> DIRTY) & MASK;
  }

  /** Returns the sectors whose fill is awaited. */
  public int reservedSectors(int entry) {
    return states[entry] >>> RESERVED;
  }

  /** Returns the bytes written in a sector, bit i for byte i. */
  public int writtenBytes(int entry, int sector) {
    return bytes[entry * sectors + sector];
  }

  /** Makes an entry the most recently used of its set. */
  public void touch(int entry) {
    int head = heads[entry];
    if (older[head] != entry) {
      unlink(entry);
      linkBetween(entry, older[head], head);
    }
  }

  /** Returns {@link #victimInSet} for the set of a line. */
  public int victim(long line) {
    return victimInSet(setOf(line));
  }

  /**
   * Returns the entry of a set to replace next: one that holds nothing, else the least recently
   * used one that awaits no fill; {@link #NONE} when all await one.
   */
  public int victimInSet(int set) {
    int head = sets * ways + set;
    int entry = newer[head];
    while (entry != head && states[entry] >>> RESERVED != 0) {
      entry = newer[entry];
    }
    return entry == head ? NONE : entry;
  }

  /**
   * Gives an entry to a line that has none, without any sector, as the most recently used; what it
   * held is lost. The caller then fills, reserves or writes a sector.
   */
  public void allocate(int entry, long line) {
    forget(entry);
    lines[entry] = line;
    index.put(entry);
    lineCount++;
    used[entry] = true;
    touch(entry);
  }

  /** Makes sectors readable; they are no longer awaited. */
  public void fill(int entry, int sectorMask) {
    states[entry] = (states[entry] | sectorMask) & ~(sectorMask << RESERVED);
  }

  /** Awaits the fill of sectors; until then they cannot be read, and the line is no victim. */
  public void reserve(int entry, int sectorMask) {
    states[entry] = (states[entry] & ~sectorMask) | (sectorMask << RESERVED);
  }

  /** Writes bytes of a sector: it becomes dirty, and readable once every byte is written. */
  public void write(int entry, int sector, int byteMask) {
    int written = bytes[entry * sectors + sector] |= byteMask;
    int full = written == fullSector ? 1 : 0;
    states[entry] |= ((1 << DIRTY) | full) << sector;
  }

  /** Drops sectors, whatever their state; a line without any sector left gives its entry back. */
  public void invalidate(int entry, int sectorMask) {
    states[entry] &= ~(sectorMask * (1 | 1 << DIRTY | 1 << RESERVED));
    for (int sector = 0; sector < sectors; sector++) {
      if ((sectorMask >>> sector & 1) != 0) {
        bytes[entry * sectors + sector] = 0;
      }
    }
    if (states[entry] == 0) {
      forget(entry);
      unlink(entry);
      int head = heads[entry];
      linkBetween(entry, head, newer[head]);
    }
  }

  /** Drops everything. */
  public void invalidateAll() {
    if (lineCount == 0) {
      return;
    }
    index.clear();
    Arrays.fill(lines, 0);
    Arrays.fill(states, 0);
    Arrays.fill(used, false);
    Arrays.fill(bytes, 0);
    linkInOrder();
    lineCount = 0;
  }

  /** Returns the lines that have an entry. */
  public int lineCount() {
    return lineCount;
  }

  /** Returns sets times ways. */
  public int entries() {
    return lines.length;
  }

  private void forget(int entry) {
    if (!used[entry]) {
      return;
    }
    used[entry] = false;
    index.remove(entry);
    lineCount--;
    if ((states[entry] & MASK << DIRTY) != 0) {
      Arrays.fill(bytes, entry * sectors, entry * sectors + sectors, 0);
    }
    states[entry] = 0;
  }

  private void linkInOrder() {
    int entries = sets * ways;
    for (int set = 0; set < sets; set++) {
      char head = (char) (entries + set);
      older[head] = head;
      newer[head] = head;
      for (int entry = set * ways; entry < (set + 1) * ways; entry++) {
        heads[entry] = head;
        linkBetween(entry, older[head], head);
      }
    }
  }

  private void linkBetween(int entry, int before, int after) {
    older[entry] = (char) before;
    newer[entry] = (char) after;
    newer[before] = (char) entry;
    older[after] = (char) entry;
  }

  private void unlink(int entry) {
    newer[older[entry]] = newer[entry];
    older[newer[entry]] = older[entry];
  }
}
