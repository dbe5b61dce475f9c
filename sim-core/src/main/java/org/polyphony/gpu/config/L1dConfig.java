package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** L1 data cache of an SM: sectored, write-through. */
public record L1dConfig(
    @Key("false when only read-only and local loads look it up") boolean cachesGlobalLoads,
    @Key(
            value =
                "capacity, a multiple of ways * lineBytes, or of lineBytes where there are "
                    + "more tags",
            unit = "B",
            min = 1)
        int bytes,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(
            value = "unit of transfer, at least an eighth of a line",
            unit = "B",
            min = 4,
            max = 32,
            powerOfTwo = true)
        int sectorBytes,
    @Key(
            value = "requests looked up in a cycle, interleaved by what a miss fills",
            min = 1,
            max = 32,
            powerOfTwo = true)
        int banks,
    @Key(value = "inside the cache", unit = "core cycles", min = 1, max = 512) int hitLatency,
    @Key(
            value = "sectors, or pairs or lines where these are filled, that can be outstanding",
            min = 1,
            max = 65535)
        int mshrEntries,
    @Key(value = "requests that one of them can serve, the first included", min = 1, max = 65536)
        int mshrMerges,
    @Key(value = "requests that wait for the crossbar", min = 1, max = 65536) int missQueue,
    @Key("true when a store drops the sector it hits, false when it updates it")
        boolean writeEvicts,
    @Key("true when the end of a kernel invalidates it") boolean flushedAtKernelEnd,
    @Key(
            value =
                "what a miss brings: the sector that was asked for, it and the other of its "
                    + "aligned pair, or the whole line",
            absent = "sector")
        Fill fill,
    @Key(
            value =
                "when a miss gets its line: when the data comes (fill), or at once (miss), so "
                    + "that a set whose lines all await data takes no other miss",
            absent = "fill")
        LineAllocation allocate,
    @Key(
            value =
                "true when a sector of an instruction waits for its own bank alone and banks "
                    + "take turns to miss, false when it waits for the sectors before it too and the "
                    + "first bank that can goes first",
            absent = "false")
        boolean banksApart,
    @Key(
            value =
                "for each bit of the number of a set, from the lowest, the bits of the address "
                    + "of which it is the parity; empty: the low bits of the line",
            absent = "[]")
        List<List<Integer>> setHash,
    @Key(
            value =
                "true when a store that finds no line gets one, of which the sector can be "
                    + "read once all of it is written",
            absent = "false")
        boolean writeAllocates,
    @Key(
            value =
                "the lines that its tags can name; when all lines of data are used and tags "
                    + "are not, sets in turn give up their least recently used line; 0: as bytes",
            unit = "B",
            absent = "0")
        int tagBytes)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    CacheShape.check(checks, tagged(), ways, lineBytes);
    CacheShape.checkSectors(checks, sectorBytes, lineBytes);
    checks
        .require(
            tagBytes == 0 || (tagBytes >= bytes && bytes % lineBytes == 0),
            "tagBytes",
            tagBytes,
            "at least bytes, which are whole lines")
        .require(
            setHash.isEmpty() || ((long) ways * lineBytes) << setHash.size() == tagged(),
            "setHash",
            setHash.size() + " bits",
            "2^bits sets, each of ways * lineBytes, are tagBytes, or bytes without")
        .require(
            setHash.stream().noneMatch(List::isEmpty)
                && setHash.stream().flatMap(List::stream).allMatch(this::isLineBit),
            "setHash",
            setHash,
            "bits from that of lineBytes to 63");
  }

  private int tagged() {
    return tagBytes == 0 ? bytes : tagBytes;
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
