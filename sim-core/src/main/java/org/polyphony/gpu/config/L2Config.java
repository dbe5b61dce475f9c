package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * L2 cache: slices shared out to the DRAM channels; sectored, write-back.
 *
 * @param bytes capacity of all slices, a multiple of {@code slices * ways * lineBytes}
 * @param slices slices, a multiple of the DRAM channels
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param sectorBytes unit of transfer
 * @param hashedSets true when the set is a polynomial hash of the line, false when its low bits
 * @param latency core cycles from arrival at a slice to the look-up, at least 0
 * @param accessCycles core cycles from an access of a slice to its data to the next one, at least
 *     1; an access gives two sectors, 64 B, to all requests for them that follow one another
 * @param mshrEntries sectors, or pairs or lines where these are filled, that a slice can have
 *     outstanding
 * @param mshrMerges requests that one of them can serve
 * @param queue requests in each queue of a slice (from and to the crossbar, to and from DRAM)
 * @param missQueue requests of the cache that wait for the queue to DRAM
 * @param filledByHostCopies true when a copy from the host leaves its lines in L2
 * @param fill what a miss brings; null for a sector
 * @param writeMiss what a write that misses does; null for allocate
 * @param farLatency core cycles more to data that only the other half of L2 than the SM's holds, at
 *     most 65536; what it reads there is then kept in both, so that it takes room twice; 0 when L2
 *     is whole
 */
public record L2Config(
    int bytes,
    int slices,
    int ways,
    int lineBytes,
    int sectorBytes,
    boolean hashedSets,
    int latency,
    int accessCycles,
    int mshrEntries,
    int mshrMerges,
    int queue,
    int missQueue,
    boolean filledByHostCopies,
    Fill fill,
    WriteMiss writeMiss,
    int farLatency) {
  /** Takes what is null as the default. */
  public L2Config {
    fill = fill == null ? Fill.SECTOR : fill;
    writeMiss = writeMiss == null ? WriteMiss.ALLOCATE : writeMiss;
  }

  public List<Violation> violations() {
    long unit = (long) slices * ways * lineBytes;
    boolean divisible = unit < 1 || (bytes > 0 && bytes % unit == 0);
    return CacheShape.check(lineBytes, 1, lineBytes, sectorBytes)
        .atLeast(1, "ways", ways)
        .require(
            sectorBytes <= 32 && lineBytes <= 8L * sectorBytes,
            "sectorBytes",
            sectorBytes,
            "at most 32, at least an eighth of lineBytes")
        .require(divisible, "bytes", bytes, "a multiple of slices * ways * lineBytes")
        .require(
            unit < 1 || !divisible || CacheShape.isSetCount(bytes / unit, ways),
            "bytes",
            bytes,
            "a power of two of sets in each slice, 65535 lines or fewer")
        .between(1, 256, "slices", slices)
        .between(0, 65536, "latency", latency)
        .between(1, 64, "accessCycles", accessCycles)
        .between(1, 65535, "mshrEntries", mshrEntries)
        .between(1, 65535, "mshrMerges", mshrMerges)
        .between(1, 65536, "queue", queue)
        .between(2, 65536, "missQueue", missQueue)
        .between(0, 65536, "farLatency", farLatency)
        .require(
            !fetchesOnWriteMiss() || missQueue >= 3,
            "missQueue",
            missQueue,
            "at least 3 where writeMiss is fetch: the write, the read and the write-back of a line")
        .violations();
  }

  /** Returns the bytes that a miss brings, and that an MSHR stands for. */
  public int fillBytes() {
    return fill.bytes(sectorBytes, lineBytes);
  }

  public boolean fetchesOnWriteMiss() {
    return writeMiss == WriteMiss.FETCH;
  }

  /** Returns the sets of one slice, at least 1 in a valid config. */
  public int setsPerSlice() {
    return bytes / slices / (ways * lineBytes);
  }
}
