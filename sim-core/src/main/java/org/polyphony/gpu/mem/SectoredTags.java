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

  private final int ways;
  private final int sets;
  private final int sectors;
  private final int lineShift;
  private final int sectorShift;
  private final int fullSector;
  private final PolynomialHash hash;

  private final LineIndex index;
  private final long[] lines;
  private final int[] valid;
  private final int[] dirty;
  private final int[] reserved;
  private final int[] bytes;
  private final int[] older;
  private final int[] newer;
  private int lineCount;

  /**
   * Makes an empty store.
   *
   * @param sets sets, a power of two
   * @param ways entries of a set, at least 1
   * @param lineBytes bytes of a line, a power of two
   * @param sectorBytes bytes of a sector, a power of two of at most 32, divides {@code lineBytes}
   * @param hashedSets true when the set is a polynomial hash of the line, false for its low bits
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
    index = new LineIndex(entries);
    lines = new long[entries];
    valid = new int[entries];
    dirty = new int[entries];
    reserved = new int[entries];
    bytes = new int[entries * sectors];
    older = new int[entries + sets];
    newer = new int[entries + sets];
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
    return valid[entry];
  }

  /** Returns the sectors with bytes that are newer than below. */
  public int dirtySectors(int entry) {
    return dirty[entry];
  }

  /** Returns the sectors whose fill is awaited. */
  public int reservedSectors(int entry) {
    return reserved[entry];
  }

  /** Returns the bytes written in a sector, bit i for byte i. */
  public int writtenBytes(int entry, int sector) {
    return bytes[entry * sectors + sector];
  }

  /** Makes an entry the most recently used of its set. */
  public void touch(int entry) {
    int head = sets * ways + entry / ways;
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
    while (entry != head && reserved[entry] != 0) {
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
    index.put(line, entry);
    lineCount++;
    touch(entry);
  }

  /** Makes sectors readable; they are no longer awaited. */
  public void fill(int entry, int sectorMask) {
    valid[entry] |= sectorMask;
    reserved[entry] &= ~sectorMask;
  }

  /** Awaits the fill of sectors; until then they cannot be read, and the line is no victim. */
  public void reserve(int entry, int sectorMask) {
    valid[entry] &= ~sectorMask;
    reserved[entry] |= sectorMask;
  }

  /** Writes bytes of a sector: it becomes dirty, and readable once every byte is written. */
  public void write(int entry, int sector, int byteMask) {
    int written = bytes[entry * sectors + sector] |= byteMask;
    dirty[entry] |= 1 << sector;
    if (written == fullSector) {
      valid[entry] |= 1 << sector;
    }
  }

  /** Drops sectors, whatever their state; a line without any sector left gives its entry back. */
  public void invalidate(int entry, int sectorMask) {
    valid[entry] &= ~sectorMask;
    dirty[entry] &= ~sectorMask;
    reserved[entry] &= ~sectorMask;
    for (int sector = 0; sector < sectors; sector++) {
      if ((sectorMask >>> sector & 1) != 0) {
        bytes[entry * sectors + sector] = 0;
      }
    }
    if (!holdsSector(entry)) {
      forget(entry);
      unlink(entry);
      int head = sets * ways + entry / ways;
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
    Arrays.fill(valid, 0);
    Arrays.fill(dirty, 0);
    Arrays.fill(reserved, 0);
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

  private boolean holdsSector(int entry) {
    return (valid[entry] | dirty[entry] | reserved[entry]) != 0;
  }

  private void forget(int entry) {
    if (index.get(lines[entry]) == entry) {
      index.remove(lines[entry]);
      lineCount--;
      valid[entry] = 0;
      dirty[entry] = 0;
      reserved[entry] = 0;
      Arrays.fill(bytes, entry * sectors, entry * sectors + sectors, 0);
    }
  }

  private void linkInOrder() {
    int entries = sets * ways;
    for (int set = 0; set < sets; set++) {
      int head = entries + set;
      older[head] = head;
      newer[head] = head;
      for (int entry = set * ways; entry < (set + 1) * ways; entry++) {
        linkBetween(entry, older[head], head);
      }
    }
  }

  private void linkBetween(int entry, int before, int after) {
    older[entry] = before;
    newer[entry] = after;
    newer[before] = entry;
    older[after] = entry;
  }

  private void unlink(int entry) {
    newer[older[entry]] = newer[entry];
    older[newer[entry]] = older[entry];
  }
}
