package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * L1 data cache of an SM: sectored, write-through.
 *
 * @param cachesGlobalLoads false when only read-only and local loads look it up
 * @param bytes capacity; a multiple of {@code ways * lineBytes}, of {@code lineBytes} where there
 *     are more tags
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param sectorBytes unit of transfer, a power of two that divides the line, at most 32 B, at most
 *     8 per line
 * @param banks requests looked up in a cycle, interleaved by what a miss fills; a power of two
 * @param hitLatency core cycles inside the cache, 1 to 512
 * @param mshrEntries sectors, or pairs or lines where these are filled, that can be outstanding
 * @param mshrMerges requests that one of them can serve, the first included
 * @param missQueue requests that wait for the crossbar
 * @param writeEvicts true when a store drops the sector it hits, false when it updates it
 * @param flushedAtKernelEnd true when the end of a kernel invalidates it
 * @param fill what a miss brings; null for a sector
 * @param allocate when a miss gets its line; null for when it is filled
 * @param banksApart true when a sector of an instruction waits for its own bank alone and banks
 *     take turns to miss, false when it waits for the sectors before it too and the first bank that
 *     can goes first
 * @param setHash for each bit of the number of a set, from the lowest, the bits of the address of
 *     which it is the parity; empty, or null, where it is the low bits of the line
 * @param writeAllocates true when a store that finds no line gets one, of which the sector can be
 *     read once all of it is written
 * @param tagBytes the lines that its tags can name, in bytes, at least {@code bytes}; 0 for {@code
 *     bytes}
 */
public record L1dConfig(
    boolean cachesGlobalLoads,
    int bytes,
    int ways,
    int lineBytes,
    int sectorBytes,
    int banks,
    int hitLatency,
    int mshrEntries,
    int mshrMerges,
    int missQueue,
    boolean writeEvicts,
    boolean flushedAtKernelEnd,
    Fill fill,
    LineAllocation allocate,
    boolean banksApart,
    List<List<Integer>> setHash,
    boolean writeAllocates,
    int tagBytes) {
  /** Takes what is null as the default. */
  public L1dConfig {
    fill = fill == null ? Fill.SECTOR : fill;
    allocate = allocate == null ? LineAllocation.FILL : allocate;
    setHash = setHash == null ? List.of() : setHash;
  }

  public List<Violation> violations() {
    return CacheShape.check(tagged(), ways, lineBytes, sectorBytes)
        .require(
            tagBytes == 0 || (tagBytes >= bytes && lineBytes > 0 && bytes % lineBytes == 0),
            "tagBytes",
            tagBytes,
            "at least bytes, which are whole lines")
        .require(
            sectorBytes <= 32 && lineBytes <= 8L * sectorBytes,
            "sectorBytes",
            sectorBytes,
            "at most 32, at least an eighth of lineBytes")
        .powerOfTwo(1, 32, "banks", banks)
        .require(
            setHash.isEmpty() || hasSetsOf(setHash.size()),
            "setHash",
            setHash.size() + " bits",
            "2^bits sets, each of ways * lineBytes, are tagBytes, or bytes without")
        .require(
            setHash.stream().flatMap(List::stream).allMatch(this::isLineBit),
            "setHash",
            setHash,
            "bits from that of lineBytes to 63")
        .between(1, 512, "hitLatency", hitLatency)
        .between(1, 65535, "mshrEntries", mshrEntries)
        .between(1, 65536, "mshrMerges", mshrMerges)
        .between(1, 65536, "missQueue", missQueue)
        .violations();
  }

  private int tagged() {
    return tagBytes == 0 ? bytes : tagBytes;
  }

  private boolean hasSetsOf(int bits) {
    return ((long) ways * lineBytes) << bits == tagged();
  }

  private boolean isLineBit(int bit) {
    return bit >= Integer.numberOfTrailingZeros(lineBytes) && bit < 64;
  }

  /** Returns the bytes that a miss brings, and that an MSHR stands for. */
  public int fillBytes() {
    return fill.bytes(sectorBytes, lineBytes);
  }

  /** Returns whether a miss gets its line at once. */
  public boolean allocatesOnMiss() {
    return allocate == LineAllocation.MISS;
  }

  /** Returns the number of sets, at least 1 in a valid config. */
  public int sets() {
    return tagged() / (ways * lineBytes);
  }
}
