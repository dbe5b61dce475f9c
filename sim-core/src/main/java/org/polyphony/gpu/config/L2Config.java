package org.polyphony.gpu.config;

import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** L2 cache: slices shared out to the DRAM channels; sectored, write-back. */
public record L2Config(
    @Key(
            value = "capacity of all slices, a multiple of slices * ways * lineBytes",
            unit = "B",
            min = 1)
        int bytes,
    @Key(value = "slices, a multiple of the DRAM channels", min = 1, max = 256) int slices,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(
            value = "unit of transfer, at least an eighth of a line",
            unit = "B",
            min = 4,
            max = 32,
            powerOfTwo = true)
        int sectorBytes,
    @Key("true when the set is a polynomial hash of the line, false when its low bits")
        boolean hashedSets,
    @Key(value = "from arrival at a slice to the look-up", unit = "core cycles", max = 65536)
        int latency,
    @Key(
            value =
                "from an access of a slice to its data to the next one; an access gives two "
                    + "sectors, 64 B, to all requests for them that follow one another",
            unit = "core cycles",
            min = 1,
            max = 64)
        int accessCycles,
    @Key(
            value =
                "sectors, or pairs or lines where these are filled, that a slice can have "
                    + "outstanding",
            min = 1,
            max = 65535)
        int mshrEntries,
    @Key(value = "requests that one of them can serve", min = 1, max = 65535) int mshrMerges,
    @Key(
            value =
                "requests in each queue of a slice (from and to the crossbar, to and from DRAM)",
            min = 1,
            max = 65536)
        int queue,
    @Key(value = "requests of the cache that wait for the queue to DRAM", min = 2, max = 65536)
        int missQueue,
    @Key("true when a copy from the host leaves its lines in L2") boolean filledByHostCopies,
    @Key(
            value =
                "what a miss brings: the sector that was asked for, it and the other of its "
                    + "aligned pair, or the whole line",
            absent = "sector")
        Fill fill,
    @Key(
            value =
                "what a write that misses does: allocate a line without a fetch, or go on to "
                    + "DRAM and fetch what a miss brings",
            absent = "allocate")
        WriteMiss writeMiss,
    @Key(
            value =
                "added for data that only the other half of L2 than the SM's holds; what it "
                    + "reads there is then kept in both, so that it takes room twice; 0: L2 is whole",
            unit = "core cycles",
            max = 65536,
            absent = "0")
        int farLatency,
    @Key(
            value =
                "consecutive memory behind one half of L2; which half is a hash of the address, "
                    + "and every second pair of SMs belongs to it; without farLatency unused",
            unit = "B",
            min = 32,
            max = 1 << 20,
            powerOfTwo = true,
            absent = "4096")
        int halfInterleaveBytes)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    CacheShape.checkSectors(checks, sectorBytes, lineBytes);
    long unit = (long) slices * ways * lineBytes;
    checks
        .require(bytes % unit == 0, "bytes", bytes, "a multiple of slices * ways * lineBytes")
        .require(
            bytes % unit != 0 || CacheShape.isSetCount(bytes / unit, ways),
            "bytes",
            bytes,
            "a power of two of sets in each slice, 65535 lines or fewer")
        .require(
            !fetchesOnWriteMiss() || missQueue >= 3,
            "missQueue",
            missQueue,
            "at least 3 where writeMiss is fetch: the write, the read and the write-back of a line");
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
